import Evidence

/// What a framer found next in a text.
enum Frame {
  /// The bytes of one record, which live until the next frame is asked for, and its line or number.
  case record(BorrowedText, number: Int64, hasBackslash: Bool)
  /// A record that cannot be cut out of the text. Of what belongs to it, `text` has the first bytes, as far as they are
  /// known: they may name a person.
  case fault(number: Int64, reason: String, text: [UInt8] = [])
  /// A last record that the end of the file cuts in two.
  case cutShort(number: Int64)
}
