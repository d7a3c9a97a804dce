import Evidence

/// Cuts JSON records out of a window, in order.
protocol RecordFramer {
  /// Whether brackets and quotes of each record are known to match.
  var closesRecords: Bool { get }
  mutating func next() -> Frame?
  /// Whether rejecting a record may change how the text after it is cut: because the record may hold the beginning of
  /// another, or because it is not known yet how records begin.
  func mayRecover(in record: BorrowedText) -> Bool
  /// To be called when the record that was handed out last is rejected. Where it may not recover, the call is not
  /// needed, and may come too late.
  ///
  /// - Returns: how many bytes belong to the record. Reading goes on after them.
  mutating func recover(in record: BorrowedText) -> Int
  /// The text ends in the last record, without a line end, so that the record may be cut short.
  var endsInRecord: Bool { get }
  /// What pages say beside their records and what `complete` adds. To be asked for at the text's end.
  var pageFields: [PageFacts.Field] { get }
  /// Adds to the summary what the whole text has told. To be called at its end.
  func complete(_ summary: inout SourceSummary)
}

extension JSONFramer: RecordFramer {
  var closesRecords: Bool { true }
  var endsInRecord: Bool { false }

  func mayRecover(in record: BorrowedText) -> Bool {
    guard let anchor = boundary.anchor else { return true }
    return anchor.firstIndex(in: record, from: 1) != nil
  }

  mutating func recover(in record: BorrowedText) -> Int { recover() }

  var pageFields: [PageFacts.Field] { pages.fields.sorted { ($0.name, $0.value) < ($1.name, $1.value) } }

  func complete(_ summary: inout SourceSummary) {
    if isTruncated { summary.isTruncated = true }
    summary.pagesNamingNext = pages.namingNext
    summary.lastPages = pages.count - pages.namingNext
    summary.statedRecords = pages.stated
  }
}

extension LineFramer: RecordFramer {
  var closesRecords: Bool { false }
  var endsInRecord: Bool { endsInLine }

  func mayRecover(in record: BorrowedText) -> Bool { false }
  func recover(in record: BorrowedText) -> Int { record.count }
  var pageFields: [PageFacts.Field] { [] }
  func complete(_ summary: inout SourceSummary) {}
}
