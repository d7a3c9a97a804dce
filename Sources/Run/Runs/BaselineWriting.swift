import History
import Judgement
import Reporting

/// Writes the failing findings of a run as a baseline.
package enum BaselineWriting {
  /// - Parameter path: of the file. A baseline that is there is replaced.
  /// - Returns: the run, and how many findings it had that fail and are not waived.
  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`.
  package static func write(
    _ reference: RunReference, to path: String, _ query: StoreQuery
  ) throws -> (run: String, entries: Int) {
    let (run, report) = try query.read { store, project in
      let run = try reference.find(among: RunHistory.all(of: project, in: store))
      return (run, try StoredReport.readAsKept(run.number, in: store))
    }
    let baseline = Baseline(report.failing.map { Baseline.Entry(id: $0.id, rule: $0.rule) })
    try report.findings.check()
    try BaselineFile.write(baseline, to: path)
    return (run.name, baseline.entries.count)
  }
}
