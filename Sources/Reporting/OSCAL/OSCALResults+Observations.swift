import Timestamps
import Vocabulary

extension OSCALResults {
  /// One finding of the report.
  func observation(_ finding: Report.Finding, _ writer: inout JSONWriter) {
    let (subject, waiver) = (finding.subject, finding.waiver)
    writer.object { writer in
      writer.key("uuid", identity.uuid(finding.id))
      writer.key("title", "\(finding.id), \(OSCALText.line(finding.rule) ?? "a rule")")
      writer.key("description", finding.message)
      writer.properties([
        OSCALProperty("finding", finding.id), OSCALProperty("rule", finding.rule),
        OSCALProperty("severity", finding.severity.rawValue), OSCALProperty("verdict", finding.verdict.rawValue),
        OSCALProperty("reason", finding.reason), OSCALProperty("state", finding.state.rawValue),
        OSCALProperty("uid", subject.uid), OSCALProperty("tenant", subject.tenant),
        OSCALProperty("email", subject.email), OSCALProperty("apple-sub", subject.appleSub),
        OSCALProperty("object", finding.object), OSCALProperty("due-at", finding.dueAt?.rfc3339),
        OSCALProperty("first-seen", finding.firstSeen.rfc3339), OSCALProperty("judged-in", finding.judgedIn),
        OSCALProperty("waived-by", waiver?.signedBy), OSCALProperty("waived-on", waiver?.date.rfc3339),
        OSCALProperty("waived-until", waiver?.expires.rfc3339), OSCALProperty("waived-because", waiver?.reason),
      ])
      // Exported evidence is read; nothing of a running system is tried.
      writer.key("methods") { $0.array(["EXAMINE"]) { $0.string($1) } }
      writer.key("types") { $0.array(["finding"]) { $0.string($1) } }
      if !finding.evidence.isEmpty {
        writer.key("relevant-evidence") { $0.array(finding.evidence) { evidence($1, &$0) } }
      }
      writer.key("collected", report.run.asOf.rfc3339)
      if let remedy = rules[finding.rule]?.remedies[finding.reason], !remedy.isEmpty {
        writer.key("remarks", remedy)
      }
    }
  }

  private func evidence(_ citation: Report.Citation, _ writer: inout JSONWriter) {
    writer.object { writer in
      // Remembered evidence is of a file that this run did not read.
      if sources.contains(citation.source) { writer.key("href", "#\(identity.uuid("source/\(citation.source)"))") }
      writer.key("description", "\(citation.source), \(citation.locator): \(citation.summary)")
    }
  }
}
