import Storage

/// What is known of the times at which an account, Apple's part of it, its email and its phone came to be shown.
struct AccountSightings: Equatable {
  /// Milliseconds.
  var firstSeenAt: Int64
  var everApple: Bool
  var everWithoutApple = false
  /// The last `sub` that was shown, where none is now: evidence may still name the person by it when the credential is gone.
  var earlierSub: String?
  var apple: Sighting?
  var email: Sighting?
  var phone: Sighting?
}

extension AccountSightings {
  /// Everything that the account shows came with it.
  fileprivate init(firstSightOf account: StoredAccount, at time: Int64) {
    self.init(
      firstSeenAt: time, everApple: account.hasAppleCredential || account.hasAppleClaim,
      apple: account.hasAppleCredential || account.relayAddress != nil ? Sighting(seen: time) : nil,
      email: account.email.map { _ in Sighting(seen: time) }, phone: account.phone.map { _ in Sighting(seen: time) })
  }

  /// Whether that is all there is to say of the account.
  func areFirstSight(of account: StoredAccount) -> Bool {
    self == AccountSightings(firstSightOf: account, at: firstSeenAt)
  }
}

/// What the store knows from earlier runs of the accounts that this run's exports show. Its owner owns the store.
final class AccountHistory {
  let previous: PreviousSnapshot?
  private(set) var known = KnownAccounts()
  private let project: String
  private var isLoaded = false
  private let accounts: SelectStatement
  /// The first number that no account has.
  let firstFree: Int64
  private let account: SelectStatement
  private let identifiers: SelectStatement

  init(of project: String, previous: PreviousSnapshot?, in store: Connection) throws {
    self.previous = previous
    firstFree = try (store.first(sql: "SELECT max(account) FROM main.stored_account") { $0.integer(0) } ?? 0) + 1
    account = try SelectStatement(
      store,
      """
      SELECT first_seen_at, ever_apple, ever_shown_without_apple, apple_sub, apple_credential OR relay_address IS NOT NULL,
        email, phone, apple_seen_at, apple_absent_at, email_seen_at, email_absent_at, phone_seen_at, phone_absent_at
      FROM main.stored_account WHERE account = ?
      """)
    identifiers = try SelectStatement(
      store,
      "SELECT provider, raw_id, phone, email, is_factor, seen_at, absent_at FROM main.stored_identifier WHERE account = ?"
    )
    self.project = project
    accounts = try SelectStatement(
      store,
      """
      SELECT uid_key, account, content, first_seen_at, gone_at IS NOT NULL, is_as_first_seen
      FROM main.stored_account WHERE project = ? ORDER BY account
      """)
  }

  /// Loads the accounts into memory, unless that was done.
  func load() throws {
    guard !isLoaded else { return }
    var keys: [UInt64] = []
    var all: [KnownAccount] = []
    // An upper bound, since other projects' accounts are among those numbers. Counting this project's takes a fifth of the
    // time of loading.
    let expected = Int(min(firstFree, 1 << 24))
    keys.reserveCapacity(expected)
    all.reserveCapacity(expected)
    try accounts.start([project])
    while try accounts.next() {
      keys.append(UInt64(bitPattern: accounts.integer(0)))
      all.append(
        KnownAccount(
          account: accounts.integer(1), content: UInt64(bitPattern: accounts.integer(2)),
          firstSeenAt: accounts.integer(3), isGone: accounts.flag(4), isAsFirstSeen: accounts.flag(5)))
    }
    known = KnownAccounts(keys: keys, accounts: all)
    isLoaded = true
  }

  /// The account of that key, quickest in the order in which the store has them.
  func find(_ key: UInt64) -> KnownAccount? { known.find(key) }

  /// Forgets the accounts, when nothing is asked of them any more.
  func release() {
    known = KnownAccounts()
  }

  /// The sightings of an account that the store does not have.
  func firstSight(of account: StoredAccount, in source: OpenSource) -> AccountSightings {
    let now = source.capturedAt
    var sightings = AccountSightings(firstSightOf: account, at: now)
    if sightings.apple != nil {
      // An account that a whole snapshot had and that was not in scope then has come by its Apple credential since.
      var absent: Int64?
      if let previous, previous.isComplete, previous.showsApple, let createdAt = account.createdAt,
        createdAt < previous.capturedFrom
      {
        absent = previous.absence(ofProvider: "apple.com", format: source.format, capturedAt: now)
      }
      sightings.apple?.absent = absent
    }
    return sightings
  }

  /// The sightings of an account that the store has, brought up to what a source shows now.
  func sightings(of old: KnownAccount, as shown: StoredAccount, in source: OpenSource) throws -> AccountSightings {
    // Of nearly every account of a night; to ask for each row took longer than to write it the night before.
    if old.isAsFirstSeen, old.content == shown.content {
      return AccountSightings(firstSightOf: shown, at: old.firstSeenAt)
    }
    account.start(old.account)
    guard try account.next() else { return firstSight(of: shown, in: source) }
    let now = source.capturedAt
    func since(_ isSame: Bool, _ column: Int32, absence: Int64?) -> Sighting {
      if isSame, let seen = account.optionalInteger(column) {
        return Sighting(seen: seen, absent: account.optionalInteger(column + 1))
      }
      return Sighting(seen: now, absent: absence)
    }
    let absence = previous?.absence(capturedAt: now)
    var sightings = AccountSightings(
      firstSeenAt: account.integer(0), everApple: account.flag(1) || shown.hasAppleCredential || shown.hasAppleClaim,
      everWithoutApple: account.flag(2), earlierSub: shown.appleSub == nil ? account.optionalText(3) : nil)
    if shown.hasAppleCredential || shown.relayAddress != nil {
      sightings.apple = since(
        account.flag(4), 7, absence: previous?.absence(ofProvider: "apple.com", format: source.format, capturedAt: now))
    }
    let (email, phone) = (account.optionalText(5), account.optionalText(6))
    sightings.email = shown.email.map { since($0.text.string == email, 9, absence: absence) }
    sightings.phone = shown.phone.map { since($0.string == phone, 11, absence: absence) }
    account.reset()
    return sightings
  }

  /// The sightings of an account's identifiers; nil where each was there at first sight.
  func sightingsOfIdentifiers(of old: KnownAccount, as shown: StoredAccount, in source: OpenSource) throws
    -> [Sighting]?
  {
    if shown.identifiers.isEmpty || old.isAsFirstSeen && old.content == shown.content { return nil }
    var earlier: [String: Sighting] = [:]
    identifiers.start(old.account)
    while try identifiers.next() {
      let identity = StoredAccount.Identifier.identity(
        provider: identifiers.text(0),
        person: identifiers.optionalText(1) ?? identifiers.optionalText(2) ?? identifiers.optionalText(3),
        isFactor: identifiers.flag(4))
      earlier[identity] = Sighting(seen: identifiers.integer(5), absent: identifiers.optionalInteger(6))
    }
    let now = source.capturedAt
    return shown.identifiers.map { identifier in
      earlier[identifier.identity]
        ?? Sighting(
          seen: now,
          absent: previous?.absence(ofProvider: identifier.provider.string, format: source.format, capturedAt: now))
    }
  }
}
