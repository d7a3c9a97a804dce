import Evidence
package import Foundation
package import Storage
import Timestamps

package enum RunHistory {
  /// What the exports of the project's runs could show, in the order of their captures.
  static func snapshots(of project: String, in store: Connection) throws -> [EarlierSnapshot] {
    // Of an index alone, as `NameLog.schema` says.
    let runs = try store.all(
      sql: """
        SELECT captured_from, captured_to, complete, formats, shows_apple, edition > 2, number, withdrawn IS NOT NULL
        FROM main.run WHERE project = ? AND captured_from IS NOT NULL ORDER BY number
        """,
      arguments: [project]
    ) { row in
      (
        from: row.integer(0), to: row.integer(1), isComplete: row.flag(2), formats: row.text(3),
        showsApple: row.flag(4), readsProfiles: row.flag(5), number: row.integer(6), isWithdrawn: row.flag(7)
      )
    }
    var newest = Int64.min
    var found: [(number: Int64, snapshot: EarlierSnapshot)] = []
    for run in runs {
      // An older one, also than one that was withdrawn since, marked nobody as gone.
      let isNewest = run.to >= newest
      newest = max(newest, run.to)
      guard !run.isWithdrawn else { continue }
      let snapshot = EarlierSnapshot(
        capturedFrom: run.from, capturedTo: run.to, tellsWhoIsGone: run.isComplete && isNewest, formats: run.formats,
        showsApple: run.showsApple, readsProfiles: run.readsProfiles)
      found.append((run.number, snapshot))
    }
    return found.sorted { ($0.snapshot.capturedTo, $0.number) < ($1.snapshot.capturedTo, $1.number) }.map(\.snapshot)
  }

  /// What the project's newest exports showed; nil where there were none.
  ///
  /// - Parameter time: in milliseconds. The newest whole exports that were captured before it come first, so that the
  ///   same exports are not compared with themselves, nor with a part.
  static func previousSnapshot(
    of project: String, wholeBefore time: Int64? = nil, in store: Connection
  ) throws -> PreviousSnapshot? {
    try store.first(
      sql: """
        SELECT captured_from, captured_to, accounts FROM main.run
        WHERE project = ?1 AND captured_from IS NOT NULL AND withdrawn IS NULL
        ORDER BY coalesce(complete AND captured_to < ?2, 0) DESC, captured_to DESC, number DESC LIMIT 1
        """,
      arguments: [project, time]
    ) { row in
      PreviousSnapshot(capturedFrom: row.integer(0), capturedTo: row.integer(1), accounts: Int(row.integer(2)))
    }
  }

  /// The project's newest run that was not withdrawn.
  package static func last(of project: String, in database: Connection) throws -> RunRecord? {
    try database.first(
      sql: """
        SELECT \(RunRecord.columns) FROM main.run r WHERE r.project = ? AND r.withdrawn IS NULL
        ORDER BY r.number DESC LIMIT 1
        """,
      arguments: [project], RunRecord.init)
  }

  /// The last run of a project that was not withdrawn, if it had this finding, or may have had it: of findings in a run
  /// that was withdrawn since, the store does not tell which run had them before.
  package static func last(withFinding id: String, in database: Connection) throws -> RunRecord? {
    try database.first(
      sql: """
        SELECT \(RunRecord.columns) FROM main.finding f JOIN main.run l ON l.number = f.last_run
          JOIN main.run r ON r.project = l.project
        WHERE f.id = ? AND (r.number = l.number OR l.withdrawn IS NOT NULL)
          AND r.number = (SELECT max(number) FROM main.run WHERE project = l.project AND withdrawn IS NULL)
        """,
      arguments: [id], RunRecord.init)
  }

  /// Whether this run is its project's last, of which the store has timelines, and had this finding.
  package static func hasTimeline(of id: String, run: Int64, in database: Connection) throws -> Bool {
    try database.first(
      sql: """
        SELECT 1 FROM main.finding f JOIN main.run r ON r.number = f.last_run
        WHERE f.id = ? AND r.number = ?
          AND r.number = (SELECT max(number) FROM main.run WHERE project = r.project)
        """,
      arguments: [id, run]
    ) { _ in true } ?? false
  }

  /// What each pass of a run took, as `FinishedRun` has it.
  package static func passes(of run: Int64, in database: Connection) throws -> Data? {
    try database.first(sql: "SELECT passes FROM main.run WHERE number = ?", arguments: [run]) { $0.data(0) }
  }

  /// The number of the next run.
  package static func nextNumber(in store: Connection) throws -> Int64 {
    try (store.first(sql: "SELECT max(number) FROM main.run") { $0.integer(0) } ?? 0) + 1
  }

  /// Answers the run's number, which is that of `nextNumber`.
  @discardableResult
  package static func add(_ run: FinishedRun, project: String, in database: Connection) throws -> Int64 {
    try database.execute(
      sql: """
        INSERT INTO main.run (id, project, as_of, started_at, finished_at, outcome, captured_from, captured_to, complete,
          formats, shows_apple, accounts, report_sha256, report, passes, is_history, edition)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 4)
        """,
      arguments: [
        run.id, project, run.asOf.milliseconds, run.startedAt.milliseconds, run.finishedAt.milliseconds, run.outcome,
        run.snapshot?.capturedFrom.milliseconds, run.snapshot?.capturedTo.milliseconds,
        run.snapshot?.isComplete ?? false,
        run.snapshot?.formats ?? "", run.snapshot?.showsApple ?? false, run.accounts, run.reportSHA256,
        run.report.frame,
        run.passes, run.isOutOfOrder,
      ])
    let number = database.lastInsertedRowID
    try addParts(of: run.report, run: number, in: database)
    try write(run.notes, of: number, in: database)
    return number
  }
}
