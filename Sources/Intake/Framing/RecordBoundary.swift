import Evidence

/// Collects what stands before and between the first records of a JSON text, until an `Anchor` can be made of it.
struct RecordBoundary {
  private(set) var anchor: Anchor?
  /// White space since the last line end; nil if another byte has followed it.
  private var indentation: [UInt8]?
  /// The last bytes of the previous record and what followed them.
  private var tail: [UInt8]?

  /// Bytes; more white space is not needed.
  private static let limit = 64

  mutating func note(whitespace byte: UInt8) {
    if anchor == nil, let length = tail?.count, length < Self.limit { tail?.append(byte) }
    if byte == UInt8(ascii: "\n") {
      indentation = []
    } else if anchor == nil, let length = indentation?.count, length < Self.limit {
      indentation?.append(byte)
    }
  }

  mutating func note(punctuation byte: UInt8) {
    if anchor == nil { tail?.append(byte) }
    indentation = nil
  }

  mutating func forgetIndentation() { indentation = nil }

  /// - Parameter isWhole: false if only the beginning of `record` is known to belong to it.
  mutating func learn(from record: BorrowedText, isWhole: Bool) {
    guard anchor == nil else { return }
    anchor = Anchor(indentation: indentation, tail: tail, record: record, isWhole: isWhole)
    tail = isWhole ? Array(record.suffix(2)) : nil
  }
}
