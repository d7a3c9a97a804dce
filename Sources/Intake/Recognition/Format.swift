import Evidence

/// One kind of file that intake reads. Each is one file in `Formats` and one line in `Registry`.
protocol Format: Sendable {
  var kind: EvidenceKind { get }
  var guide: FormatGuide { get }
  func name(of shape: Shape) -> String
  /// Whether a file is of this format; nil if not.
  func recognise(_ head: Head) -> Recognition?
  /// The shape of a file whose kind the user named, though its content does not show it.
  func shape(forced head: Head) -> Shape?
  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader
  /// Whether its columns are ours, so that any file can be mapped to them.
  var isOwn: Bool { get }
}

extension Format {
  var isOwn: Bool { false }
}

struct Recognition {
  var shape: Shape
  /// How many required keys or columns match the format. The format with the most is chosen.
  var score: Int
  /// A sentence.
  var why: String
}

/// What a reader needs to know about its source.
struct ReaderContext {
  var options: IntakeOptions
  var settings: SourceSettings
  var shape: Shape
  var locators: Locators
  var file: SourceFile
  /// Credentials from other files of the run, for this file's accounts.
  var joined: JoinedCredentials
  /// Holds the texts of the current account, for readers that assemble accounts from several places of a record.
  /// Emptied before each record.
  var texts = TextArena()
}

/// Turns raw records into normalised ones. One reader reads one source.
protocol RecordReader {
  /// Whether an object that names no list of records is a fault.
  var needsList: Bool { get }
  /// Whether a `null` in place of a record is passed over.
  var skipsNull: Bool { get }
  /// Whether `read(_:hasBackslash:…)` is to be called; a table's rows come with `read(_:at:into:)`.
  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading
  /// Takes the header row of a table. A rejection here rejects the whole file.
  mutating func begin(header: [String]) throws(RecordRejection)
  mutating func read(_ row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink) throws -> Reading
  /// Takes the detail of the next row.
  mutating func take(detail: [String: String])
  /// Takes the fields that stand beside the records on pages, after the last record.
  mutating func look(atPages fields: [PageFacts.Field])
  /// Called after the last record. Returns records that turned out to be unusable.
  func end(into sink: inout some EvidenceSink) throws -> [LateReject]
  /// Adds the reader's own facts to the summary.
  func complete(_ summary: inout SourceSummary)
}

/// What turned out to be unusable once all was read.
struct LateReject {
  var place: Place
  var reason: String
  /// Whether nothing of the record is used, which was counted as one that is.
  var isAllOfRecord = false
}

extension RecordReader {
  var needsList: Bool { true }
  var skipsNull: Bool { false }

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    throw RecordRejection("the record is JSON, but the file is a table")
  }

  mutating func begin(header: [String]) throws(RecordRejection) {}

  mutating func take(detail: [String: String]) {}

  mutating func look(atPages fields: [PageFacts.Field]) {}

  func end(into sink: inout some EvidenceSink) throws -> [LateReject] { [] }

  mutating func read(_ row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink) throws -> Reading {
    throw RecordRejection("the record is a row, but the file is JSON")
  }
}

/// The result of reading one record that was not rejected.
struct Reading {
  /// The record's own time, in milliseconds.
  var time: Int64?
  var isDuplicate = false
  /// Why a valid record is not evidence of its kind.
  var ignoredBecause: String?
  /// The source's mapping leaves it out.
  var isSkipped = false
}
