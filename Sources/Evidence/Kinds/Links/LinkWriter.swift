import Storage
import Timestamps

extension LinkRecord: KindRecord {
  typealias Writer = LinkWriter

  static let kind = EvidenceKind.links
  static let keepsNames = false
  var time: Timestamp? { linkedAt }
  var person: Subject? { subject }
}

struct LinkWriter: RecordWriter {
  static let data = RunTable(
    "evidence.link_data",
    [
      "ref INTEGER PRIMARY KEY", "provider TEXT NOT NULL", "linked_at INTEGER NOT NULL", "identifier TEXT",
      "action TEXT NOT NULL", "actor TEXT",
    ])
  static var table: RunTable? { data }
  static let identity = ["linked_at", "provider", "action", "coalesce(identifier, '')"]

  private let rows: WriteStatement

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insertRecords(in: database)
  }

  func write(_ record: LinkRecord, ref: Int64) throws -> RowDigest? {
    rows.bind(ref).bind(record.provider).bind(record.linkedAt.milliseconds)
      .bind(record.identifier.map(record.provider == "phone" ? NormalText.phone : LinkedValue.normal))
      .bind(record.action.rawValue).bind(record.actor)
    return try rows.run()
  }
}
