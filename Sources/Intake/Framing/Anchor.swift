import Evidence

/// The bytes with which records of a file begin, learnt from its first records, so that reading can continue after a
/// broken one.
///
/// If records begin on lines of their own, it is the line end, the indentation and the brace: no text of valid JSON
/// contains a line end, and everything inside a record is indented further. Otherwise it is the brace and the first
/// key, whose quotes would be escaped inside a text. If objects within a record begin with the same key, it includes
/// the end of the previous record, so that no part of a record is taken for a record.
struct Anchor {
  let bytes: [UInt8]
  /// Where the record begins within `bytes`.
  let lead: Int
  /// By its indentation, no part of a record is taken for a record.
  let isIndented: Bool

  /// The first bytes of a record.
  var opening: ArraySlice<UInt8> { bytes[lead...] }

  /// - Parameters:
  ///   - indentation: the white space before the record since the last line end; nil without one.
  ///   - tail: the last bytes of the record before, with what stands between the two.
  ///   - isWhole: false where only the beginning of the record is known to belong to it.
  init?(indentation: [UInt8]?, tail: [UInt8]?, record: BorrowedText, isWhole: Bool) {
    if let indentation {
      bytes = [UInt8(ascii: "\n")] + indentation + [UInt8(ascii: "{")]
      lead = indentation.count + 1
      isIndented = true
      return
    }
    isIndented = false
    guard let opening = Self.opening(of: record) else { return nil }
    let isUnique = opening.withUnsafeBufferPointer { record.firstRange(of: $0, from: 1) } == nil
    // Credentials of the Admin SDK begin by `uid`, as its accounts do.
    let isTelling = isWhole ? isUnique : !BorrowedText(rebasing: record.prefix(opening.count)).contains("\"uid\"")
    if isTelling {
      bytes = opening
      lead = 0
      return
    }
    guard isWhole, let tail else { return nil }
    bytes = tail + opening
    lead = tail.count
    if bytes.withUnsafeBufferPointer({ record.firstRange(of: $0) }) != nil { return nil }
  }

  /// The brace and the first key.
  private static func opening(of record: BorrowedText) -> [UInt8]? {
    guard record.first == UInt8(ascii: "{"), let quote = record.firstIndex(ofByte: UInt8(ascii: "\"")) else {
      return nil
    }
    guard record[1..<quote].allSatisfy({ $0.isWhitespace }) else { return nil }
    guard let end = record.firstIndex(ofByte: UInt8(ascii: "\""), from: quote + 1), end < 256 else { return nil }
    return Array(record[...end])
  }

  /// Where the next record begins at or after `start`.
  func firstIndex(in text: BorrowedText, from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { text.firstRange(of: $0, from: max(0, start - lead)) }.map { $0 + lead }
  }
}
