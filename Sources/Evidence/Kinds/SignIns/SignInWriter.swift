import Storage
import Timestamps

extension SignInRecord: KindRecord {
  typealias Writer = SignInWriter

  static let kind = EvidenceKind.signIns
  var time: Timestamp? { at }
  var person: Subject? { subject }
  var privateEmail: String? { isPrivateEmail == true ? subject.email : nil }
  func saysPrivate(_ hosts: RelayHosts) -> Bool {
    isWithApple && (isPrivateEmail == true || subject.email.map(hosts.isRelay) == true)
  }

  var signedToken: SignedToken? {
    guard isSigned else { return nil }
    return SignedToken(digest: tokenDigest, sub: subject.appleSub, at: at, isVerified: isVerified, problem: problem)
  }

  var isBelieved: Bool { problem == nil }

  func identity(content: Int) -> Int? { problem == nil ? nil : content }

  func addRelations(to names: inout SharedNames) {
    names.add(email: tokenEmail)
    if let nonceHash { names.add("nonce", nonceHash) }
  }
}

/// Writes sign-ins with Apple; of one with another provider only what its keys tell is kept.
struct SignInWriter: RecordWriter {
  static let data = RunTable(
    "evidence.sign_in_data",
    [
      "ref INTEGER PRIMARY KEY", "at INTEGER NOT NULL", "provider TEXT NOT NULL", "nonce INTEGER NOT NULL",
      "nonce_hash TEXT", "nonce_hashed INTEGER", "nonce_raw INTEGER NOT NULL", "audience TEXT", "private_email INTEGER",
      "nonce_form TEXT",
    ])
  static var table: RunTable? { data }
  static let identity = ["at", "provider"]
  /// Tokens tell seconds alone, and a person may sign in twice in one.
  static let marks = ["nonce_hash", "audience"]

  private let rows: WriteStatement
  private let relayHosts: RelayHosts

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    relayHosts = settings.relayHosts
    rows = try Self.data.insertRecords(in: database)
  }

  func write(_ record: SignInRecord, ref: Int64) throws -> RowDigest? {
    guard record.isWithApple else { return nil }
    rows.bind(ref).bind(record.at.milliseconds).bind(record.provider).bind(record.hasNonce).bind(record.nonceHash)
      .bind(record.isNonceHashed).bind(record.isNonceRaw).bind(record.audience).bind(isPrivate(record))
      .bind(record.nonceForm?.rawValue)
    return try rows.run()
  }

  func isOtherActivity(_ record: SignInRecord, isWritten: Bool) -> Bool { !isWritten }

  /// Apple leaves the claim out where it would be false, but a relay address is hidden whatever a token lacks.
  private func isPrivate(_ record: SignInRecord) -> Bool? {
    record.isPrivateEmail ?? record.tokenEmail.flatMap { relayHosts.isRelay($0) ? nil : false }
  }
}
