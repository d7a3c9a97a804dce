import Evidence
import History
import Judgement
import Reporting
import Storage
import Timestamps
import Vocabulary

/// What this run has to know of the run before (docs/contract.md, section 4): which it is, and the findings it had
/// open.
struct RunBefore: Sendable {
  /// Nil for the first run of a project.
  var run: RunRecord?
  /// Its new, existing and carried findings.
  var open = OpenFindings()
  /// SHA-256 of the texts of its rules, by id; empty for a run of the first edition.
  var rules: [String: String] = [:]
  /// The numbers of the project's runs of the first edition, which remembered no evidence.
  var withoutMemory: Set<Int64> = []

  /// - Throws: `StorageError`; `UserError` where the report that has to be read is damaged.
  static func load(of project: String, asOf: Timestamp, in store: Connection) throws -> RunBefore {
    guard let run = try RunHistory.before(asOf: asOf, of: project, in: store) else { return RunBefore() }
    return RunBefore(
      run: run, open: try FindingHistory.open(in: run, of: store) ?? openByReport(of: run, in: store),
      rules: try RunHistory.rules(of: run.number, in: store),
      withoutMemory: Set(try RunHistory.all(of: project, in: store).filter(\.isOfFirstEdition).map(\.number)))
  }

  /// The findings that a waiver accepted there, which the report alone tells.
  ///
  /// - Throws: `StorageError`; `UserError` where the report is damaged.
  func waived(in store: Connection) throws -> FindingIDs {
    // A run of the first edition may not tell how many they are.
    guard let run, run.counts?.waived != 0 else { return [] }
    return try FindingIDs(StoredReport.read(run.number, in: store).findings.lazy.filter { $0.waiver != nil }.map(\.id))
  }

  private static func openByReport(of run: RunRecord, in store: Connection) throws -> OpenFindings {
    let report = try StoredReport.read(run.number, in: store)
    let accounts = try FindingHistory.accounts(of: report.findings.lazy.map(\.id), in: store)
    let numbers = Dictionary(
      try RunHistory.all(of: run.project, in: store).map { ($0.id, $0) }
    ) { first, _ in first }
    return OpenFindings(
      report.findings.filter { !report.forgotten.contains($0.id) }.map { finding in
        let judged = finding.judgedIn.flatMap { numbers[$0] } ?? run
        return OpenFinding(
          id: finding.id, rule: finding.rule, account: accounts[finding.id], firstSeen: finding.firstSeen,
          lastSeen: judged.asOf, verdict: finding.verdict, judgedIn: judged.number)
      })
  }
}
