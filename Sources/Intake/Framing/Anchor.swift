import Evidence

/// The bytes by which records of a file begin, learnt from its first one, so that reading can go on after a
/// record that is broken.
///
/// Where records begin on lines of their own, it is the line end, the indentation and the brace: no text of valid
/// JSON holds a line end, and nothing inside a record is indented as little. Else it is the brace and the first
/// key: inside a text its quotes would be escaped.
struct Anchor {
  let bytes: [UInt8]
  /// Where the record begins within `bytes`.
  let lead: Int

  /// - Parameter indentation: the white space before the record since the last line end; nil without one.
  init?(indentation: [UInt8]?, record: BorrowedText) {
    if let indentation {
      bytes = [UInt8(ascii: "\n")] + indentation + [UInt8(ascii: "{")]
      lead = indentation.count + 1
      return
    }
    guard let quote = record.firstIndex(ofByte: UInt8(ascii: "\"")), record.first == UInt8(ascii: "{") else { return nil }
    guard record[1..<quote].allSatisfy({ $0.isWhitespace }) else { return nil }
    guard let end = record.firstIndex(ofByte: UInt8(ascii: "\""), from: quote + 1), end < 256 else { return nil }
    bytes = Array(record[...end])
    lead = 0
  }

  /// Where the next record begins at or after `start`.
  func firstIndex(in text: BorrowedText, from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { text.firstRange(of: $0, from: max(0, start - lead)) }.map { $0 + lead }
  }
}
