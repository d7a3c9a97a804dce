import Storage
import Timestamps

extension MailRecord: KindRecord {
  typealias Writer = MailWriter

  static let kind = EvidenceKind.mail
  static let bringsIntoScope = false
  var time: Timestamp? { at }
  var person: Subject? { Subject(email: recipient) }
}

/// Writes mail to relay addresses; of other mail only what its keys tell is kept.
struct MailWriter: RecordWriter {
  static let data = RunTable(
    "evidence.mail_data",
    [
      "ref INTEGER PRIMARY KEY", "recipient TEXT NOT NULL", "sender TEXT", "at INTEGER NOT NULL", "outcome TEXT",
      "reply TEXT", "message_id TEXT",
    ])
  static var table: RunTable? { data }

  private let rows: WriteStatement
  private let relayHosts: RelayHosts

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insertRecords(in: database)
    relayHosts = settings.relayHosts
  }

  func write(_ record: MailRecord, ref: Int64) throws -> RowDigest? {
    guard relayHosts.isRelay(record.recipient) else { return nil }
    rows.bind(ref).bind(NormalText.email(record.recipient)).bind(record.sender.map(NormalText.sender))
      .bind(record.at.milliseconds).bind(record.outcome?.rawValue).bind(record.reply?.lowercased())
      .bind(record.messageID)
    return try rows.run()
  }

  func isOtherActivity(_ record: MailRecord, isWritten: Bool) -> Bool { !isWritten }
}
