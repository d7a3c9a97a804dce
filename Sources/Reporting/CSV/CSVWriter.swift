/// CSV as of RFC 4180, in which no cell begins a formula.
struct CSVWriter {
  private(set) var bytes: [UInt8] = []
  private var isAtStart = true

  mutating func row(_ cells: [String]) {
    for text in cells { cell(text) }
    endRow()
  }

  /// # Safety
  /// The buffer of `withUTF8` is copied before it returns; nothing keeps it.
  mutating func cell(_ text: consuming String) {
    if !isAtStart { bytes.append(0x2C) }
    isAtStart = false
    text.withUTF8 { append($0) }
  }

  mutating func endRow() {
    bytes.append(0x0D)
    bytes.append(0x0A)
    isAtStart = true
  }

  /// The bytes since the last call.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// What a spreadsheet takes for the beginning of a formula: the signs, their full-width forms, which some convert,
  /// and the tab and line breaks that some skip before a sign (https://owasp.org/www-community/attacks/CSV_Injection).
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\t", "\r", "\n",
  ]

  /// Whether a spreadsheet would take the cell for a formula. Spaces before it do not help: some programs cut them off.
  private static func isFormula(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = cell.first, !isLetterOrDigit(first) else { return false }
    let text = String(decoding: cell.prefix(64), as: UTF8.self).unicodeScalars
    return text.first { !isSkipped($0) }.map(signs.contains) ?? false
  }

  /// Nearly every cell begins with one.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Spaces, and characters that are not seen.
  private static func isSkipped(_ character: Unicode.Scalar) -> Bool {
    !signs.contains(character)
      && (character.properties.isWhitespace || character.properties.isDefaultIgnorableCodePoint
        || character.value < 0x20)
  }

  /// Quotes what has a separator of any locale in it. A NUL, at which some readers stop, becomes U+FFFD.
  private mutating func append(_ cell: UnsafeBufferPointer<UInt8>) {
    let isPlain = cell.hasOnly { $0 >= 0x20 && $0 != 0x22 && $0 != 0x2C && $0 != 0x3B }
    if !isPlain { bytes.append(0x22) }
    if Self.isFormula(cell) { bytes.append(UInt8(ascii: "'")) }
    if isPlain {
      bytes.append(contentsOf: cell)
    } else {
      for byte in cell {
        switch byte {
        case 0x22: bytes.append(contentsOf: [0x22, 0x22])
        case 0: bytes.append(contentsOf: "\u{FFFD}".utf8)
        default: bytes.append(byte)
        }
      }
      bytes.append(0x22)
    }
  }
}
