import Timestamps
import Vocabulary

/// The sheets of one report.
struct WorkbookSheets {
  typealias Cell = WorkbookWriter.Cell
  typealias Column = WorkbookWriter.Column

  let report: Report
  let rowLimit: Int

  func write(to writer: WorkbookWriter) throws(FileProblem) {
    try writer.sheet("Summary", [Column("what", 32), Column("value", 100)]) { (row) throws(FileProblem) in
      for (name, value) in summary { try row([.text(name), value]) }
    }
    try findings(writer)
    try requirements(writer)
    try waivers(writer)
    try sources(writer)
    try flagged(writer)
  }

  private func findings(_ writer: WorkbookWriter) throws(FileProblem) {
    let remedies = Dictionary(report.rules.map { ($0.id, $0.remedies) }) { first, _ in first }
    let columns = [
      Column("id", 21), Column("rule", 30), Column("severity", 10), Column("verdict", 13), Column("reason", 22),
      Column("state", 10), Column("uid", 30), Column("tenant", 12), Column("email", 34), Column("apple_sub", 12),
      Column("object", 16), Column("due_at", 25), Column("first_seen", 25), Column("judged_in", 38),
      Column("waived_by", 20), Column("waived_until", 25), Column("message", 70), Column("remediation", 70),
      Column("evidence", 70),
    ]
    try writer.sheet("Findings", columns, limit: rowLimit) { (row) throws(FileProblem) in
      for finding in report.findings.prefix(rowLimit) {
        try row([
          .text(finding.id), .text(finding.rule), .text(finding.severity.rawValue), .text(finding.verdict.rawValue),
          .text(finding.reason), .text(finding.state.rawValue), .text(finding.subject.uid),
          .text(finding.subject.tenant), .text(finding.subject.email), .text(finding.subject.appleSub),
          .text(finding.object), .text(finding.dueAt?.rfc3339), .text(finding.firstSeen.rfc3339),
          .text(finding.judgedIn), .text(finding.waiver?.signedBy), .text(finding.waiver?.expires.rfc3339),
          .text(finding.message), .text(remedies[finding.rule]?[finding.reason]),
          .text(finding.evidence.map { "\($0.source), \($0.locator): \($0.summary)" }.joined(separator: "\n")),
        ])
      }
    }
  }

  private func requirements(_ writer: WorkbookWriter) throws(FileProblem) {
    let columns = [
      Column("framework", 14), Column("id", 24), Column("state", 13), Column("text", 100), Column("rules", 60),
    ]
    try writer.sheet("Requirements", columns) { (row) throws(FileProblem) in
      for framework in report.frameworks {
        for requirement in framework.requirements {
          try row([
            .text(framework.name), .text(requirement.id), .text(requirement.state.rawValue), .text(requirement.text),
            .text(requirement.rules.joined(separator: " ")),
          ])
        }
      }
    }
  }

  private func waivers(_ writer: WorkbookWriter) throws(FileProblem) {
    let columns = [
      Column("state", 10), Column("signed_by", 24), Column("requested_by", 24), Column("ticket", 16),
      Column("date", 25), Column("expires", 25), Column("reason", 60), Column("findings", 60),
    ]
    try writer.sheet("Waivers", columns) { (row) throws(FileProblem) in
      for waiver in report.waivers {
        try row([
          .text(waiver.state.rawValue), .text(waiver.signedBy), .text(waiver.requestedBy), .text(waiver.ticket),
          .text(waiver.date.rfc3339), .text(waiver.expires.rfc3339), .text(waiver.reason),
          .text(waiver.findings.joined(separator: " ")),
        ])
      }
    }
  }

  private func sources(_ writer: WorkbookWriter) throws(FileProblem) {
    let columns = [
      Column("path", 44), Column("kind", 18), Column("format", 24), Column("sha256", 68), Column("bytes", 14),
      Column("records", 12), Column("rejected", 12), Column("skipped", 12), Column("truncated", 10),
      Column("superseded", 11), Column("captured_at", 25), Column("captured_from", 15), Column("first_rejects", 60),
    ]
    try writer.sheet("Sources", columns) { (row) throws(FileProblem) in
      for source in report.sources {
        try row([
          .text(source.path), .text(source.kind), .text(source.format), .text(source.sha256),
          .number(Int(source.bytes)), .number(source.records), .number(source.rejected), .number(source.skipped),
          .text(source.truncated ? "yes" : "no"), .text(source.superseded ? "yes" : "no"),
          .text(source.capturedAt.rfc3339), .text(source.capturedFrom),
          .text(source.rejects.map { "\($0.locator): \($0.reason)" }.joined(separator: "\n")),
        ])
      }
    }
  }

  private func flagged(_ writer: WorkbookWriter) throws(FileProblem) {
    let columns = [
      Column("uid", 30), Column("email", 40), Column("relay_domain", 28), Column("providers", 40),
      Column("first_seen", 25),
    ]
    try writer.sheet("Flagged", columns) { (row) throws(FileProblem) in
      for account in report.flagged?.first ?? [] {
        try row([
          .text(account.uid), .text(account.email), .text(account.relayDomain), .text(account.providers),
          .text(account.firstSeen.rfc3339),
        ])
      }
    }
  }
}
