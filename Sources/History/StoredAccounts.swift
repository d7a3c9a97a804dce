import Evidence
import Storage
import Timestamps

/// The accounts of earlier runs, as the store keeps them.
final class StoredAccounts: EarlierAccounts {
  let previous: PreviousSnapshot?
  let snapshots: [EarlierSnapshot]
  let firstFree: Int64
  private let isShard: Bool
  private let store: Connection
  private let project: String
  /// The number that this run will have.
  private let run: Int64
  private let keeper: AccountKeeper
  private let known: SelectStatement
  private let sightings: SelectStatement
  private let identifiers: SelectStatement
  private let names: SelectStatement
  private let otherNames: SelectStatement
  private let rows: SelectStatement
  private let withoutApple: WriteStatement
  private let anonymized: WriteStatement
  private let gone: WriteStatement
  private let nameLog: NameLog
  private let before: [WriteStatement]

  /// - Parameter store: with the run's file of accounts attached.
  /// - Throws: `StorageError`.
  init(of project: String, in store: Connection) throws {
    self.store = store
    self.project = project
    previous = try RunHistory.previousSnapshot(of: project, in: store)
    snapshots = try RunHistory.snapshots(of: project, in: store)
    // Where persons are cut into shards, the other shards have numbers too.
    let base = try StateBase.noted(in: store)
    firstFree = try max(AccountNumbers.firstFree(in: store), base?.firstAccount ?? 0)
    isShard = base != nil
    run = try RunHistory.nextNumber(in: store)
    keeper = try AccountKeeper(store, project: project, run: run, isFirst: firstFree == 1)
    nameLog = try NameLog(of: project, in: store)
    known = try SelectStatement(
      store,
      """
      SELECT uid_key, account, content, first_seen_at, gone_at IS NOT NULL, is_as_first_seen
      FROM main.stored_account WHERE project = ? ORDER BY account
      """)
    sightings = try SelectStatement(
      store,
      """
      SELECT first_seen_at, ever_apple, ever_shown_without_apple, apple_sub,
        apple_credential OR (relay_address IS NOT NULL AND apple_seen_at IS NOT NULL), email, phone,
        apple_seen_at, apple_absent_at, email_seen_at, email_absent_at, phone_seen_at, phone_absent_at, name_seen_at,
        name_absent_at, display_name, created_at, anonymized_at, apple_credential,
        coalesce(apple_email, nullif(relay_address, '')), last_seen_at
      FROM main.stored_account WHERE account = ?
      """)
    identifiers = try SelectStatement(
      store, "SELECT \(EarlierIdentifier.columns) FROM main.stored_identifier WHERE account = ?")
    names = try SelectStatement(
      store,
      """
      SELECT uid, tenant, created_at, first_seen_at, last_seen_at, gone_at, apple_sub, email, apple_email, phone,
        apple_seen_at, apple_absent_at, email_seen_at, email_absent_at, phone_seen_at, phone_absent_at
      FROM main.stored_account WHERE account = ?
      """)
    otherNames = try SelectStatement(
      store,
      """
      SELECT email, phone, seen_at, absent_at FROM main.stored_identifier
      WHERE account = ? AND \(IdentifierRole.isShown)
      """)
    rows = try SelectStatement(
      store,
      """
      SELECT account, coalesce(last_seen_at, ?), gone_at, nullif(relay_address, ''),
        \(AccountTable.takenOver.joined(separator: ", "))
      FROM main.stored_account WHERE account = ?
      """)
    withoutApple = try WriteStatement(
      store,
      """
      UPDATE main.stored_account SET ever_shown_without_apple = 1, is_as_first_seen = 0, anonymized_at = NULL,
        apple_seen_at = iif(apple_credential OR apple_claim, apple_seen_at, NULL),
        apple_absent_at = iif(apple_credential OR apple_claim, apple_absent_at, NULL)
      WHERE account = ?
      """)
    anonymized = try WriteStatement(
      store, "UPDATE main.stored_account SET anonymized_at = ?, is_as_first_seen = 0 WHERE account = ?")
    before = try AccountsBefore.statements(store, accounts: "SELECT ?2")
    gone = try WriteStatement(
      store, "UPDATE main.stored_account SET gone_at = ?, last_seen_at = ?, gone_run = ? WHERE account = ?")
  }

  func isOlder(_ capturedTo: Timestamp) throws -> Bool {
    try RunHistory.isOutOfOrder(capturedTo: capturedTo, of: project, in: store)
  }

  func wholeSnapshot(before time: Int64) throws -> PreviousSnapshot? {
    try RunHistory.previousSnapshot(of: project, wholeBefore: time, in: store)
  }

