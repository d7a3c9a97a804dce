import Evidence
import Storage

/// Copies the accounts that are new or have changed from the run's own table into the store. An account that did not
/// change since the last night costs no write.
///
/// All statements are prepared beforehand on the store's connection. Whoever calls `keep` owns that connection, so a
/// worker can keep the accounts while the caller resolves other evidence.
final class AccountKeeper {
  private let project: String
  private let run: Int64
  private let isFirst: Bool
  private let all: Statements
  private let one: Statements
  private let allIdentifiers: WriteStatement
  private let firstSights: WriteStatement
  private let identifierSights: WriteStatement
  private let identifierAbsences: WriteStatement
  private let goneCredentials: WriteStatement
  private let sighted: [WriteStatement]
  private let new: Statements
  private let goneSince: WriteStatement

  /// - Parameters:
  ///   - run: the number of the run.
  ///   - isFirst: the store has no account yet.
  init(_ store: Connection, project: String, run: Int64, isFirst: Bool) throws {
    self.project = project
    self.run = run
    self.isFirst = isFirst
    all = try Statements(store, of: "change > \(AccountChange.none.rawValue)", isFirst: isFirst)
    one = try Statements(store, of: "change > \(AccountChange.none.rawValue) AND account = ?", isFirst: isFirst)
    new = try Statements(store, of: "change = \(AccountChange.new.rawValue)", isFirst: isFirst)
    allIdentifiers = try WriteStatement(
      store, "INSERT INTO main.stored_identifier SELECT * FROM accounts.identifier_row")
    // What the uid had before the account was made is another account's.
    let isShownOlder = "r.account = s.account AND r.present AND coalesce(s.created_at <= r.captured_at, 1)"
    let older = """
      FROM accounts.account_row r WHERE \(isShownOlder)
        AND (r.first_seen_at < s.first_seen_at OR r.captured_at < s.apple_seen_at OR r.captured_at < s.email_seen_at
          OR r.captured_at < s.phone_seen_at OR r.captured_at < s.name_seen_at
          OR \(Self.isAnonymizedEarlier) OR r.ever_apple > s.ever_apple
          OR \(GoneCredentials.areIn("accounts.identifier_row"))
          OR EXISTS (SELECT 1 FROM main.stored_identifier i WHERE i.account = s.account AND r.captured_at < i.seen_at))
      """
    firstSights = try WriteStatement(
      store,
      """
      UPDATE main.stored_account AS s SET first_seen_at = min(s.first_seen_at, r.first_seen_at), is_as_first_seen = 0,
        ever_apple = max(s.ever_apple, r.ever_apple), apple_sub = coalesce(s.apple_sub, r.apple_sub),
        \(Self.olderSight("apple", isShown: "r.apple_seen_at IS NOT NULL", isComparable: "r.export = 'new'")),
        \(Self.olderSight("email", isShown: "s.email IS r.email", isComparable: "1")),
        \(Self.olderSight("phone", isShown: "s.phone IS r.phone", isComparable: "1")),
        \(Self.olderSight("name", isShown: "s.display_name IS r.display_name", isComparable: "1")),
        anonymized_at = CASE WHEN \(Self.isAnonymizedEarlier) THEN r.anonymized_at ELSE s.anonymized_at END
      \(older)
      """)
    identifierSights = try WriteStatement(store, Self.olderIdentifierSights)
    identifierAbsences = try WriteStatement(store, Self.olderIdentifierAbsences)
    goneCredentials = try WriteStatement(
      store,
      GoneCredentials.insertion(
        pairs: "FROM accounts.account_row r CROSS JOIN main.stored_account s WHERE \(isShownOlder)",
        shownAt: "r.captured_at", identifiers: "accounts.identifier_row"))
    sighted = try AccountsBefore.statements(
      store, accounts: "SELECT s.account FROM main.stored_account s WHERE EXISTS (SELECT 1 \(older))")
    goneSince = try WriteStatement(
      store,
      """
      UPDATE main.stored_account SET gone_at = ?, gone_run = ?, last_seen_at = first_seen_at
      WHERE account IN (SELECT account FROM accounts.account_row WHERE change = \(AccountChange.new.rawValue))
      """)
  }

  /// What an older export says of when something came to be shown: it was there already, or it was not there yet.
  private static func olderSight(_ name: String, isShown: String, isComparable: String) -> String {
    let (seen, absent) = ("\(name)_seen_at", "\(name)_absent_at")
    return """
      \(seen) = CASE WHEN s.\(seen) IS NOT NULL AND \(isShown) THEN min(s.\(seen), r.captured_at) ELSE s.\(seen) END,
      \(absent) = CASE WHEN s.\(seen) IS NOT NULL AND NOT (\(isShown)) AND r.captured_at < s.\(seen) AND \(isComparable)
        THEN max(coalesce(s.\(absent), r.captured_at), r.captured_at) ELSE s.\(absent) END
      """
  }

