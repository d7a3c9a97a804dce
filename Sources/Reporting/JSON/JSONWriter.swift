/// Writes JSON with the keys in the order in which they are given, indented by two spaces or all on one line.
///
/// Foundation's encoders choose the order of keys, and the report's format fixes it.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let isOnOneLine: Bool
  private var depth = 0
  private var isFirst = true

  init(onOneLine: Bool = false) { isOnOneLine = onOneLine }

  mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    openObject()
    try body(&self)
    closeObject()
  }

  mutating func openObject() { open("{") }
  mutating func closeObject() { close("}") }

  mutating func openArray() { open("[") }
  mutating func closeArray() { close("]") }

  mutating func array<Item>(_ items: some Sequence<Item>, _ body: (inout JSONWriter, Item) throws -> Void) rethrows {
    openArray()
    for item in items { try self.item { try body(&$0, item) } }
    closeArray()
  }

  /// An item of the array that is open.
  mutating func item(_ body: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    try body(&self)
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
    // Most texts have nothing to escape.
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

  mutating func number(_ value: Int?) { raw(value.map { "\($0)" } ?? "null") }
  mutating func flag(_ value: Bool) { raw(value ? "true" : "false") }

  private static let digits = Array("0123456789abcdef".utf8)

  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func open(_ bracket: String) {
    raw(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func close(_ bracket: String) {
    depth -= 1
    if !isFirst { newLine() }
    isFirst = false
    raw(bracket)
  }

  private mutating func separate() {
    if !isFirst { raw(",") }
    isFirst = false
    newLine()
  }

  private mutating func newLine() {
    if isOnOneLine { return }
    bytes.append(0x0A)
    for _ in 0..<depth { bytes.append(contentsOf: Self.indentation) }
  }

  /// An array, since a build for tests takes a fifteenth of its audits to repeat a byte.
  private static let indentation: [UInt8] = [0x20, 0x20]

  /// The bytes since the last call.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
