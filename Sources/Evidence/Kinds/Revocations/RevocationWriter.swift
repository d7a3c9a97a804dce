import Storage
import Timestamps

extension RevocationRecord: KindRecord {
  typealias Writer = RevocationWriter

  static let kind = EvidenceKind.revocations
  var time: Timestamp? { at }
  var person: Subject? { subject }
  var namedRequest: String? { requestID }
}

struct RevocationWriter: RecordWriter {
  static let data = RunTable(
    "evidence.revocation_data",
    [
      "ref INTEGER PRIMARY KEY", "request_id TEXT", "at INTEGER NOT NULL", "endpoint TEXT", "http_status INTEGER",
      "token_type TEXT", "outcome TEXT", "error TEXT", "client_id TEXT", "trace_id TEXT", "code_issued_at INTEGER",
      "refresh INTEGER NOT NULL", "exchanged INTEGER NOT NULL", "method TEXT",
    ])
  static var table: RunTable? { data }
  static let identity = ["at", "endpoint", "http_status", "outcome", "token_type", "refresh"]
  /// An application may call twice within a second, as for each of its client ids.
  static let marks = ["client_id", "error", "method", "request_id", "trace_id", "code_issued_at"]

  private let rows: WriteStatement

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insertRecords(in: database)
  }

  func write(_ record: RevocationRecord, ref: Int64) throws -> RowDigest? {
    rows.bind(ref).bind(record.requestID).bind(record.at.milliseconds).bind(record.endpoint?.rawValue)
      .bind(record.httpStatus.map(Int64.init)).bind(record.tokenType?.rawValue).bind(record.outcome?.rawValue)
      .bind(record.error.flatMap(ErrorCode.kept)).bind(record.clientID).bind(record.traceID)
      .bind(record.codeIssuedAt?.milliseconds).bind(record.isRefresh).bind(record.isExchangedBefore)
      .bind(record.method)
    return try rows.run()
  }
}
