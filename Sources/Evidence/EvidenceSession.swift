import Crypto
package import GRDB
package import Timestamps

/// The source whose records come in now.
struct OpenSource {
  var ordinal: SourceOrdinal
  var format: String
  /// Milliseconds.
  var capturedAt: Int64
}

/// One run's evidence: takes the records of all sources, then resolves who is who, and opens the views to the rules.
///
/// Sources other than accounts come first, so that an account named by one of them is known to be in scope.
package final class EvidenceSession: EvidenceSink {
  package let database: Database
  package let settings: EvidenceSettings
  let previous: PreviousSnapshot?
  private(set) var scope: AccountScope
  private(set) var accountsByName = AccountsByName()
  /// Made when the first accounts come, with what all other evidence named until then.
  private var screenerOfAccounts: AccountScreener?
  let accounts: AccountWriter
  private let evidence: EvidenceWriter
  private var contents: Set<Int> = []
  private var duplicatesOfEvidence: [SourceOrdinal: Int] = [:]
  private var source: OpenSource?
  private(set) var counts: [EvidenceKind: KindCount] = [:]
  private(set) var sourcePaths: [SourceOrdinal: String] = [:]

  struct KindCount {
    var records = 0
    /// Records that concern no stored account by their nature, such as consents to a newsletter, and are matched by uid.
    var countedOnly: [UInt64] = []
    var first: Int64?
    var last: Int64?

    mutating func add(_ time: Timestamp?) {
      records += 1
      guard let time = time?.milliseconds else { return }
      first = min(first ?? time, time)
      last = max(last ?? time, time)
    }
  }

  init(_ database: Database, settings: EvidenceSettings) throws {
    self.database = database
    self.settings = settings
    try database.execute(sql: RunTables.schema)
    previous = try PreviousSnapshot.last(of: settings.project, in: database)
    scope = AccountScope(hosts: settings.relayHosts)
    accounts = try AccountWriter(database, settings: settings, previous: previous)
    evidence = try EvidenceWriter(database, relayHosts: settings.relayHosts)
  }

  /// Says which source the next records come from.
  package func open(
    _ source: SourceOrdinal, path: String, kind: EvidenceKind, format: String, capturedAt: Timestamp
  ) {
    self.source = OpenSource(ordinal: source, format: format, capturedAt: capturedAt.milliseconds)
    sourcePaths[source] = path
    if kind == .accounts { screener.paths = sourcePaths }
  }

  /// Screens accounts. Between `open` and the end of a source of accounts it may work in a thread of its own.
  package var screener: AccountScreener {
    if let screenerOfAccounts { return screenerOfAccounts }
    scope.close()
    contents = []
    let screener = AccountScreener(scope: scope, hosts: settings.relayHosts, known: accounts.known)
    screenerOfAccounts = screener
    return screener
  }

  /// How many records of the source repeat an earlier one.
  package func duplicates(in source: SourceOrdinal) -> Int {
    duplicatesOfEvidence[source, default: 0] + (screenerOfAccounts?.duplicates[source] ?? 0)
  }

  package func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    try screener.screen(account, at: place)
  }

  package func accept(_ record: EvidenceRecord, at place: Place) throws {
    if case .account(let account) = record { return try store(screener.prepare(account), at: place) }
    // The same statement read twice, in one source or in two, is one statement.
    guard contents.insert(record.hashValue).inserted else {
      duplicatesOfEvidence[place.source, default: 0] += 1
      return
    }
    if case .notification(let notification) = record, let jti = notification.jti,
      !contents.insert(jti.hashValue).inserted
    {
      duplicatesOfEvidence[place.source, default: 0] += 1
      return
    }
    try write(record, ref: place.ref)
  }

  /// Stores an account that `screener` called in scope.
  package func store(_ prepared: PreparedAccount, at place: Place) throws {
    guard let source else { return }
    let number = try accounts.write(prepared, at: place, from: source)
    accountsByName.add(number, prepared.account, createdAt: prepared.account.createdAt, in: scope)
  }

  private func write(_ record: EvidenceRecord, ref: Int64) throws {
    switch record {
    case .account:
      break
    case .consent(let consent):
      counts[.consents, default: KindCount()].add(consent.givenAt)
      if settings.purposes.targets(of: consent.purpose).isEmpty, let uid = consent.subject.uid {
        counts[.consents]?.countedOnly.append(uidKey(uid, tenant: consent.subject.tenant))
        return
      }
      try name(consent.subject, .consents, ref: ref)
      try evidence.write(consent, ref: ref)
    case .link(let link):
      counts[.links, default: KindCount()].add(link.linkedAt)
      try name(link.subject, .links, ref: ref)
      try evidence.write(link, ref: ref)
    case .deletion(let deletion):
      counts[.deletions, default: KindCount()].add(deletion.requestedAt)
      try name(
        deletion.subject, .deletions, requestID: deletion.requestID, before: deletion.requestedAt, ref: ref)
      try evidence.write(deletion, ref: ref)
    case .revocation(let revocation):
      counts[.revocations, default: KindCount()].add(revocation.at)
      try name(revocation.subject, .revocations, requestID: revocation.requestID, ref: ref)
      try evidence.write(revocation, ref: ref)
    case .accountDeletion(let deletion):
      counts[.accountDeletions, default: KindCount()].add(deletion.deletedAt)
      try name(deletion.subject, .accountDeletions, ref: ref)
      try evidence.write(deletion, ref: ref)
    case .notification(let notification):
      counts[.notifications, default: KindCount()].add(notification.eventTime)
      // Apple's `sub` is the person; the address in it is what the event is about.
      try name(Subject(appleSub: notification.sub), .notifications, ref: ref)
      try evidence.write(notification, ref: ref)
    case .alias(let alias):
      counts[.aliases, default: KindCount()].add(alias.transferredAt)
      scope.join(alias)
    }
  }

  private func uidKey(_ uid: String, tenant: String?) -> UInt64 {
    NormalText.withBytes(uid) { uid in
      tenant.map { NormalText.withBytes($0) { AccountWriter.uidKey(uid: uid, tenant: $0) } }
        ?? AccountWriter.uidKey(uid: uid, tenant: nil)
    }
  }

  private func name(
    _ subject: Subject, _ kind: EvidenceKind, requestID: String? = nil, before: Timestamp? = nil, ref: Int64
  ) throws {
    let keys = SubjectKeys(subject)
    scope.name(keys)
    try evidence.writeKeys(keys, of: subject, kind: kind, requestID: requestID, before: before, ref: ref)
  }

  /// All accounts that the run's exports show, in scope or not.
  package var accountCount: Int { screenerOfAccounts?.count ?? 0 }

  /// How many of these accounts the run's exports show.
  func countInSnapshot(_ uidKeys: [UInt64]) -> Int { screenerOfAccounts?.count(of: uidKeys) ?? 0 }

  func addAccountFromHistory(_ number: Int64, _ account: AccountsByName.Names) {
    accountsByName.add(number, account, in: scope)
  }
}
