import Timestamps

/// A value in one of the sample's records.
indirect enum DemoValue {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case list([DemoRecord])

  static func time(_ time: Timestamp) -> DemoValue { .text(time.rfc3339) }
}

/// One record: names and values in their order.
struct DemoRecord {
  var fields: [(String, DemoValue)]

  subscript(name: String) -> String? {
    guard let value = fields.first(where: { $0.0 == name })?.1 else { return nil }
    return switch value {
    case .text(let text): text
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .list: nil
    }
  }

  mutating func add(_ name: String, _ value: DemoValue?) {
    if let value { fields.append((name, value)) }
  }

  /// On one line.
  var compact: String {
    "{" + fields.map { "\(Self.quoted($0)):\(Self.compact($1))" }.joined(separator: ",") + "}"
  }

  /// As `JSON.stringify(value, null, 2)` writes it.
  func pretty(indent: String = "") -> String {
    let inner = indent + "  "
    let lines = fields.map { name, value in "\(inner)\(Self.quoted(name)): \(Self.pretty(value, indent: inner))" }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
  }

  private static func compact(_ value: DemoValue) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .list(let records): "[" + records.map(\.compact).joined(separator: ",") + "]"
    }
  }

  private static func pretty(_ value: DemoValue, indent: String) -> String {
    guard case .list(let records) = value, !records.isEmpty else { return compact(value) }
    let inner = indent + "  "
    return "[\n" + records.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
  }

  /// The sample has no control characters.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

// Apart from the declaration: with it, the compiler finds the type of `fields` to depend on itself.
extension DemoRecord: ExpressibleByDictionaryLiteral {
  typealias Key = String
  typealias Value = DemoValue

  init(dictionaryLiteral elements: (String, DemoValue)...) { self.init(fields: elements) }
}
