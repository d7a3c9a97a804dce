/// Writes XML 1.0, an element a line, indented by two spaces. A character that XML cannot hold becomes U+FFFD.
struct XMLWriter {
  typealias Attributes = KeyValuePairs<String, String>

  private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var depth = 0

  mutating func element(
    _ name: String, _ attributes: Attributes = [:], _ body: (inout XMLWriter) throws -> Void
  ) rethrows {
    indent()
    tag(name, attributes, end: ">\n")
    depth += 1
    try body(&self)
    depth -= 1
    indent()
    raw("</\(name)>\n")
  }

  mutating func element(_ name: String, _ attributes: Attributes = [:], text: String) {
    indent()
    tag(name, attributes, end: ">")
    escape(text, inAttribute: false)
    raw("</\(name)>\n")
  }

  mutating func empty(_ name: String, _ attributes: Attributes) {
    indent()
    tag(name, attributes, end: "/>\n")
  }

  /// The bytes since the last call.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func tag(_ name: String, _ attributes: Attributes, end: String) {
    raw("<\(name)")
    for (key, value) in attributes {
      raw(" \(key)=\"")
      escape(value, inAttribute: true)
      raw("\"")
    }
    raw(end)
  }

  private mutating func escape(_ text: String, inAttribute: Bool) {
    for character in text.unicodeScalars {
      switch character {
      case "&": raw("&amp;")
      case "<": raw("&lt;")
      case ">": raw("&gt;")
      case "\"": raw("&quot;")
      // A parser would turn these into spaces, or into another line break.
      case "\r": raw("&#13;")
      case "\t" where inAttribute: raw("&#9;")
      case "\n" where inAttribute: raw("&#10;")
      case "\t", "\n", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        bytes.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
      default: bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
      }
    }
  }

  private mutating func indent() { bytes.append(contentsOf: repeatElement(0x20, count: depth * 2)) }
  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