  func all() throws -> KnownAccounts {
    var keys: [UInt64] = []
    var all: [KnownAccount] = []
    // An upper bound, since other projects' accounts are among those numbers. Counting this project's takes a fifth of
    // the time of loading.
    let count =
      try isShard ? store.first(sql: "SELECT count(*) FROM main.stored_account") { $0.integer(0) } ?? 0 : firstFree
    let expected = Int(min(count, 1 << 24))
    keys.reserveCapacity(expected)
    all.reserveCapacity(expected)
    try known.start([project])
    while try known.next() {
      keys.append(UInt64(bitPattern: known.integer(0)))
      all.append(
        KnownAccount(
          account: known.integer(1), content: UInt64(bitPattern: known.integer(2)), firstSeenAt: known.integer(3),
          isGone: known.flag(4), isAsFirstSeen: known.flag(5)))
    }
    return KnownAccounts(keys: keys, accounts: all)
  }

  func sightings(of account: Int64) throws -> EarlierSightings? {
    let row = sightings
    row.start(account)
    // An open query would keep the run from writing the file of accounts.
    defer { row.reset() }
    guard try row.next() else { return nil }
    return EarlierSightings(
      firstSeenAt: row.integer(0), lastSeenAt: row.optionalInteger(20), everApple: row.flag(1),
      everWithoutApple: row.flag(2), hadApple: row.flag(4), hadAppleCredential: row.flag(18),
      appleSub: row.optionalText(3), appleEmail: row.optionalText(19), email: row.optionalText(5),
      phone: row.optionalText(6), displayName: row.optionalText(15),
      createdAt: row.optionalInteger(16), anonymizedAt: row.optionalInteger(17), appleSighting: row.optionalSighting(7),
      emailSighting: row.optionalSighting(9), phoneSighting: row.optionalSighting(11),
      nameSighting: row.optionalSighting(13))
  }

  func identifiers(of account: Int64) throws -> [EarlierIdentifier] {
    identifiers.start(account)
    var found: [EarlierIdentifier] = []
    while try identifiers.next() { found.append(EarlierIdentifier(identifiers)) }
    return found
  }

  func names(of account: Int64) throws -> EarlierNames? {
    let row = names
    row.start(account)
    defer { row.reset() }
    guard try row.next() else { return nil }
    var found = EarlierNames(
      account: account, uid: row.text(0), tenant: row.optionalText(1), createdAt: row.optionalInteger(2),
      firstSeenAt: row.integer(3),
      lastSeenAt: row.optionalInteger(4) ?? previous?.capturedTo ?? row.integer(3), goneAt: row.optionalInteger(5))
    if let sub = row.optionalText(6) { found.names.append((.appleSub(sub), row.optionalSighting(10))) }
    if let email = row.optionalText(7) { found.names.append((.email(email), row.optionalSighting(12))) }
    if let email = row.optionalText(8) { found.names.append((.email(email), row.optionalSighting(10))) }
    if let phone = row.optionalText(9) { found.names.append((.phone(phone), row.optionalSighting(14))) }
    otherNames.start(account)
    while try otherNames.next() {
      let sighting = otherNames.sighting(2)
      if let email = otherNames.optionalText(0) { found.names.append((.email(email), sighting)) }
      if let phone = otherNames.optionalText(1) { found.names.append((.phone(phone), sighting)) }
    }
    return found
  }

  func formerNames() throws -> [NameBearing] { try FormerNames.all(of: project, in: store) }

  func keep(_ formerNames: [NameBearing]) throws { try FormerNames.add(formerNames, run: run, to: store) }

  var namingRuns: [NamingRun] { nameLog.runs }

  func notesOfNames(in bucket: Int) throws -> [NameNote] { try nameLog.notes(in: bucket) }

  func keep(_ changes: NameChanges, of run: Int64?, in bucket: Int) throws {
    try nameLog.keep(changes, of: run ?? self.run, in: bucket)
  }

  func forgottenPersons() throws -> ForgottenPersons { try ForgottenStore.persons(of: project, in: store) }

  func markBack(_ person: Int64, as account: Int64) throws {
    try ForgottenStore.markBack(person, as: account, in: store)
  }

  func forget(_ names: [ForgottenHash.Name], of person: Int64, records: [Int64]) throws {
    try ForgottenStore.learn(names, of: person, records: records, in: store)
  }

  func row(of account: Int64) throws -> [SQLValue]? {
    try rows.start([previous?.capturedTo, account])
    defer { rows.reset() }
    guard try rows.next() else { return nil }
    return AccountTable.unseen.indices.map { rows.value(Int32($0)) }
  }

  func markShownWithoutApple(_ account: Int64) throws {
    try keepAsItWas(account)
    try withoutApple.bind(account).run()
  }

  func markAnonymized(_ account: Int64, at time: Int64) throws {
    try keepAsItWas(account)
    try anonymized.bind(time).bind(account).run()
  }

  private func keepAsItWas(_ account: Int64) throws {
    for statement in before { try statement.bind(run).bind(account).run() }
  }

  func markGone(_ account: Int64, at time: Int64, lastSeen: Int64) throws {
    try keepAsItWas(account)
    try gone.bind(time).bind(lastSeen).bind(run).bind(account).run()
  }

  func keep(_ accounts: [Int64]?) throws { try keeper.keep(accounts) }

  func keepFirstSights(showAbsences: Bool) throws {
    try keeper.keepFirstSights(goneAt: previous?.capturedFrom, showAbsences: showAbsences)
  }
}
