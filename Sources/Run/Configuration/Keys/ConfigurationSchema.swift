import Evidence
import Foundation
import Intake

/// The JSON Schema (2020-12) of `relay-audit.yaml`, by which editors complete and check it.
package enum ConfigurationSchema {
  /// The schema's text, with its keys in order of the alphabet.
  ///
  /// - Throws: what `JSONSerialization` throws, which a schema gives no reason for.
  package static func text() throws -> String {
    var schema = object(of: Configuration.keys.map(\.facts))
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "The configuration of relay-audit"
    // A file without any key is read as one.
    schema["type"] = ["object", "null"]
    let data = try JSONSerialization.data(
      withJSONObject: schema, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private typealias Schema = [String: Any]

  /// A mapping of these keys and no others.
  private static func object(of keys: [KeyFacts]) -> Schema {
    let properties = keys.map { key -> (String, Schema) in
      var schema = orNull(schema(of: key.form))
      schema["description"] = description(of: key)
      if key.name == "inputs" { schema["items"] = inputs(key.form.keys) }
      return (key.name, schema)
    }
    return [
      "type": "object", "additionalProperties": false,
      "properties": Dictionary(properties) { first, _ in first },
    ]
  }

  private static func description(of column: OwnColumn) -> String {
    "\(column.meaning) Values: \(column.type.values). Example: \(column.example)".replacing("`", with: "")
  }

  private static func description(of key: KeyFacts) -> String {
    let text = key.standard.isEmpty ? key.meaning : "\(key.meaning) Default: \(key.standard)"
    return text.replacing("`", with: "")
  }

  /// What a key may also be, which is the same as to leave it out.
  private static func orNull(_ schema: Schema) -> Schema {
    if let type = schema["type"] as? String { return schema.merging(["type": [type, "null"]]) { $1 } }
    if let types = schema["type"] as? [String] { return schema.merging(["type": types + ["null"]]) { $1 } }
    if let choices = schema["enum"] as? [Any] { return schema.merging(["enum": choices + [NSNull()]]) { $1 } }
    if let choices = schema["anyOf"] as? [Schema] {
      return schema.merging(["anyOf": choices + [["type": "null"]]]) { $1 }
    }
    return schema
  }

  private static func schema(of form: KeyForm) -> Schema {
    switch form {
    // Editors take what looks like a number or a boolean for one; the program takes it for text.
    case .text, .path: ["type": ["string", "number", "boolean"]]
    case .host: ["type": "string", "pattern": HostName.pattern]
    case .time: ["type": "string", "pattern": #"^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d"#]
    case .duration: ["type": "string", "pattern": #"^\d+[smhd]$"#]
    case .share: ["type": "string", "pattern": #"^\d+(\.\d+)?%$"#]
    case .count: ["type": "integer", "minimum": 0]
    case .choice(let words): ["enum": words.flatMap(written)]
    case .kind: ["enum": kinds]
    case .kinds: ["type": "string", "pattern": "^(\(anyKind))(, *(\(anyKind)))*$"]
    case .list(let form): ["type": "array", "items": schema(of: form)]
    case .map(_, let known, let values):
      known.isEmpty
        ? ["type": "object", "additionalProperties": orNull(schema(of: values))]
        : [
          "type": "object", "additionalProperties": orNull(schema(of: values)), "propertyNames": ["enum": known],
        ]
    case .either(let one, let other): ["anyOf": [schema(of: one), schema(of: other)]]
    case .keys(let keys): object(of: keys)
    }
  }

  private static let kinds = EvidenceKind.allCases.map(\.rawValue)
  private static let anyKind = kinds.joined(separator: "|")

  /// A word as text, and as what an editor takes it for.
  private static func written(_ word: String) -> [Any] {
    if let number = Int(word) { return [word, number] }
    if let flag = Bool(word) { return [word, flag] }
    return [word]
  }

  // MARK: - Inputs

  /// An entry of `inputs`. What may stand under `columns`, `constants` and `values` depends on its kind.
  private static func inputs(_ keys: [KeyFacts]) -> Schema {
    var schema = object(of: keys)
    schema["required"] = ["path"]
    schema["allOf"] = EvidenceKind.allCases.compactMap { kind -> Schema? in
      let columns = OwnColumns.list(of: kind)
      guard !columns.isEmpty else { return nil }
      return [
        "if": ["properties": ["kind": ["const": kind.rawValue]], "required": ["kind"]] as Schema,
        "then": ["properties": ofColumns(columns)],
      ]
    }
    return schema
  }

  private static func ofColumns(_ columns: [OwnColumn]) -> Schema {
    var (constants, values): (Schema, Schema) = ([:], [:])
    for column in columns {
      constants[column.name] = ["description": description(of: column)]
      guard let words = column.type.words else { continue }
      constants[column.name] =
        ["enum": words.flatMap(written) + [NSNull()], "description": description(of: column)] as Schema
      values[column.name] = ["additionalProperties": ["enum": words.flatMap(written) + ["", NSNull()]]]
    }
    let names = columns.map(\.name)
    let described = Dictionary(columns.map { ($0.name, ["description": description(of: $0)]) }) { first, _ in first }
    return [
      "columns": ["propertyNames": ["enum": names], "properties": described] as Schema,
      "constants": ["propertyNames": ["enum": names], "properties": constants] as Schema,
      "values": ["properties": values],
    ]
  }
}
