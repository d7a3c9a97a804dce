import Evidence
import Storage

extension AccountWithdrawal {
  /// Takes back what the run saw of credentials and factors where later runs followed it.
  ///
  /// - Parameters:
  ///   - isIts: in SQL, whether the time before it is one of the run's captures.
  ///   - touched: in SQL, whether the run changed an account of the store.
  ///   - earlier: the run before, and `next` the run after it.
  /// - Throws: `StorageError`.
  func leaveIdentifiers(_ isIts: String, _ touched: String, earlier: Neighbour?, next: Neighbour) throws {
    let isUnlinked = "role = \(IdentifierRole.unlinked.rawValue)"
    let ofProject = "account IN (SELECT account FROM main.stored_account WHERE project = ?"
    for table in ["stored_identifier", "identifier_before"] {
      // As it was before the run.
      let before = """
        main.identifier_before b WHERE b.changed_run = \(run) AND b.account = \(table).account
          AND b.provider = \(table).provider
          AND coalesce(b.raw_id, b.phone, b.email) IS coalesce(\(table).raw_id, \(table).phone, \(table).email)
        """
      // No other run showed it, so nobody unlinked it.
      try store.execute(
        sql: """
          DELETE FROM main.\(table) WHERE \(isUnlinked) AND seen_at \(isIts) AND \(ofProject) AND \(touched))
            AND NOT EXISTS (SELECT 1 FROM \(before))
          """, arguments: [project])
      let time = { (column: String) in "(SELECT b.\(column) FROM \(before) AND b.role = \(table).role LIMIT 1)" }
      try store.execute(
        sql: """
          UPDATE main.\(table) SET
            seen_at = CASE
              -- The run before and a later one show it: the withdrawn one alone lacked it.
              WHEN absent_at \(isIts) AND \(time("seen_at")) IS NOT NULL THEN \(time("seen_at"))
              WHEN seen_at \(isIts) AND \(isUnlinked) THEN \((earlier ?? next).capturedTo)
              WHEN seen_at \(isIts) THEN \(next.capturedTo) ELSE seen_at END,
            absent_at = CASE WHEN absent_at \(isIts) THEN \(time("absent_at")) ELSE absent_at END
          WHERE (seen_at \(isIts) OR absent_at \(isIts)) AND \(ofProject))
          """, arguments: [project])
    }
  }
}
