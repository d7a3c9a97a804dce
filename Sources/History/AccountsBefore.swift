import Storage

/// Keeps accounts as they were before a run changed them, so that the run can be withdrawn.
enum AccountsBefore {
  /// How many runs back.
  private static let runs = 30

  /// Statements to be run in order, before accounts are changed. Each takes the run's number first; the first state of
  /// an account in a run is the one that is kept.
  ///
  /// - Parameter accounts: a query for the accounts' numbers; its parameters follow the run's number.
  static func statements(_ store: Connection, accounts: String) throws -> [WriteStatement] {
    // The identifiers first: whether an account was kept already is seen by its own row.
    try ["identifier", "account"].map { table in
      try WriteStatement(
        store,
        """
        INSERT INTO main.\(table)_before SELECT ?1, s.* FROM main.stored_\(table) s
        WHERE s.account IN (\(accounts))
          AND NOT EXISTS (SELECT 1 FROM main.account_before b WHERE b.changed_run = ?1 AND b.account = s.account)
        """)
    }
  }

  /// Deletes the states before runs that are too old to be withdrawn.
  static func prune(upTo run: Int64, in store: Connection) throws {
    for table in ["account_before", "identifier_before"] {
      try store.execute(sql: "DELETE FROM main.\(table) WHERE changed_run <= ?", arguments: [run - Int64(runs)])
    }
  }
}
