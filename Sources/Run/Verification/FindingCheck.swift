import History
import Reporting
import Storage
import Timestamps
import Vocabulary

/// Whether the store's table of findings says what the reports say. Later nights and `diff` read the table.
struct FindingCheck {
  /// As in `Verification`.
  let problems: [String]

  /// Compares the findings that a run was the last to have, and those that it resolved.
  ///
  /// - Throws: `StorageError`.
  init(_ report: Report, run: Int64, in store: Connection) throws {
    var problems: [String] = []
    let rows = try FindingHistory.rows(ofRun: run, in: store)
    let reported = Dictionary(report.findings.map { ($0.id, $0) }) { first, _ in first }
    for row in rows.open {
      guard let finding = reported[row.id] else {
        problems.append("the finding \(row.id) is not in the report of run \(run), which had it last")
        continue
      }
      let changed = try Self.changes(row, finding, report, in: store)
      if !changed.isEmpty {
        problems.append("the \(changed.joined(separator: ", ")) of finding \(row.id) was changed")
      }
    }
    let resolved = Dictionary(report.resolved.map { ($0.id, ($0.cause ?? .passed).rawValue) }) { first, _ in first }
    for row in rows.resolved where resolved[row.id] != row.cause {
      problems.append("run \(run) did not resolve the finding \(row.id) as the store says")
    }
    if rows.isLast {
      let known = Set(rows.open.map(\.id))
      for finding in report.findings where !known.contains(finding.id) && !report.forgotten.contains(finding.id) {
        problems.append("the finding \(finding.id) of run \(run) is not in the store")
      }
    }
    self.problems = problems
  }

  private static func changes(
    _ row: FindingHistory.Row, _ finding: Report.Finding, _ report: Report, in store: Connection
  ) throws -> [String] {
    var changed: [String] = []
    if row.rule != finding.rule { changed.append("rule") }
    if row.project != row.runProject { changed.append("project") }
    if row.firstSeen != finding.firstSeen { changed.append("first sight") }
    // Stores of the first edition have no verdicts.
    if let verdict = row.verdict, verdict != finding.verdict.rawValue { changed.append("verdict") }
    if finding.state != .carried {
      if row.lastSeen != report.run.asOf { changed.append("last sight") }
      if row.judgedIn != nil { changed.append("judging run") }
    } else if let judgedIn = finding.judgedIn, let run = row.judgedIn,
      try RunHistory.id(of: run, in: store) != judgedIn
    {
      changed.append("judging run")
    }
    return changed
  }

  /// Findings of runs that the store does not have.
  static func strays(in store: Connection) throws -> [String] {
    try FindingHistory.strays(in: store).map { "the finding \($0) belongs to no run of the store" }
  }
}
