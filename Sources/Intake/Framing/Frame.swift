import Evidence

/// What a framer found next in a text.
enum Frame {
  /// The bytes of one record, which live until the next frame is asked for, and its line or number.
  case record(BorrowedText, number: Int64, hasBackslash: Bool)
  /// A record that cannot be cut out of the text.
  case fault(number: Int64, reason: String)
  /// A last record that the end of the file cuts in two.
  case cutShort(number: Int64)
}
