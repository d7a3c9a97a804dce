import Timestamps
import Vocabulary

/// `findings.csv`: every finding, a row each, for a spreadsheet or a ticket system.
package struct FindingsCSV: Renderer {
  package let name = "csv"
  package let file = "findings.csv"

  package init() {}

  package func files(of report: Report) -> [ReportFile] {
    [ReportFile(name: file) { try Self.write(report, to: $0) }]
  }

  private static let columns = [
    "id", "rule", "severity", "verdict", "reason", "state", "uid", "object", "due_at", "first_seen", "waived_by",
    "message", "remediation", "evidence",
  ]

  private static func write(_ report: Report, to output: ([UInt8]) throws -> Void) throws {
    let remedies = Dictionary(report.rules.map { ($0.id, $0.remedies) }) { first, _ in first }
    var writer = CSVWriter()
    writer.row(columns)
    for finding in report.findings {
      writer.cell(finding.id)
      writer.cell(finding.rule)
      writer.cell(finding.severity.rawValue)
      writer.cell(finding.verdict.rawValue)
      writer.cell(finding.reason)
      writer.cell(finding.state.rawValue)
      writer.cell(finding.subject.uid ?? "")
      writer.cell(finding.object ?? "")
      writer.cell(finding.dueAt?.rfc3339 ?? "")
      writer.cell(finding.firstSeen.rfc3339)
      writer.cell(finding.waiver?.signedBy ?? "")
      writer.cell(finding.message)
      writer.cell(remedies[finding.rule]?[finding.reason] ?? "")
      writer.cell(finding.evidence.map { "\($0.source), \($0.locator): \($0.summary)" }.joined(separator: "; "))
      writer.endRow()
      if writer.bytes.count > 1 << 16 { try output(writer.take()) }
    }
    try output(writer.take())
  }
}
