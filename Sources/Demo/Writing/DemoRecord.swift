import Timestamps

/// A value in one of the sample's records.
enum DemoValue {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case list([DemoRecord])

  static func time(_ time: Timestamp) -> DemoValue { .text(time.rfc3339) }
}

/// A name with its value. It is no tuple, since the compiler rejects a value type that holds tuples of itself.
struct DemoField {
  var name: String
  var value: DemoValue
}

/// One record: names and values in their order.
struct DemoRecord {
  var fields: [DemoField]

  subscript(name: String) -> String? {
    guard let value = fields.first(where: { $0.name == name })?.value else { return nil }
    return switch value {
    case .text(let text): text
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .list: nil
    }
  }

  mutating func add(_ name: String, _ value: DemoValue?) {
    if let value { fields.append(DemoField(name: name, value: value)) }
  }

  mutating func add(_ more: [(String, DemoValue)]) {
    for (name, value) in more { add(name, value) }
  }

  /// On one line.
  var compact: String {
    "{" + fields.map { "\(Self.quoted($0.name)):\(Self.compact($0.value))" }.joined(separator: ",") + "}"
  }

  /// As `JSON.stringify(value, null, 2)` writes it.
  func pretty(indent: String = "") -> String {
    let inner = indent + "  "
    let lines = fields.map { "\(inner)\(Self.quoted($0.name)): \(Self.pretty($0.value, indent: inner))" }
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

extension DemoRecord: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, DemoValue)...) {
    self.init(fields: elements.map { DemoField(name: $0.0, value: $0.1) })
  }
}
