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
  /// Records that repeat an earlier one, by source.
  package private(set) var duplicates: [SourceOrdinal: Int] = [:]

  let previous: PreviousSnapshot?
  private(set) var scope: AccountScope
  private(set) var accountsByName = AccountsByName()
  private var ledger = AccountLedger()
  private let accounts: AccountWriter
  private let evidence: EvidenceWriter
  private var contents: Set<Int> = []
  private var source: OpenSource?
  private var isReadingAccounts = false
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
    if kind == .accounts, !isReadingAccounts {
      isReadingAccounts = true
      scope.close()
      contents = []
    }
  }

  package func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    let key = AccountWriter.uidKey(uid: account.uid, tenant: account.tenant)
    switch ledger.enter(key, content: account.contentHash, place: place) {
    case .same:
      duplicates[place.source, default: 0] += 1
      return .duplicate
    case .different(let first):
      let path = sourcePaths[first.source] ?? ""
      throw RecordRejection(
        "the account stands with other content at record or line \(first.number) of \(path); keep one of the two")
    case .first:
      // Evidence may mean an account by a name that only the history knows; unseen, it would be taken for gone.
      return scope.contains(account) || accounts.isKnown(key) ? .inScope : .outOfScope
    }
  }

  package func accept(_ record: EvidenceRecord, at place: Place) throws {
    if case .account(let account) = record {
      guard let source else { return }
      let (number, stored) = try accounts.write(account, at: place, from: source)
      accountsByName.add(number, stored, createdAt: stored.createdAt, in: scope)
      return
    }
    // The same statement read twice, in one source or in two, is one statement.
    guard contents.insert(record.hashValue).inserted else {
      duplicates[place.source, default: 0] += 1
      return
    }
    if case .notification(let notification) = record, let jti = notification.jti,
      !contents.insert(jti.hashValue).inserted
    {
      duplicates[place.source, default: 0] += 1
      return
    }
    try write(record, ref: place.ref)
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
  package var accountCount: Int { ledger.count }

  func isInSnapshot(uidKey: UInt64) -> Bool { ledger.contains(uidKey) }

  func addAccountFromHistory(_ number: Int64, _ account: AccountsByName.Names) {
    accountsByName.add(number, account, in: scope)
  }
}
