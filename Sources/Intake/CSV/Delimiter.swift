import Evidence

/// What stands between the fields of a table.
package enum Delimiter {
  /// Comma, semicolon, tab and bar, the likeliest first.
  private static let all: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

  /// The one that makes the most fields of a header row; a comma where none makes two.
  static func ofHeader(_ line: BorrowedText) -> UInt8 {
    func fields(_ delimiter: UInt8) -> Int {
      let row = CSVRow(delimiter: delimiter)
      guard case .row = row.split(line, isLenient: false) else { return 0 }
      return row.fields.count
    }
    // Of equals the first.
    return all.map { ($0, fields($0)) }.reduce((all[0], 1)) { $1.1 > $0.1 ? $1 : $0 }.0
  }

  /// One of the four, or its name: `;` or `semicolon`. Nil for any other text.
  package static func named(_ text: String) -> UInt8? {
    switch text {
    case ",", "comma": UInt8(ascii: ",")
    case ";", "semicolon": UInt8(ascii: ";")
    case "\t", "\\t", "tab": UInt8(ascii: "\t")
    case "|", "bar": UInt8(ascii: "|")
    default: nil
    }
  }
}
