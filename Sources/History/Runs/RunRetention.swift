package import Storage
package import Timestamps

/// Removes the reports and findings of runs that are older than `history.keep` (docs/contract.md, section 9).
///
/// The run itself stays, with its counts and what later nights have to know of its evidence, and so does its entry in
/// the ledger. A report that was removed is empty in the table, and an event of the ledger names its run.
package struct RunRetention {
  private let store: Connection
  private let project: String
  private let asOf: Timestamp

  /// - Parameters:
  ///   - store: within the run's transaction, when the run has been added.
  ///   - asOf: of the run.
  package init(_ store: Connection, project: String, asOf: Timestamp) {
    self.store = store
    self.project = project
    self.asOf = asOf
  }

  /// - Parameters:
  ///   - span: how long after its as-of a run keeps its report and findings.
  ///   - before: the run with which this one compares.
  /// - Returns: the numbers of the runs that lost theirs, in order.
  /// - Throws: `StorageError`.
  package func remove(after span: TimeSpan, sparing before: RunRecord?) throws -> [Int64] {
    let old = try store.all(
      sql: """
        SELECT number FROM main.run WHERE project = ? AND as_of < ? AND length(report) > 0 ORDER BY number
        """,
      arguments: [project, (asOf - span).milliseconds]
    ) { $0.integer(0) }
    guard !old.isEmpty else { return [] }
    let spared = try RunHistory.needed(after: asOf, of: project, in: store).union([before?.number].compactMap { $0 })
    let due = old.filter { !spared.contains($0) }
    guard !due.isEmpty else { return [] }
    for run in due {
      // What its passes took matters to the run after it alone.
      try store.execute(sql: "UPDATE main.run SET report = x'', passes = x'' WHERE number = ?", arguments: [run])
    }
    for table in RunHistory.reportTables + ["run_flagged_part"] {
      try store.execute(
        sql: """
          DELETE FROM main.\(table)
          WHERE run IN (SELECT number FROM main.run WHERE project = ?1 AND length(report) = 0)
          """, arguments: [project])
    }
    try RunHistory.removeUnusedFlagged(in: store)
    try store.execute(
      sql: """
        DELETE FROM main.finding WHERE project = ?1
          AND last_run IN (SELECT number FROM main.run WHERE project = ?1 AND length(report) = 0)
        """, arguments: [project])
    try Ledger.append(.retention(LedgerEvent.Retention(runs: due)), in: store)
    return due
  }
}
