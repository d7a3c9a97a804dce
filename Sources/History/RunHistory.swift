package import Evidence
package import Foundation
package import Storage
package import Timestamps

/// One past run, without its report.
package struct RunRecord: Hashable, Sendable {
  package var number: Int64
  package var id: String
  package var project: String
  package var asOf: Timestamp
  package var startedAt: Timestamp
  package var finishedAt: Timestamp
  package var outcome: String
  package var accounts: Int

  /// Of the table `r`; the report, which may have megabytes, is read by itself.
  fileprivate static let columns =
    "r.number, r.id, r.project, r.as_of, r.started_at, r.finished_at, r.outcome, r.accounts"

  /// - Parameter row: the columns of `columns`.
  init(_ row: SelectStatement) {
    number = row.integer(0)
    id = row.text(1)
    project = row.text(2)
    asOf = Timestamp(milliseconds: row.integer(3))
    startedAt = Timestamp(milliseconds: row.integer(4))
    finishedAt = Timestamp(milliseconds: row.integer(5))
    outcome = row.text(6)
    accounts = Int(row.integer(7))
  }
}

/// A run that is to be remembered.
package struct FinishedRun: Sendable {
  package var id: String
  package var asOf: Timestamp
  package var startedAt: Timestamp
  package var finishedAt: Timestamp
  package var outcome: String
  package var snapshot: Snapshot?
  package var accounts: Int
  package var reportSHA256: String
  /// The report as JSON, compressed.
  package var report: Data
  /// What each pass took, as JSON.
  package var passes: Data

  package init(
    id: String, asOf: Timestamp, startedAt: Timestamp, finishedAt: Timestamp, outcome: String, snapshot: Snapshot?,
    accounts: Int, reportSHA256: String, report: Data, passes: Data
  ) {
    self.id = id
    self.asOf = asOf
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.outcome = outcome
    self.snapshot = snapshot
    self.accounts = accounts
    self.reportSHA256 = reportSHA256
    self.report = report
    self.passes = passes
  }
}

package enum RunHistory {
  /// What the project's newest exports showed; nil where there were none.
  static func previousSnapshot(of project: String, in store: Connection) throws -> PreviousSnapshot? {
    try store.first(
      sql: """
        SELECT captured_from, captured_to, complete, formats, shows_apple, accounts FROM main.run
        WHERE project = ? AND captured_from IS NOT NULL ORDER BY captured_to DESC, number DESC LIMIT 1
        """,
      arguments: [project]
    ) { row in
      PreviousSnapshot(
        capturedFrom: row.integer(0), capturedTo: row.integer(1), isComplete: row.flag(2), formats: row.text(3),
        showsApple: row.flag(4), accounts: Int(row.integer(5)))
    }
  }

  package static func last(of project: String, in database: Connection) throws -> RunRecord? {
    try database.first(
      sql: "SELECT \(RunRecord.columns) FROM main.run r WHERE r.project = ? ORDER BY r.number DESC LIMIT 1",
      arguments: [project], RunRecord.init)
  }

  /// The last run of a project, if it had this finding.
  package static func last(withFinding id: String, in database: Connection) throws -> RunRecord? {
    try database.first(
      sql: """
        SELECT \(RunRecord.columns) FROM main.finding f JOIN main.run r ON r.number = f.last_run
        WHERE f.id = ? AND r.number = (SELECT max(number) FROM main.run WHERE project = r.project)
        """,
      arguments: [id], RunRecord.init)
  }

  /// The compressed report of a run.
  package static func report(of run: Int64, in database: Connection) throws -> Data? {
    try database.first(sql: "SELECT report FROM main.run WHERE number = ?", arguments: [run]) { $0.data(0) }
  }

  /// What each pass of a run took, as `FinishedRun` has it.
  package static func passes(of run: Int64, in database: Connection) throws -> Data? {
    try database.first(sql: "SELECT passes FROM main.run WHERE number = ?", arguments: [run]) { $0.data(0) }
  }

  /// The number of the next run.
  static func nextNumber(in store: Connection) throws -> Int64 {
    try (store.first(sql: "SELECT max(number) FROM main.run") { $0.integer(0) } ?? 0) + 1
  }

  /// Answers the run's number.
  package static func add(_ run: FinishedRun, project: String, in database: Connection) throws -> Int64 {
    try database.execute(
      sql: """
        INSERT INTO main.run (id, project, as_of, started_at, finished_at, outcome, captured_from, captured_to, complete,
          formats, shows_apple, accounts, report_sha256, report, passes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        run.id, project, run.asOf.milliseconds, run.startedAt.milliseconds, run.finishedAt.milliseconds, run.outcome,
        run.snapshot?.capturedFrom.milliseconds, run.snapshot?.capturedTo.milliseconds,
        run.snapshot?.isComplete ?? false,
        run.snapshot?.formats ?? "", run.snapshot?.showsApple ?? false, run.accounts, run.reportSHA256, run.report,
        run.passes,
      ])
    return database.lastInsertedRowID
  }
}
