import Evidence
import Timestamps

/// Turns the records of one product's export into ours.
protocol ProductReader {
  static var kind: EvidenceKind { get }
  /// The beginning of the format's name: `auth0` of `auth0-csv`.
  static var product: String { get }
  static var guide: FormatGuide { get }
  /// How many of the product's own keys or columns the file has, and why it is the product's; nil if it is not.
  static func recognise(_ head: Head) -> (score: Int, why: String)?
  /// The shape of a file whose head does not show its records.
  static func shape(_ head: Head) -> Shape?

  /// Whether the configuration may rename its columns. A file of the kind is then read by it, whatever its columns are
  /// called.
  static var isOwn: Bool { get }
  /// As `RecordReader.needsList`.
  var needsList: Bool { get }

  init(_ context: ReaderContext) throws(ReadFailure)
  /// - Throws: `RecordRejection`.
  mutating func read(_ record: RecordFields) throws -> ProductRecord
  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord
  /// Records that can be made only after all others were read.
  func leftOver() -> [(place: Place, record: EvidenceRecord)]
  func complete(_ summary: inout SourceSummary)
}

extension ProductReader {
  static var isOwn: Bool { false }
  var needsList: Bool { true }
  static func shape(_ head: Head) -> Shape? { head.shape }
  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord { try read(record) }
  func leftOver() -> [(place: Place, record: EvidenceRecord)] { [] }
  func complete(_ summary: inout SourceSummary) {}
}

/// What one record of an export says.
struct ProductRecord {
  /// # Safety
  /// Its texts lie in the arena of the reader's context, which is emptied before the next record is read.
  var account: AccountSketch?
  /// If the record has an account, they count only if it is in scope.
  var evidence: [EvidenceRecord] = []
  /// The record's own time.
  var time: Timestamp?
  /// Why a valid record is not evidence of its kind.
  var ignoredBecause: String?

  static func ignored(_ reason: String) -> ProductRecord { ProductRecord(ignoredBecause: reason) }
}

extension EvidenceSink {
  /// Delivers what a record says; returns the screening of its account, if it has one.
  mutating func accept(_ record: ProductRecord, at place: Place) throws -> Screening? {
    guard let account = record.account else {
      for (index, evidence) in record.evidence.enumerated() {
        try accept(evidence, at: index == 0 ? place : place.part(index))
      }
      return nil
    }
    let screening = try screen(account, at: place)
    guard screening == .inScope else { return screening }
    // Evidence that comes with an account names it, and has to be known before the account is stored.
    for (index, evidence) in record.evidence.enumerated() {
      try accept(evidence, at: place.part(index + 1))
    }
    try accept(account, at: place)
    return screening
  }
}
