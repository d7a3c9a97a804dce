import Storage
import Timestamps

/// Writes evidence other than accounts into the run's tables.
final class EvidenceWriter {
  let consents: KindWriter<ConsentRecord>
  let links: KindWriter<LinkRecord>
  let deletions: KindWriter<DeletionRecord>
  let revocations: KindWriter<RevocationRecord>
  let accountDeletions: KindWriter<AccountDeletionRecord>
  let notifications: KindWriter<NotificationRecord>
  let signIns: KindWriter<SignInRecord>
  let mail: KindWriter<MailRecord>
  private let writers: KindWriters
  private let keys: WriteStatement
  private let keyRemoval: WriteStatement
  private let signedTokens: SignedTokenWriter
  private let relayHosts: RelayHosts
  /// A record of this run says that Apple hides its person's address.
  private(set) var saysPrivate = false
  /// This run has records of `OtherActivity`.
  private(set) var hasOtherActivity = false

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    relayHosts = settings.relayHosts
    writers = try KindWriters(database, settings)
    consents = try writers.writer()
    links = try writers.writer()
    deletions = try writers.writer()
    revocations = try writers.writer()
    accountDeletions = try writers.writer()
    notifications = try writers.writer()
    signIns = try writers.writer()
    mail = try writers.writer()
    keys = try RunTables.keys.insert(in: database)
    keyRemoval = try WriteStatement(database, "DELETE FROM \(RunTables.keys.name) WHERE ref = ?")
    signedTokens = try SignedTokenWriter(database)
  }

  /// For a kind without a writer of its own above.
  ///
  /// - Throws: `UnlistedKind`.
  func writer<Record: KindRecord>(of record: Record) throws -> KindWriter<Record> { try writers.writer() }

  func count(of kind: EvidenceKind) -> KindCount { writers[kind]?.count ?? KindCount() }

  func write(_ token: SignedToken, of kind: EvidenceKind, ref: Int64) throws -> RowDigest {
    try signedTokens.write(token, of: kind, ref: ref)
  }

  /// - Parameters:
  ///   - subject: whom the record names; `keys` are its keys.
  ///   - rows: the digests of what was written of the record; empty where memory does not keep it.
  func writeKeys<Record: KindRecord>(
    _ keys: SubjectKeys, _ subject: Subject, of record: Record, isOtherActivity: Bool = false, content: Int,
    rows: [RowDigest], ref: Int64
  ) throws {
    func signed(_ key: UInt64?) -> Int64? { key.map { Int64(bitPattern: $0) } }
    let keepsNames = Record.keepsNames
    let privateEmail = record.isBelieved ? record.privateEmail.map { SubjectKey(email: $0).bits } : nil
    let isPrivate = record.isBelieved && record.saysPrivate(relayHosts)
    if isPrivate { saysPrivate = true }
    if isOtherActivity { hasOtherActivity = true }
    self.keys.bind(ref).bind(Record.kind.rawValue).bind(subject.tenant).bind(signed(keys.uid))
      .bind(signed(keys.appleSub)).bind(signed(keys.email)).bind(signed(keys.emailSHA256)).bind(signed(keys.phone))
      .bind(keepsNames ? subject.uid : nil).bind(keepsNames ? subject.email.map(NormalText.email) : nil)
      .bind(keepsNames ? subject.appleSub : nil).bind(record.namedRequest).bind(record.createdBefore?.milliseconds)
      .bind(record.time?.milliseconds).bind(Int64(content)).bind(nil as Int64?).bind(signed(privateEmail))
      .bind(isPrivate ? record.time?.milliseconds ?? 0 : nil)
      .bind(rows.isEmpty ? nil : Self.digest(of: rows, Record.kind, keys, subject.tenant))
      .bind(isOtherActivity ? 1 : nil)
    try self.keys.run()
  }

  /// Equal for two records, of whatever runs, that say the same of a person known by the same names.
  private static func digest(
    of rows: [RowDigest], _ kind: EvidenceKind, _ keys: SubjectKeys, _ tenant: String?
  ) -> Int64 {
    var digest = RowDigest()
    digest.add(kind.rawValue)
    digest.add(tenant)
    for key in [keys.uid, keys.appleSub, keys.email, keys.emailSHA256, keys.phone] {
      digest.add(key.map { Int64(bitPattern: $0) })
    }
    for row in rows { digest.add(row.integer) }
    return digest.integer
  }

  /// Takes a record away again, and no longer counts it, if it was counted.
  func remove(_ ref: Int64, of kind: EvidenceKind, isCounted: Bool = true) throws {
    try keyRemoval.bind(ref).run()
    try writers[kind]?.remove(ref, isCounted: isCounted)
  }
}
