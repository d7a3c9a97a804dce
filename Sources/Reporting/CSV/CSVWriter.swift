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

  /// Whether a spreadsheet would take the cell for a formula (https://owasp.org/www-community/attacks/CSV_Injection).
  private static func isFormula(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    switch cell.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }

  private mutating func append(_ cell: UnsafeBufferPointer<UInt8>) {
    let isPlain = cell.hasOnly { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
    if !isPlain { bytes.append(0x22) }
    if Self.isFormula(cell) { bytes.append(UInt8(ascii: "'")) }
    if isPlain {
      bytes.append(contentsOf: cell)
    } else {
      for byte in cell {
        if byte == 0x22 { bytes.append(0x22) }
        bytes.append(byte)
      }
      bytes.append(0x22)
    }
  }
}
