import Evidence

/// Cuts JSON records out of a window, in order.
///
/// A framer is a value: a copy that is put back, with the window where it was, gives the same frames again. What a record
/// is never depends on where reads end.
protocol RecordFramer {
  /// Whether brackets and quotes of each record are known to match.
  var closesRecords: Bool { get }
  var window: ByteWindow { get }
  mutating func next() -> Frame?
  /// Whether `recover` changes nothing unless `mayRecover`: then frames can be asked for before the records of earlier
  /// ones were read.
  var isSettled: Bool { get }
  /// The end of the text is that of the last record, which may be cut short.
  var endsInRecord: Bool { get }
  /// Whether another record may begin in `record`, so that reading goes on within it if it is rejected.
  func mayRecover(in record: BorrowedText) -> Bool
  /// To be called when the record that was handed out last is rejected, unless it changes nothing.
  ///
  /// - Returns: how many bytes of it belong to the record.
  mutating func recover() -> Int
  /// Adds what the whole text has told to the summary. To be called at its end.
  func complete(_ summary: inout SourceSummary)
}

extension JSONFramer: RecordFramer {
  var closesRecords: Bool { true }
  var isSettled: Bool { boundary.anchor != nil }
  var endsInRecord: Bool { false }

  func mayRecover(in record: BorrowedText) -> Bool { boundary.anchor?.firstIndex(in: record, from: 1) != nil }

  func complete(_ summary: inout SourceSummary) {
    if isTruncated { summary.isTruncated = true }
    summary.pagesNamingNext = pages.namingNext
    summary.lastPages = pages.count - pages.namingNext
    summary.statedRecords = pages.stated
  }
}

extension LineFramer: RecordFramer {
  var closesRecords: Bool { false }
  var isSettled: Bool { true }
  var endsInRecord: Bool { endsInLine }

  func mayRecover(in record: BorrowedText) -> Bool { false }
  /// Not called: a rejected line is all of its record.
  func recover() -> Int { 0 }
  func complete(_ summary: inout SourceSummary) {}
}
