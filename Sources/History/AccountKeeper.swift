import Evidence
import Storage

/// Copies the accounts that are new or have changed from the run's own table into the store. An account that did not change
/// since the last night costs no write.
///
/// All statements are prepared beforehand on the store's connection. Whoever calls `keep` owns that connection, so a worker
/// can keep the accounts while the caller resolves other evidence.
final class AccountKeeper {
  private let project: String
  private let isFirst: Bool
  private let all: Statements
  private let one: Statements
  private let allIdentifiers: WriteStatement

  /// - Parameter isFirst: the store has no account yet.
  init(_ store: Connection, project: String, isFirst: Bool) throws {
    self.project = project
    self.isFirst = isFirst
    all = try Statements(store, only: "")
    one = try Statements(store, only: " AND account = ?")
    allIdentifiers = try WriteStatement(
      store, "INSERT INTO main.stored_identifier SELECT * FROM accounts.identifier_row")
  }

  /// To be called once, when the accounts are complete.
  ///
  /// - Parameter accounts: those that are new or have changed; nil where they are too many to be listed. Finding a thousand
  ///   among a million by a scan takes as long as writing 100,000.
  func keep(_ accounts: [Int64]?) throws {
    guard let accounts else {
      all.accounts.bind(project)
      guard isFirst else { return try all.run() }
      // There are no old identifiers to delete, and every identifier is new.
      try all.accounts.run()
      return try allIdentifiers.run()
    }
    for account in accounts {
      one.accounts.bind(project).bind(account)
      one.oldIdentifiers.bind(account)
      one.identifiers.bind(account)
      try one.run()
    }
  }

  private struct Statements {
    let accounts: WriteStatement
    let oldIdentifiers: WriteStatement
    let identifiers: WriteStatement

    init(_ store: Connection, only condition: String) throws {
      let changes = "FROM accounts.account_row WHERE change"
      let columns = AccountTable.kept.joined(separator: ", ")
      accounts = try WriteStatement(
        store,
        """
        INSERT OR REPLACE INTO main.stored_account (account, project, \(columns), relay_address)
        SELECT account, ?, \(columns),
          -- An empty text says that a claim makes the account anonymized although no address is shown.
          CASE WHEN relay_address IS NULL AND anonymized THEN '' ELSE relay_address END
        \(changes) > \(AccountChange.none.rawValue)\(condition)
        """)
      oldIdentifiers = try WriteStatement(
        store,
        """
        DELETE FROM main.stored_identifier
        WHERE account IN (SELECT account \(changes) = \(AccountChange.changed.rawValue)\(condition))
        """)
      identifiers = try WriteStatement(
        store,
        """
        INSERT INTO main.stored_identifier
        SELECT * FROM accounts.identifier_row AS i
        WHERE (SELECT change FROM accounts.account_row AS r WHERE r.account = i.account) > \(AccountChange.none.rawValue)\(condition)
        """)
    }

    func run() throws {
      for statement in [accounts, oldIdentifiers, identifiers] { try statement.run() }
    }
  }
}
