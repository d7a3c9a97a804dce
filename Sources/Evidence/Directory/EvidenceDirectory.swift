package import Storage
package import Timestamps

/// Looks things up in a run's evidence, for people: whom a verdict is about, and what a record says.
package final class EvidenceDirectory {
  /// The connection that its queries run on.
  package let database: Connection
  /// The run's own tables.
  package let tables: Set<String>
  /// Sources of earlier runs of which not all could be read.
  package let earlierDamage: [EarlierDamage]
  /// By account, when a person was forgotten who is back: milliseconds.
  package let forgotten: [Int64: Int64]
  private let isInOrderOfUID: Bool
  private let subjects: SelectStatement
  private let strangers: SelectStatement
  private let kinds: SelectStatement
  private let presence: SelectStatement
  private let hiddenCredentials: SelectStatement
  private let hiddenApple: SelectStatement
  private let unlinked: SelectStatement
  private let otherActivity: SelectStatement
  private var records: [EvidenceKind: SelectStatement] = [:]
  /// What records that are elsewhere say, by their refs; in place of what the run's tables would tell.
  package var toldSummaries: [Int64: String] = [:]
  /// What `undecidedSources` found: each rule asks.
  var undecided: [UndecidedSource]?

  /// To be used after `EvidenceSession.finish`; of accounts alone, after `finishAccounts`.
  ///
  /// - Parameter database: the connection for queries; the session's own where it is nil.
  /// - Throws: `StorageError`.
  package init(_ session: EvidenceSession, database: Connection? = nil) throws {
    self.database = database ?? session.database
    tables = session.tables
    earlierDamage = session.earlierDamage
    forgotten = session.forgottenFound.persons.byAccount
    isInOrderOfUID = session.accounts.areInOrderOfUID
    let database = self.database
    subjects = try SelectStatement(
      database,
      "SELECT tenant, uid, coalesce(relay_address, email), apple_sub, ref FROM accounts.account_row WHERE account = ?")
    strangers = try SelectStatement(database, "SELECT name FROM \(RunTables.shadows.name) WHERE account = ?")
    kinds = try SelectStatement(database, "SELECT kind FROM evidence.evidence_key WHERE ref = ?")
    presence = try SelectStatement(database, "SELECT 1 FROM accounts.account_row WHERE account = ? AND present")
    hiddenCredentials = try SelectStatement(
      database,
      """
      SELECT provider, coalesce(raw_id, '') FROM accounts.identifier_row
      WHERE account = ? AND role = \(IdentifierRole.hidden.rawValue)
      """)
    hiddenApple = try SelectStatement(
      database,
      """
      SELECT 1 FROM accounts.identifier_row i CROSS JOIN accounts.account_row a ON a.account = i.account
      WHERE i.account = ? AND i.role = \(IdentifierRole.hidden.rawValue) AND i.provider = 'apple.com' AND a.present
        AND NOT a.anonymized
      """)
    unlinked = try SelectStatement(
      database,
      """
      SELECT provider, coalesce(raw_id, '') FROM accounts.identifier_row
      WHERE account = ?1 AND role = \(IdentifierRole.unlinked.rawValue)
      UNION ALL
      SELECT 'phone', '' FROM accounts.account_row WHERE account = ?1 AND phone IS NULL
      UNION ALL
      SELECT 'email', '' FROM accounts.account_row WHERE account = ?1 AND email IS NULL
      """)
    otherActivity = try SelectStatement(
      database, "SELECT at FROM evidence.evidence_key WHERE ref = ? AND other_activity")
  }

  /// Who an account is, and the record that shows it now.
  package func subject(of account: Int64) throws -> (subject: Subject, place: Place?) {
    subjects.start(account)
    guard try subjects.next() else { return (Subject(), nil) }
    var subject = Subject(
      tenant: subjects.optionalText(0), uid: subjects.optionalText(1), email: subjects.optionalText(2),
      appleSub: subjects.optionalText(3))
    let place = subjects.optionalInteger(4).map(Place.init(ref:))
    if subject.isEmpty {
      strangers.start(account)
      if try strangers.next() { subject.key = strangers.optionalInteger(0).map { UInt64(bitPattern: $0) } }
    }
    return (subject, place)
  }

  /// Whether this run's exports show the account.
  package func isPresent(_ account: Int64) throws -> Bool {
    presence.start(account)
    return try presence.next()
  }

  /// A credential, or what stands in a link's place.
  package struct PastCredential {
    package var provider: String
    /// Of its link, where it is not the account's first one with the provider.
    package var discriminator: String
  }

  /// Those of which nobody knows whether the account still has them: an earlier export showed them, and the present one
  /// leaves them out. The account's own number and address tell of a phone and a password.
  package func hiddenCredentials(of account: Int64) throws -> [PastCredential] {
    try credentials(hiddenCredentials, of: account).filter { !LinkBuilder.notSocial.contains($0.provider) }
  }

  /// Those that the account's export shows to be gone, and its number and address where it has none.
  package func goneCredentials(of account: Int64) throws -> [PastCredential] {
    try credentials(unlinked, of: account)
  }

  private func credentials(_ statement: SelectStatement, of account: Int64) throws -> [PastCredential] {
    statement.start(account)
    defer { statement.reset() }
    var found: [PastCredential] = []
    while try statement.next() {
      let value = LinkedValue.normalID(statement.text(1))
      found.append(PastCredential(provider: statement.text(0), discriminator: LinkedValue.discriminator(value)))
    }
    return found
  }

  /// Whether the account had Apple's credential, this run's export leaves such credentials out, and nothing else shows
  /// that it is an account with Apple: rules about such accounts pass it over.
  package func hidesApple(of account: Int64) throws -> Bool {
    hiddenApple.start(account)
    defer { hiddenApple.reset() }
    return try hiddenApple.next()
  }

  /// What the record says, in a few words without personal data.
  package func summary(of place: Place) throws -> String {
    if let told = toldSummaries[place.ref] { return told }
    guard place.number > 0 else { return try sourceSummary(place.source) }
    kinds.start(place.ref)
    guard try kinds.next(), let kind = EvidenceKind(rawValue: kinds.text(0)) else { return "account record" }
    return try summary(of: place, kind, withTime: true)?.text ?? kind.rawValue
  }

  /// What records say that have secrets, by their refs; accounts, of which nothing is said, are not among them.
  func summariesOfSecrets() throws -> [Int64: String] {
    let refs = try database.all(
      sql: "SELECT ref FROM evidence.secret_data WHERE ref IN (SELECT ref FROM evidence.evidence_key)"
    ) { $0.integer(0) }
    return try refs.reduce(into: [:]) { $0[$1] = try summary(of: Place(ref: $1)) }
  }

  /// What a record of a kind says, and its own time.
  ///
  /// - Parameter withTime: whether the text says the time as well.
  func summary(of place: Place, _ kind: EvidenceKind, withTime: Bool) throws -> (text: String, at: Timestamp?)? {
    guard let summary = RecordSummary.all[kind] else { return nil }
    let record = try records[kind] ?? SelectStatement(database, summary.sql)
    records[kind] = record
    record.start(place.ref)
    guard try record.next() else { return try summaryOfOtherActivity(place, kind, withTime: withTime) }
    return (summary.text(record, withTime: withTime), record.optionalInteger(0).map(Timestamp.init(milliseconds:)))
  }

  private func summaryOfOtherActivity(
    _ place: Place, _ kind: EvidenceKind, withTime: Bool
  ) throws -> (text: String, at: Timestamp?)? {
    otherActivity.start(place.ref)
    defer { otherActivity.reset() }
    guard try otherActivity.next() else { return nil }
    let time = withTime ? otherActivity.readableTime(0) : nil
    return (
      OtherActivity.text(of: kind, time ?? ""), otherActivity.optionalInteger(0).map(Timestamp.init(milliseconds:))
    )
  }

  private func sourceSummary(_ source: SourceOrdinal) throws -> String {
    try database.first(
      sql: "SELECT kind, captured_at FROM evidence.source_fact WHERE source = ?", arguments: [source]
    ) { row in
      "\(row.optionalText(0) ?? "source") captured on \(Timestamp(milliseconds: row.integer(1)).readable)"
    } ?? "source"
  }

  /// Links of anonymized accounts, and requests for deletion by their ids.
  func linkCount() throws -> Int { try count("SELECT count(*) FROM link WHERE anonymity = 'anonymized'") }
  func deletionRequestCount() throws -> Int {
    try count("SELECT count(DISTINCT request_id) FROM evidence.deletion_data")
  }

  private func count(_ sql: String) throws -> Int { try database.first(sql: sql) { Int($0.integer(0)) } ?? 0 }

  /// Whether this run's exports show accounts of the tenant.
  package func isExported(tenant: String) throws -> Bool {
    try database.first(sql: "SELECT 1 FROM evidence.exported_tenant_data WHERE name = ?", arguments: [tenant]) { _ in
      true
    } ?? false
  }

  /// The projects, other than the configured one, that provider configurations of this run name; none where they name
  /// a number, or nothing is configured. In order.
  func otherProviderProjects() throws -> [String] {
    try database.all(
      sql: """
        SELECT DISTINCT p.project FROM evidence.provider_config_data p
        JOIN evidence.run_context c ON c.configured_project <> p.project
        WHERE p.project GLOB '*[^0-9]*' AND c.configured_project GLOB '*[^0-9]*' ORDER BY p.project
        """
    ) { $0.text(0) }
  }

  /// A deletion request that stands for no obligation of its own: it was cancelled or denied, or an earlier request of
  /// the person is due as well.
  package struct EndedRequest: Sendable {
    /// Negative for a person whom no export shows.
    package var account: Int64
    package var requestID: String
    /// False where it was cancelled or denied.
    package var isDue: Bool
  }

  package func requestsWithoutObligation() throws -> [EndedRequest] {
    try database.all(
      sql: "SELECT account, request_id, due FROM evidence.deletion_row WHERE due = 0 OR is_obligation = 0"
    ) { EndedRequest(account: $0.integer(0), requestID: $0.text(1), isDue: $0.flag(2)) }
  }

  package struct Coverage: Hashable, Sendable {
    package var kind: EvidenceKind
    package var isPresent: Bool
    package var records: Int
    package var matched: Int
    package var from: Timestamp?
    package var to: Timestamp?
    /// Whether a source of this run has the kind; `isPresent` also where memory has it.
    package var isSupplied: Bool
    /// Records that earlier runs read and that still count.
    package var remembered: Int
    /// When the newest source of the kind, remembered ones too, was captured.
    package var capturedTo: Timestamp?
  }

  /// In the order of the kinds.
  package func coverage() throws -> [Coverage] {
    let found = try database.all(
      sql: """
        SELECT kind, present, records, matched, first_at, last_at, supplied, remembered, captured_to
        FROM evidence.coverage_fact
        """
    ) { row in
      EvidenceKind(rawValue: row.text(0)).map { kind in
        Coverage(
          kind: kind, isPresent: row.flag(1), records: Int(row.integer(2)), matched: Int(row.integer(3)),
          from: row.optionalInteger(4).map(Timestamp.init(milliseconds:)),
          to: row.optionalInteger(5).map(Timestamp.init(milliseconds:)), isSupplied: row.flag(6),
          remembered: Int(row.integer(7)), capturedTo: row.optionalInteger(8).map(Timestamp.init(milliseconds:)))
      }
    }
    let byKind = Dictionary(found.compactMap { $0 }.map { ($0.kind, $0) }) { first, _ in first }
    return EvidenceKind.allCases.compactMap { byKind[$0] }
  }

  /// A present account with a relay address, or anonymized.
  package struct FlaggedRow: Hashable, Sendable {
    package var uid: String
    package var isAnonymized: Bool
    package var relayAddress: String?
    package var relayDomain: String?
    /// Sorted, with spaces between.
    package var providers: String
    package var firstSeen: Timestamp
  }

  /// Calls `body` for each flagged account, in order of uid.
  ///
  /// - Returns: how many present accounts have an Apple credential and no address at all, so that nobody can tell
  ///   whether they are anonymized (docs/contract.md, section 5). One pass finds both: there may be a million accounts.
  package func forEachFlaggedAccount(_ body: (FlaggedRow) throws -> Void) throws -> Int {
    let rows = try SelectStatement(
      database,
      """
      SELECT uid, relay_address, first_seen_at, providers, anonymized
      FROM accounts.account_row
      WHERE present AND (anonymized OR relay_address IS NOT NULL OR \(AccountTable.isAnonymityUnknown))
      ORDER BY \(isInOrderOfUID ? "account" : "uid, tenant")
      """)
    var unknown = 0
    while try rows.next() {
      let address = rows.optionalText(1)
      guard address != nil || rows.flag(4) else {
        unknown += 1
        continue
      }
      try body(
        FlaggedRow(
          uid: rows.text(0), isAnonymized: rows.flag(4), relayAddress: address,
          relayDomain: address.flatMap(NormalText.host(ofEmail:)), providers: rows.text(3),
          firstSeen: Timestamp(milliseconds: rows.integer(2))))
    }
    return unknown
  }
}
