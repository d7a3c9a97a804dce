import Evidence

/// Finds header rows that end in a carriage return without a line feed, as programs of the old Mac OS wrote lines. All
/// rows of such a table are one line, and would be taken for its header.
enum BareReturn {
  /// Said of the whole file.
  static let reason =
    "its lines end in carriage returns (CR) alone, so that all rows are one line; save it with line feeds (LF or CRLF)"

  /// The place of the return that ends the row; nil where there is none. One in quotes, or at the end of the line, ends
  /// no row.
  ///
  /// - Parameter line: the first one, trimmed. Which of the usual delimiters the table has is not known yet.
  static func firstIndex(inHeader line: BorrowedText) -> Int? {
    guard line.firstIndex(ofByte: UInt8(ascii: "\r")) != nil else { return nil }
    var isQuoted = false
    // At the beginning of a field, or behind another quote. Elsewhere a quote is a part of its field.
    var mayOpen = true
    for (index, byte) in line.enumerated() {
      let isQuote = byte == UInt8(ascii: "\"")
      if isQuote, mayOpen || isQuoted { isQuoted.toggle() }
      if byte == UInt8(ascii: "\r"), !isQuoted { return index }
      mayOpen = !isQuoted && (isQuote || Delimiter.isUsual(byte))
    }
    return nil
  }
}
