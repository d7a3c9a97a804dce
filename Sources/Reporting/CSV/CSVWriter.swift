/// RFC 4180, safe to open in a spreadsheet.
struct CSVWriter {
  private(set) var bytes: [UInt8] = []

  mutating func row(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      append(Self.harmless(cell))
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// A cell that a spreadsheet would run as a formula begins with an apostrophe
  /// (https://owasp.org/www-community/attacks/CSV_Injection).
  private static func harmless(_ cell: String) -> String {
    guard let first = cell.utf8.first else { return cell }
    return "=+-@\t\r".utf8.contains(first) ? "'" + cell : cell
  }

  private mutating func append(_ cell: String) {
    guard cell.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      bytes.append(contentsOf: cell.utf8)
      return
    }
    bytes.append(0x22)
    for byte in cell.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}
