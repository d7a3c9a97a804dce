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
    "evidence.account_deletion_data", ["ref INTEGER PRIMARY KEY", "deleted_at INTEGER NOT NULL", "actor TEXT"])
  static var table: RunTable? { data }

  private let rows: WriteStatement

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insert(in: database)
  }

  func write(_ record: AccountDeletionRecord, ref: Int64) throws {
    rows.bind(ref).bind(record.deletedAt.milliseconds).bind(record.actor)
    try rows.run()
  }
}