  /// The same of credentials, second factors and names that an older export shows. One that an export in between did
  /// not show came anew.
  private static let olderIdentifierSights = """
    UPDATE main.stored_identifier AS s SET seen_at = i.seen_at
    FROM accounts.identifier_row i JOIN main.stored_account k ON k.account = i.account
    WHERE i.account = s.account AND coalesce(k.created_at <= i.seen_at, 1)
      AND (i.role = s.role
        OR i.role = \(IdentifierRole.credential.rawValue) AND s.role = \(IdentifierRole.hidden.rawValue))
      AND i.provider = s.provider AND coalesce(i.raw_id, i.phone, i.email) IS coalesce(s.raw_id, s.phone, s.email)
      AND i.seen_at < s.seen_at AND coalesce(s.absent_at < i.seen_at, 1)
      AND s.role <> \(IdentifierRole.unlinked.rawValue)
    """

  /// What an older export says by lacking a credential that it would show.
  private static let olderIdentifierAbsences = """
    UPDATE main.stored_identifier AS s SET absent_at = max(coalesce(s.absent_at, r.captured_at), r.captured_at)
    FROM accounts.account_row r JOIN main.stored_account k ON k.account = r.account
    WHERE r.account = s.account AND r.present AND r.export = 'new' AND r.captured_at < s.seen_at
      AND coalesce(k.created_at <= r.captured_at, 1) AND s.role = \(IdentifierRole.credential.rawValue)
      AND NOT EXISTS (SELECT 1 FROM accounts.identifier_row i WHERE i.account = s.account AND i.provider = s.provider)
    """

  /// An older export shows that an account is anonymized that has had Apple's credential ever since.
  private static let isAnonymizedEarlier = """
    (r.anonymized_at < coalesce(s.anonymized_at, \(Int64.max)) AND s.apple_credential
      AND NOT s.ever_shown_without_apple)
    """

  /// To be called once, when the accounts are complete.
  ///
  /// - Parameter accounts: those that are new or have changed; nil where they are too many to be listed. Finding a
  ///   thousand among a million by a scan takes as long as writing 100,000.
  func keep(_ accounts: [Int64]?) throws {
    guard !isFirst else {
      // There are no old identifiers to delete, and every identifier is new.
      all.accounts.bind(project).bind(run)
      try all.accounts.run()
      try allIdentifiers.run()
      return
    }
    guard let accounts else {
      for statement in all.before { statement.bind(run) }
      all.accounts.bind(project).bind(run)
      return try all.run()
    }
    for account in accounts {
      for statement in one.before { statement.bind(run).bind(account) }
      one.accounts.bind(project).bind(run).bind(account)
      one.oldIdentifiers.bind(account)
      one.identifiers.bind(account)
      try one.run()
    }
  }

  /// Keeps what exports that are older than those of an earlier run add: earlier sights, and accounts that were gone
  /// since.
  ///
  /// - Parameters:
  ///   - time: when the later exports were captured; milliseconds.
  ///   - showAbsences: as `EarlierAccounts.keepFirstSights` has it.
  func keepFirstSights(goneAt time: Int64?, showAbsences: Bool) throws {
    for statement in sighted { try statement.bind(run).run() }
    try identifierSights.run()
    if showAbsences { try identifierAbsences.run() }
    try firstSights.run()
    try goneCredentials.run()
    for statement in new.before { statement.bind(run) }
    new.accounts.bind(project).bind(run)
    try new.run()
    try goneSince.bind(time).bind(run).run()
  }

  private struct Statements {
    let accounts: WriteStatement
    let oldIdentifiers: WriteStatement
    let identifiers: WriteStatement
    /// Keep what is changed as it was before.
    let before: [WriteStatement]

    /// - Parameter condition: on `account_row`, which accounts are copied.
    init(_ store: Connection, of condition: String, isFirst: Bool) throws {
      let columns = AccountTable.kept.joined(separator: ", ")
      let addedRun =
        isFirst ? "?" : "coalesce((SELECT o.added_run FROM main.stored_account o WHERE o.account = r.account), ?)"
      accounts = try WriteStatement(
        store,
        """
        INSERT OR REPLACE INTO main.stored_account (account, project, added_run, \(columns), relay_address)
        SELECT account, ?, \(addedRun), \(columns),
          -- An empty text says that a claim makes the account anonymized although no address is shown.
          CASE WHEN relay_address IS NULL AND anonymized THEN '' ELSE relay_address END
        FROM accounts.account_row r WHERE \(condition)
        """)
      before = try AccountsBefore.statements(
        store,
        accounts:
          "SELECT account FROM accounts.account_row WHERE change = \(AccountChange.changed.rawValue) AND \(condition)")
      oldIdentifiers = try WriteStatement(
        store,
        """
        DELETE FROM main.stored_identifier WHERE account IN
          (SELECT account FROM accounts.account_row WHERE change = \(AccountChange.changed.rawValue) AND \(condition))
        """)
      identifiers = try WriteStatement(
        store,
        """
        INSERT INTO main.stored_identifier SELECT i.*
        FROM (SELECT account AS kept FROM accounts.account_row WHERE \(condition))
          CROSS JOIN accounts.identifier_row AS i ON i.account = kept
        """)
    }

    func run() throws {
      for statement in before + [accounts, oldIdentifiers, identifiers] { try statement.run() }
    }
  }
}
