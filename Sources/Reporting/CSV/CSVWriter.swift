/// RFC 4180, safe to open in a spreadsheet.
struct CSVWriter {
  private(set) var bytes: [UInt8] = []
  private var isAtStart = true

  mutating func row(_ cells: [String]) {
    for text in cells { cell(text) }
    endRow()
  }

  mutating func cell(_ text: String) {
    if !isAtStart { bytes.append(0x2C) }
    isAtStart = false
    var text = text
    text.withUTF8 { append($0) }
  }

  mutating func endRow() {
    bytes.append(0x0D)
    bytes.append(0x0A)
    isAtStart = true
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Whether a spreadsheet would run the cell as a formula (https://owasp.org/www-community/attacks/CSV_Injection).
  private static func isFormula(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    switch cell.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }

  private mutating func append(_ cell: UnsafeBufferPointer<UInt8>) {
    // To the last byte, whatever came before it: so the processor looks at many at once.
    var special: UInt8 = 0
    for byte in cell { special |= byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D ? 1 : 0 }
    if special != 0 { bytes.append(0x22) }
    if Self.isFormula(cell) { bytes.append(UInt8(ascii: "'")) }
    if special == 0 {
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
