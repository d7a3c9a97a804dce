import GRDB

/// An account that the store has, of an earlier run.
struct KnownAccount {
  var account: Int64
  var content: UInt64
  var isGone: Bool
}

/// Writes accounts in scope into the store. An account that did not change since the last night costs no write there.
final class AccountWriter {
  private let database: Database
  private let project: String
  private let previous: PreviousSnapshot?
  private(set) var known: [UInt64: KnownAccount] = [:]
  private let insertAccount: InsertStatement
  private let insertIdentifier: InsertStatement
  private let rows: AccountRowWriter
  private var next: Int64
  /// Of accounts in the store's numbering: those that this run's exports show.
  private var seen = BitSet()
  /// Accounts of this run that the history has more to say of.
  var toReconcile: [Int64] { rows.toReconcile }
  /// Whether the numbers of the accounts shown ascend as their uids do.
  var areInOrderOfUID: Bool { rows.areInOrderOfUID }

  init(_ database: Database, settings: EvidenceSettings, previous: PreviousSnapshot?) throws {
    self.database = database
    self.previous = previous
    project = settings.project
    insertAccount = try InsertStatement(
      database, into: "main.stored_account",
      columns: [
        "account", "project", "tenant", "uid", "uid_key", "content", "email", "email_class", "email_resembles", "phone",
        "has_photo", "has_password", "created_at", "apple_credential", "apple_claim", "apple_sub", "apple_email",
        "apple_email_class", "apple_email_resembles", "relay_address", "ever_apple", "ever_shown_without_apple",
        "first_seen_at", "apple_seen_at", "apple_absent_at", "email_seen_at", "email_absent_at", "phone_seen_at",
        "phone_absent_at",
      ])
    insertIdentifier = try InsertStatement(
      database, into: "main.stored_identifier",
      columns: [
        "account", "provider", "raw_id", "email", "email_class", "email_resembles", "phone", "is_factor", "seen_at",
        "absent_at",
      ])
    rows = try AccountRowWriter(database)
    next = try (Int64.fetchOne(database, sql: "SELECT max(account) FROM main.stored_account") ?? 0) + 1
    let numbers = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM main.stored_account WHERE project = ?", arguments: [project])
    known.reserveCapacity(numbers ?? 0)
    let rows = try SelectStatement(
      database, "SELECT uid_key, account, content, gone_at IS NOT NULL FROM main.stored_account WHERE project = ?")
    rows.start(project)
    while try rows.next() {
      known[UInt64(bitPattern: rows.integer(0))] = KnownAccount(
        account: rows.integer(1), content: UInt64(bitPattern: rows.integer(2)), isGone: rows.flag(3))
    }
  }

  /// The key of an account among all of a project.
  static func uidKey(uid: BorrowedText, tenant: BorrowedText?) -> UInt64 {
    let key = SubjectKey(uid: uid).bits
    return tenant.map { (key ^ SubjectKey(appleSub: $0).bits).mixed } ?? key
  }

  /// Stores the account, and answers its number.
  func write(_ prepared: PreparedAccount, at place: Place, from source: OpenSource) throws -> Int64 {
    let (key, stored) = (prepared.key, prepared.account)
    let account: Int64
    if let old = known[key] {
      account = old.account
      if old.content != stored.content || old.isGone {
        try update(old, to: stored, key: key, source: source)
      }
    } else {
      account = next
      next += 1
      try insert(stored, account: account, key: key, first: firstSight(of: stored, source: source), source: source)
      for identifier in stored.identifiers {
        try insert(identifier, account: account, seenAt: source.capturedAt, absentAt: nil)
      }
    }
    try rows.write(stored, number: account, at: place, capturedAt: source.capturedAt)
    seen.insert(Int(account))
    return account
  }

  /// Forgets the accounts of earlier runs, when nothing is asked of them any more.
  func release() {
    known = [:]
    rows.release()
  }

  /// The accounts of earlier runs that this run's exports do not show, in order of number.
  var unseen: [KnownAccount] {
    known.values.filter { !seen.contains(Int($0.account)) }.sorted { $0.account < $1.account }
  }

  /// What is known of the times at which Apple's part, the email and the phone came to the account, in milliseconds.
  private struct History {
    var firstSeenAt: Int64
    var everApple: Bool
    /// The last `sub` that was shown: evidence may still name the person by it when the credential is gone.
    var appleSub: String?
    var everWithoutApple = false
    var apple: (seen: Int64, absent: Int64?)?
    var email: (seen: Int64, absent: Int64?)?
    var phone: (seen: Int64, absent: Int64?)?
  }

  private func firstSight(of account: StoredAccount, source: OpenSource) -> History {
    let now = source.capturedAt
    var history = History(firstSeenAt: now, everApple: account.hasAppleCredential || account.hasAppleClaim)
    if account.hasAppleCredential || account.relayAddress != nil {
      // An account that a whole snapshot had and that was not in scope then has come by its Apple credential since.
      var absent: Int64?
      if let previous, previous.isComplete, previous.showsApple, let createdAt = account.createdAt,
        createdAt < previous.capturedFrom
      {
        absent = previous.absence(ofProvider: "apple.com", format: source.format, capturedAt: now)
      }
      history.apple = (now, absent)
    }
    history.email = account.email.map { _ in (now, nil) }
    history.phone = account.phone.map { _ in (now, nil) }
    return history
  }

