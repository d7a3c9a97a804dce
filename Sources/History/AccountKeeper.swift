import Evidence
import Storage

/// Copies the accounts that are new or have changed from the run's own table into the store. An account that did not change
/// since the last night costs no write.
///
/// All statements are prepared beforehand on the store's connection. Whoever calls `keep` owns that connection, so a worker
/// can keep the accounts while the caller resolves other evidence.
final class AccountKeeper {
  private let project: String
  private let run: Int64
  private let isFirst: Bool
  private let all: Statements
  private let one: Statements
  private let allIdentifiers: WriteStatement
  private let firstSights: WriteStatement
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
    func earlier(_ column: String, if condition: String) -> String {
      "\(column) = CASE WHEN \(condition) THEN min(s.\(column), r.\(column)) ELSE s.\(column) END"
    }
    firstSights = try WriteStatement(
      store,
      """
      UPDATE main.stored_account AS s SET first_seen_at = min(s.first_seen_at, r.first_seen_at), is_as_first_seen = 0,
        \(earlier("apple_seen_at", if: "s.apple_seen_at IS NOT NULL AND r.apple_seen_at IS NOT NULL")),
        \(earlier("email_seen_at", if: "s.email IS r.email AND s.email_seen_at IS NOT NULL")),
        \(earlier("phone_seen_at", if: "s.phone IS r.phone AND s.phone_seen_at IS NOT NULL"))
      FROM accounts.account_row r WHERE r.account = s.account AND r.present AND r.first_seen_at < s.first_seen_at
      """)
    goneSince = try WriteStatement(
      store,
      """
      UPDATE main.stored_account SET gone_at = ?, gone_run = ?, last_seen_at = first_seen_at
      WHERE account IN (SELECT account FROM accounts.account_row WHERE change = \(AccountChange.new.rawValue))
      """)
  }

  /// To be called once, when the accounts are complete.
  ///
  /// - Parameter accounts: those that are new or have changed; nil where they are too many to be listed. Finding a thousand
  ///   among a million by a scan takes as long as writing 100,000.
  func keep(_ accounts: [Int64]?) throws {
    guard let accounts else {
      all.accounts.bind(project).bind(run)
      guard isFirst else { return try all.run() }
      // There are no old identifiers to delete, and every identifier is new.
      try all.accounts.run()
      try allIdentifiers.run()
      return
    }
    for account in accounts {
      one.accounts.bind(project).bind(run).bind(account)
      one.oldIdentifiers.bind(account)
      one.identifiers.bind(account)
      try one.run()
    }
  }

  /// Keeps what exports that are older than those of an earlier run add: earlier sights, and accounts that were gone since.
  ///
  /// - Parameter time: when the later exports were captured; milliseconds.
  func keepFirstSights(goneAt time: Int64?) throws {
    try firstSights.run()
    new.accounts.bind(project).bind(run)
    try new.run()
    try goneSince.bind(time).bind(run).run()
  }

  private struct Statements {
    let accounts: WriteStatement
    let oldIdentifiers: WriteStatement
    let identifiers: WriteStatement

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
      oldIdentifiers = try WriteStatement(
        store,
        """
        DELETE FROM main.stored_identifier WHERE account IN
          (SELECT account FROM accounts.account_row WHERE change = \(AccountChange.changed.rawValue) AND \(condition))
        """)
      identifiers = try WriteStatement(
        store,
        """
        INSERT INTO main.stored_identifier SELECT i.* FROM accounts.identifier_row AS i
        WHERE EXISTS (SELECT 1 FROM (SELECT account, change FROM accounts.account_row r WHERE r.account = i.account)
          WHERE \(condition))
        """)
    }

    func run() throws {
      for statement in [accounts, oldIdentifiers, identifiers] { try statement.run() }
    }
  }
}
