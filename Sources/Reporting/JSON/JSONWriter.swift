/// Writes JSON with the keys in the order in which they are given, indented by two spaces.
///
/// Foundation's encoders order keys by themselves, and the report's format fixes their order.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true

  mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nested("{", "}", body)
  }

  mutating func array<Item>(_ items: some Sequence<Item>, _ body: (inout JSONWriter, Item) throws -> Void) rethrows {
    try nested("[", "]") { writer in
      for item in items {
        writer.separate()
        try body(&writer, item)
      }
    }
  }

  mutating func key(_ name: StaticString, _ body: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    string(name.description)
    bytes.append(contentsOf: ": ".utf8)
    try body(&self)
  }

  mutating func key(_ name: String, _ number: Int) {
    separate()
    string(name)
    bytes.append(contentsOf: ": \(number)".utf8)
  }

  mutating func key(_ name: StaticString, _ value: String?) { key(name) { $0.string(value) } }
  mutating func key(_ name: StaticString, _ value: Int) { key(name) { $0.raw("\(value)") } }
  mutating func key(_ name: StaticString, _ value: Bool) { key(name) { $0.raw(value ? "true" : "false") } }

  mutating func string(_ value: String?) {
    guard let value else { return raw("null") }
    bytes.append(0x22)
    defer { bytes.append(0x22) }
    // Few texts have anything to escape.
    if value.hasOnly({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) { return raw(value) }
    for byte in value.utf8 {
      switch byte {
      case 0x22: bytes.append(contentsOf: "\\\"".utf8)
      case 0x5C: bytes.append(contentsOf: "\\\\".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func nested(
    _ open: String, _ close: String, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    raw(open)
    depth += 1
    isFirst = true
    try body(&self)
    depth -= 1
    if !isFirst { newLine() }
    isFirst = false
    raw(close)
  }

  private mutating func separate() {
    if !isFirst { raw(",") }
    isFirst = false
    newLine()
  }

  private mutating func newLine() {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
  }

  /// What was written so far; the writer goes on with an empty buffer.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
