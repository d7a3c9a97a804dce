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
  /// - Throws: `StorageError`, `CannotWrite`.
  init(_ report: Report, run: Int64, in store: Connection) throws {
    var (ofRows, ofReport): ([String], [String]) = ([], [])
    let isLast = try FindingHistory.isLastToWrite(run, in: store)
    let rows = try FindingHistory.OpenRows(ofRun: run, in: store)
    var row = try rows.next()
    func tellLost(_ row: FindingHistory.Row) {
      ofRows.append("the finding \(row.id) is not in the report of run \(run), which had it last")
    }
    // Both in order of id, since a report may have a million.
    var last: String?
    try report.findings.forEachByID { finding in
      guard finding.id != last else { return }
      last = finding.id
      while let next = row, next.id < finding.id {
        tellLost(next)
        row = try rows.next()
      }
      guard let found = row, found.id == finding.id else {
        if isLast, !report.forgotten.contains(finding.id) {
          ofReport.append("the finding \(finding.id) of run \(run) is not in the store")
        }
        return
      }
      let changed = try Self.changes(found, finding, report, in: store)
      if !changed.isEmpty { ofRows.append("the \(changed.joined(separator: ", ")) of finding \(found.id) was changed") }
      row = try rows.next()
    }
    while let next = row {
      tellLost(next)
      row = try rows.next()
    }
    let resolved = Dictionary(report.resolved.map { ($0.id, ($0.cause ?? .passed).rawValue) }) { first, _ in first }
    let ofResolved = try FindingHistory.resolved(by: run, in: store).filter { resolved[$0.id] != $0.cause }.map {
      "run \(run) did not resolve the finding \($0.id) as the store says"
    }
    problems = ofRows + ofResolved + ofReport
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