  private func update(_ old: KnownAccount, to account: StoredAccount, key: UInt64, source: OpenSource) throws {
    let number = old.account
    guard
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM main.stored_account WHERE account = ?", arguments: [number])
    else { return }
    let now = source.capturedAt
    func since(_ same: Bool, _ column: String, absence: Int64?) -> (seen: Int64, absent: Int64?) {
      let seen: Int64? = row["\(column)_seen_at"]
      if same, let seen { return (seen, row["\(column)_absent_at"]) }
      return (now, absence)
    }
    let absence = previous?.absence(capturedAt: now)
    var history = History(firstSeenAt: row["first_seen_at"], everApple: row["ever_apple"])
    history.everApple = history.everApple || account.hasAppleCredential || account.hasAppleClaim
    history.everWithoutApple = row["ever_shown_without_apple"]
    history.appleSub = row["apple_sub"]
    if account.hasAppleCredential || account.relayAddress != nil {
      let hadRelay: String? = row["relay_address"]
      let hadApple: Bool = row["apple_credential"]
      history.apple = since(
        hadApple || hadRelay != nil, "apple",
        absence: previous?.absence(ofProvider: "apple.com", format: source.format, capturedAt: now))
    }
    let oldEmail: String? = row["email"]
    let oldPhone: String? = row["phone"]
    history.email = account.email.map { since($0.text == oldEmail, "email", absence: absence) }
    history.phone = account.phone.map { since($0 == oldPhone, "phone", absence: absence) }

    var earlier: [String: (Int64, Int64?)] = [:]
    let identifiers = try Row.fetchAll(
      database, sql: "SELECT * FROM main.stored_identifier WHERE account = ?", arguments: [number])
    for row in identifiers {
      let identifier = StoredAccount.Identifier(
        provider: row["provider"], rawID: row["raw_id"], email: row["email"], emailClass: nil, emailResembles: nil,
        phone: row["phone"], isFactor: row["is_factor"])
      earlier[identifier.identity] = (row["seen_at"], row["absent_at"])
    }
    try database.execute(sql: "DELETE FROM main.stored_identifier WHERE account = ?", arguments: [number])
    try database.execute(sql: "DELETE FROM main.stored_account WHERE account = ?", arguments: [number])
    try insert(account, account: number, key: key, first: history, source: source)
    for identifier in account.identifiers {
      let (seen, absent) =
        earlier[identifier.identity]
        ?? (
          now, previous?.absence(ofProvider: identifier.provider, format: source.format, capturedAt: now)
        )
      try insert(identifier, account: number, seenAt: seen, absentAt: absent)
    }
  }

  private func insert(
    _ account: StoredAccount, account number: Int64, key: UInt64, first: History, source: OpenSource
  ) throws {
    insertAccount.bind(number).bind(project).bind(account.tenant).bind(account.uid)
      .bind(Int64(bitPattern: key)).bind(Int64(bitPattern: account.content))
      .bind(account.email?.text).bind(account.email?.className).bind(account.email?.resembles)
      .bind(account.phone).bind(account.hasPhoto).bind(account.hasPassword).bind(account.createdAt)
      .bind(account.hasAppleCredential).bind(account.hasAppleClaim).bind(account.appleSub ?? first.appleSub)
      .bind(account.appleEmail?.text).bind(account.appleEmail?.className).bind(account.appleEmail?.resembles)
    // An empty text says that a claim makes the account anonymized although no address is shown.
    insertAccount.bind(account.relayAddress ?? (account.isPrivateByClaim ? "" : nil))
      .bind(first.everApple).bind(first.everWithoutApple).bind(first.firstSeenAt)
      .bind(first.apple?.seen).bind(first.apple?.absent)
      .bind(first.email?.seen).bind(first.email?.absent)
      .bind(first.phone?.seen).bind(first.phone?.absent)
    try insertAccount.run()
  }

  private func insert(
    _ identifier: StoredAccount.Identifier, account: Int64, seenAt: Int64, absentAt: Int64?
  ) throws {
    insertIdentifier.bind(account).bind(identifier.provider).bind(identifier.rawID).bind(identifier.email)
      .bind(identifier.emailClass).bind(identifier.emailResembles).bind(identifier.phone).bind(identifier.isFactor)
      .bind(seenAt).bind(absentAt)
    try insertIdentifier.run()
  }
}

/// A set of small numbers, one bit each.
private struct BitSet {
  private var words: [UInt64] = []

  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] & 1 << (number & 63) != 0
  }

  mutating func insert(_ number: Int) {
    while words.count <= number >> 6 { words.append(contentsOf: repeatElement(0, count: max(64, words.count))) }
    words[number >> 6] |= 1 << (number & 63)
  }
}
