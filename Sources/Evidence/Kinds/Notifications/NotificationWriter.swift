import Storage
import Timestamps

extension NotificationRecord: KindRecord {
  typealias Writer = NotificationWriter

  static let kind = EvidenceKind.notifications
  static let meansEveryBearer = true
  var time: Timestamp? { eventTime }
  /// Apple's `sub` is the person; the address is what the event is about.
  var person: Subject? { Subject(appleSub: sub) }
  var privateEmail: String? { isPrivateEmail == true ? email : nil }
  func saysPrivate(_ hosts: RelayHosts) -> Bool { isPrivateEmail == true || email.map(hosts.isRelay) == true }

  var signedToken: SignedToken? {
    guard isSigned else { return nil }
    return SignedToken(
      digest: tokenDigest, sub: sub, type: type, jti: jti, at: eventTime, isVerified: isVerified, problem: problem)
  }

  var isBelieved: Bool { problem == nil }

  /// Notifications that share an id, and say different things, are several. Whoever decodes one may keep whole seconds
  /// only. A forged notification may bear the id of a genuine one and must not replace it. A copy with a checked
  /// signature is stronger evidence than one without, and a signed copy goes before a decoded one.
  func identity(content: Int) -> Int? {
    guard problem == nil else { return content }
    return jti.map {
      [$0, sub, Self.knownType(type), "\(eventTime.milliseconds / 1000)", "\(isVerified)", "\(isSigned)"].hashValue
    }
  }

  func addRelations(to names: inout SharedNames) {
    names.add(email: email)
    if let jti { names.add("notification", jti) }
  }
}

extension NotificationRecord {
  /// Without the older spelling.
  static func knownType(_ type: String) -> String { type == "account-delete" ? "account-deleted" : type }
}

struct NotificationWriter: RecordWriter {
  static let data = RunTable(
    "evidence.notification_data",
    [
      "ref INTEGER PRIMARY KEY", "type TEXT NOT NULL", "sub TEXT NOT NULL", "event_time INTEGER NOT NULL",
      "email TEXT", "jti TEXT", "verified INTEGER NOT NULL", "audience TEXT",
    ])
  static var table: RunTable? { data }
  static let identity = ["coalesce(jti, '')", "sub", "type", "event_time / 1000"]

  private let rows: WriteStatement

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insertRecords(in: database)
  }

  func write(_ record: NotificationRecord, ref: Int64) throws -> RowDigest? {
    rows.bind(ref).bind(NotificationRecord.knownType(record.type)).bind(record.sub).bind(record.eventTime.milliseconds)
      .bind(record.email.map(NormalText.email)).bind(record.jti).bind(record.isVerified)
      .bind(record.audience)
    return try rows.run()
  }
}
