import Storage
import Timestamps

/// Writes the records of one kind into its tables.
protocol RecordWriter {
  associatedtype Record

  /// The table with one row for each record, by `ref`; nil where nothing of a record is stored.
  static var table: RunTable? { get }

  /// SQL expressions on the table's columns that are equal for copies of one record of one person, whatever details a
  /// later copy adds; empty for kinds whose statements follow one another.
  static var identity: [String] { get }

  /// Columns in which copies do not differ where both show something: records that do are two, whatever else is alike.
  static var marks: [String] { get }

  /// - Throws: `StorageError`.
  init(_ database: Connection, _ settings: EvidenceSettings) throws

  /// - Parameter ref: the record's `Place`.
  /// - Returns: the digest of the row in `table`; nil where memory does not keep the record.
  /// - Throws: `StorageError`.
  func write(_ record: Record, ref: Int64) throws -> RowDigest?

  /// Whether a record shows that an account is in use, and the views of its kind do not show it (`OtherActivity`).
  ///
  /// - Parameter isWritten: whether it has a row in `table`.
  func isOtherActivity(_ record: Record, isWritten: Bool) -> Bool
}

extension RecordWriter {
  static var identity: [String] { [] }
  static var marks: [String] { [] }
  func isOtherActivity(_ record: Record, isWritten: Bool) -> Bool { false }
}

/// How many records of a kind there are, and when; milliseconds.
struct KindCount {
  var records = 0
  var first: Int64?
  var last: Int64?

  mutating func add(_ time: Timestamp?) {
    records += 1
    guard let time = time?.milliseconds else { return }
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }
}

/// The writer of one kind, without the type of its records.
protocol AnyKindWriter: AnyObject {
  var count: KindCount { get }

  /// Takes a record away again.
  func remove(_ ref: Int64, isCounted: Bool) throws
}

/// Counts and writes the records of one kind. It is generic so that writing a record needs no boxing and no look-up.
final class KindWriter<Record: KindRecord>: AnyKindWriter {
  private(set) var count = KindCount()
  private let writer: Record.Writer
  private let removal: WriteStatement?

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    writer = try Record.Writer(database, settings)
    removal = try Record.Writer.table.map { try WriteStatement(database, "DELETE FROM \($0.name) WHERE ref = ?") }
  }

  func count(_ record: Record) { count.add(record.time) }

  func write(_ record: Record, ref: Int64) throws -> RowDigest? { try writer.write(record, ref: ref) }

  func isOtherActivity(_ record: Record, isWritten: Bool) -> Bool {
    writer.isOtherActivity(record, isWritten: isWritten)
  }

  func remove(_ ref: Int64, isCounted: Bool) throws {
    if isCounted { count.records -= 1 }
    try removal?.bind(ref).run()
  }
}
