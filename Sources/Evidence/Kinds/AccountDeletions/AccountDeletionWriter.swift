import Storage
import Timestamps

extension AccountDeletionRecord: KindRecord {
  typealias Writer = AccountDeletionWriter

  static let kind = EvidenceKind.accountDeletions
  var time: Timestamp? { deletedAt }
  var person: Subject? { subject }
}

struct AccountDeletionWriter: RecordWriter {
  static let data = RunTable(
    "evidence.account_deletion_data",
    ["ref INTEGER PRIMARY KEY", "deleted_at INTEGER NOT NULL", "actor TEXT", "method TEXT"])
  static var table: RunTable? { data }
  static let identity = ["deleted_at"]
  static let marks = ["method"]

  private let rows: WriteStatement

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insertRecords(in: database)
  }

  func write(_ record: AccountDeletionRecord, ref: Int64) throws -> RowDigest? {
    rows.bind(ref).bind(record.deletedAt.milliseconds).bind(record.actor).bind(record.method?.rawValue)
    return try rows.run()
  }
}
