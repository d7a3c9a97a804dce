import Storage

/// When accounts were made under a uid that had another account before: exports showed both, or the account before was
/// deleted, or a request for its deletion completed, before the present one was made.
struct AccountsMadeAnew {
  /// By account, in milliseconds.
  private var times: [Int64: Int64]

  init(_ session: EvidenceSession) throws {
    times = session.madeAnew
    for (account, time) in try Self.shownByEvidence(session.database) {
      times[account] = max(times[account] ?? time, time)
    }
  }

  /// Nil where nothing tells of an account before.
  func time(of account: Int64) -> Int64? { times[account] }

  private static func shownByEvidence(_ database: Connection) throws -> [(account: Int64, time: Int64)] {
    let isCompleted = "coalesce(d.status = '\(DeletionStatus.completed.rawValue)', 1)"
    let ends = [
      (AccountDeletionWriter.data.name, "d.deleted_at < a.created_at"),
      (DeletionWriter.data.name, "d.completed_at < a.created_at AND \(isCompleted)"),
    ]
    return try ends.flatMap { table, isBefore in
      try database.all(
        sql: """
          SELECT DISTINCT a.account, a.created_at FROM \(table) d
            CROSS JOIN evidence.evidence_account e ON e.ref = d.ref
            CROSS JOIN \(AccountTable.rows.name) a ON a.account = e.account
          WHERE \(isBefore)
          """
      ) { (account: $0.integer(0), time: $0.integer(1)) }
    }
  }
}
