import Evidence

/// What stands between the fields of a table.
package enum Delimiter {
  /// Comma, semicolon, tab and bar, the likeliest first.
  private static let all: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

  static func isUsual(_ byte: UInt8) -> Bool { all.contains(byte) }

  /// The delimiter that splits a header row into the most fields; a comma if none splits it.
  static func ofHeader(_ line: BorrowedText) -> UInt8 {
    func fields(_ delimiter: UInt8) -> Int {
      let row = CSVRow(delimiter: delimiter)
      guard case .row = row.split(line, isLenient: false) else { return 0 }
      return row.fields.count
    }
    // A tie goes to the first.
    return all.map { ($0, fields($0)) }.reduce((all[0], 1)) { $1.1 > $0.1 ? $1 : $0 }.0
  }

  /// The names that a configuration may use, each with its byte.
  private static let written: [(name: String, byte: UInt8)] = [
    (",", UInt8(ascii: ",")), (";", UInt8(ascii: ";")), ("|", UInt8(ascii: "|")), ("\t", UInt8(ascii: "\t")),
    ("\\t", UInt8(ascii: "\t")), ("comma", UInt8(ascii: ",")), ("semicolon", UInt8(ascii: ";")),
    ("bar", UInt8(ascii: "|")), ("tab", UInt8(ascii: "\t")),
  ]

  /// All texts that `named` takes.
  package static var names: [String] { written.map(\.name) }

  /// One of the four, or its name: `;` or `semicolon`. Nil for any other text.
  package static func named(_ text: String) -> UInt8? { written.first { $0.name == text }?.byte }
}
