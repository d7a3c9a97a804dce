package import Reporting
import Vocabulary

/// What an audit came to.
package struct AuditResult: Sendable {
  package var report: Report
  package var exitStatus: Int32
  package var reportFolder: String
  package var passes: [PassTimer.Pass]

  /// The short summary for standard output: the verdict first, then the counts, then where to read on.
  package var summary: String {
    let gate = report.gate
    var lines: [String] = []
    switch gate.outcome {
    case .pass: lines.append("The gate passed.")
    case .fail: lines.append("The gate failed.")
    case .incomplete: lines.append("The audit is incomplete.")
    }
    lines += gate.reasons.map { "  \($0)" }
    let population = report.population
    lines.append(
      "\(population.accounts) accounts, \(population.appleAccounts) with Apple, \(population.anonymizedAccounts) anonymized; "
        + "\(population.links) links, \(population.deletionRequests) deletion requests.")
    let counts = Verdict.allCases.map { verdict in
      "\(report.rules.reduce(0) { $0 + $1.counts.count(of: verdict) }) \(verdict.rawValue)"
    }
    lines.append("Verdicts: \(counts.joined(separator: ", ")).")
    let new = report.findings.count { $0.state == .new }
    lines.append("Findings: \(report.findings.count), \(new) new, \(report.resolved.count) resolved.")
    let unrecognised = report.sources.filter { $0.kind == nil }.count
    if unrecognised > 0 { lines.append("\(unrecognised) of \(report.sources.count) files were not recognised.") }
    lines.append("Report: \(reportFolder)/report.html")
    return lines.joined(separator: "\n")
  }
}
