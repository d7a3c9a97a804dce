import Timestamps
import Vocabulary

/// What `sample` prints: one row for each subject that was drawn, in the order of drawing.
package enum SampleCSV {
  package struct Row: Sendable {
    /// By which it was drawn.
    package var hash: String
    /// What the rule says of the subject; its verdict may be `pass`.
    package var finding: Report.Finding

    package init(hash: String, finding: Report.Finding) {
      self.hash = hash
      self.finding = finding
    }
  }

  private static let columns = [
    "position", "hash", "id", "rule", "verdict", "reason", "waived_by", "tenant", "uid", "email", "apple_sub", "object",
    "due_at", "message", "evidence",
  ]

  package static func bytes(_ rows: [Row]) -> [UInt8] {
    var writer = CSVWriter()
    writer.row(columns)
    for (index, row) in rows.enumerated() {
      let (finding, subject) = (row.finding, row.finding.subject)
      writer.row([
        "\(index + 1)", row.hash, finding.id, finding.rule, finding.verdict.rawValue, finding.reason,
        finding.waiver?.signedBy ?? "", subject.tenant ?? "", subject.uid ?? "", subject.email ?? "",
        subject.appleSub ?? "", finding.object ?? "", finding.dueAt?.rfc3339 ?? "", finding.message,
        finding.evidence.map { "\($0.source), \($0.locator): \($0.summary)" }.joined(separator: "; "),
      ])
    }
    return writer.take()
  }
}
