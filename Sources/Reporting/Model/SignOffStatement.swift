package import Timestamps
import Vocabulary

/// What somebody signs who accepts a report: the lines of which the signature is, and which a page shows to be signed
/// by hand.
package struct SignOffStatement: Hashable, Sendable {
  package var project: String?
  package var run: String
  package var asOf: Timestamp
  package var outcome: String
  /// SHA-256 of `report.json` with `ledger` null.
  package var reportSHA256: String
  package var head: String

  package init(project: String?, run: String, asOf: Timestamp, outcome: String, reportSHA256: String, head: String) {
    self.project = project
    self.run = run
    self.asOf = asOf
    self.outcome = outcome
    self.reportSHA256 = reportSHA256
    self.head = head
  }

  /// Nil for a report that no entry of the ledger is about.
  package init?(_ report: Report) {
    guard let ledger = report.ledger else { return nil }
    self.init(
      project: report.run.project, run: report.run.id, asOf: report.run.asOf, outcome: report.gate.outcome.rawValue,
      reportSHA256: ledger.reportSHA256, head: ledger.head)
  }

  /// The lines about the report.
  package var lines: [String] {
    [
      "relay-audit sign-off 1", "project: \(project ?? "")", "run: \(run)", "as of: \(asOf.rfc3339)",
      "outcome: \(outcome)", "report: sha256:\(reportSHA256)", "ledger: \(head)",
    ]
  }

  /// The whole statement, which the signature is of.
  package func text(name: String, note: String, at: Timestamp) -> String {
    (lines + ["signed off by: \(name)", "signed off at: \(at.rfc3339)", "note: \(note)"]).joined(separator: "\n") + "\n"
  }
}
