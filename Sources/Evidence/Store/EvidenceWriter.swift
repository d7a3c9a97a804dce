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

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
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

  func write(_ token: SignedToken, of kind: EvidenceKind, ref: Int64) throws {
    try signedTokens.write(token, of: kind, ref: ref)
  }

  /// - Parameter subject: whom the record names; `keys` are its keys.
  func writeKeys<Record: KindRecord>(
    _ keys: SubjectKeys, _ subject: Subject, of record: Record, content: Int, ref: Int64
  ) throws {
    func signed(_ key: UInt64?) -> Int64? { key.map { Int64(bitPattern: $0) } }
    let keepsNames = Record.keepsNames
    self.keys.bind(ref).bind(Record.kind.rawValue).bind(subject.tenant).bind(signed(keys.uid))
      .bind(signed(keys.appleSub)).bind(signed(keys.email)).bind(signed(keys.emailSHA256)).bind(signed(keys.phone))
      .bind(keepsNames ? subject.uid : nil).bind(keepsNames ? subject.email.map(NormalText.email) : nil)
      .bind(keepsNames ? subject.appleSub : nil).bind(record.namedRequest).bind(record.createdBefore?.milliseconds)
      .bind(Int64(content))
    try self.keys.run()
  }

  /// Takes a record away again, and no longer counts it.
  func remove(_ ref: Int64, of kind: EvidenceKind) throws {
    try keyRemoval.bind(ref).run()
    try writers[kind]?.remove(ref)
  }
}
