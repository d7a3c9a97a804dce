import Storage
import Timestamps

extension DeletionRecord: KindRecord {
  typealias Writer = DeletionWriter

  static let kind = EvidenceKind.deletions
  var time: Timestamp? { requestedAt }
  var person: Subject? { subject }
  var namedRequest: String? { requestID }
  var createdBefore: Timestamp? { requestedAt }
}

struct DeletionWriter: RecordWriter {
  static let data = RunTable(
    "evidence.deletion_data",
    [
      "ref INTEGER PRIMARY KEY", "request_id TEXT NOT NULL", "requested_at INTEGER", "status TEXT",
      "completed_at INTEGER", "regulation TEXT", "apple INTEGER", "manual INTEGER NOT NULL",
    ])
  static var table: RunTable? { data }

  private let rows: WriteStatement
  private let relayHosts: RelayHosts

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insertRecords(in: database)
    relayHosts = settings.relayHosts
  }

  func write(_ record: DeletionRecord, ref: Int64) throws -> RowDigest? {
    let namesApple = record.subject.appleSub != nil || record.subject.email.map(relayHosts.isRelay) == true
    rows.bind(ref).bind(record.requestID).bind(record.requestedAt?.milliseconds).bind(record.status?.rawValue)
      .bind(record.completedAt?.milliseconds).bind(record.regulation?.rawValue)
      .bind(namesApple ? true : record.hasAppleCredential).bind(record.isDirectedToManualRevocation)
    return try rows.run()
  }
}
