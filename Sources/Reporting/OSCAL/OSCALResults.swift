import Timestamps
import Vocabulary

/// The document of one report (https://pages.nist.gov/OSCAL-Reference/models/v1.2.0/assessment-results).
struct OSCALResults {
  let report: Report
  let identity: OSCALIdentity
  let requirements: [String: [Report.Checked]]
  let rules: [String: Report.Rule]
  /// Paths of this run's sources.
  let sources: Set<String>
  /// The findings that are observations.
  let shown: [Report.Finding]

  init(_ report: Report, limit: Int) {
    self.report = report
    identity = OSCALIdentity(run: report.run.id)
    requirements = report.requirementsByRule
    rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
    sources = Set(report.sources.map(\.path))
    shown = Array(report.findings.prefix(limit))
  }

  func write(to output: ([UInt8]) throws -> Void) throws {
    var writer = JSONWriter()
    try writer.object { writer in
      try writer.key("assessment-results") {
        try $0.object { writer in
          writer.key("uuid", identity.uuid("document"))
          metadata(&writer)
          // There is no assessment plan: the rules and the configuration set what was assessed.
          writer.key("import-ap") { $0.object { $0.key("href", "#\(identity.uuid("plan"))") } }
          try writer.key("results") { try $0.array([report]) { writer, _ in try result(&writer, output) } }
          writer.key("back-matter") { $0.object { $0.key("resources") { resources(&$0) } } }
        }
      }
    }
    try output(writer.take() + [0x0A])
  }

  private func metadata(_ writer: inout JSONWriter) {
    writer.key("metadata") {
      $0.object { writer in
        writer.key("title", title)
        writer.key("last-modified", report.run.finishedAt.rfc3339)
        writer.key("version", OSCALText.line(report.run.id) ?? "1")
        writer.key("oscal-version", "1.2.0")
        writer.properties([OSCALProperty("tool", "\(report.run.tool.name) \(report.run.tool.version)")])
      }
    }
  }

  private var title: String {
    let project = OSCALText.line(report.run.project).map { " of \($0)" } ?? ""
    return "Audit\(project) as of \(report.run.asOf.rfc3339)"
  }

  private func result(_ writer: inout JSONWriter, _ output: ([UInt8]) throws -> Void) throws {
    try writer.object { writer in
      writer.key("uuid", identity.uuid("result"))
      writer.key("title", title)
      writer.key(
        "description", ([report.verdictSentence] + report.gate.reasons).joined(separator: "\n\n"))
      writer.key("start", report.run.startedAt.rfc3339)
      writer.key("end", report.run.finishedAt.rfc3339)
      writer.properties(totals)
      reviewedControls(&writer)
      if !shown.isEmpty {
        try writer.key("observations") { writer in
          try writer.array(shown) { writer, finding in
            observation(finding, &writer)
            if writer.bytes.count > 1 << 16 { try output(writer.take()) }
          }
        }
      }
      if !report.rules.isEmpty { findings(&writer) }
      writer.key("remarks", remarks)
    }
  }

  private var totals: [OSCALProperty?] {
    let (run, gate, counts) = (report.run, report.gate, report.findings.tally.total)
    return [
      OSCALProperty("run", run.id), OSCALProperty("as-of", run.asOf.rfc3339),
      OSCALProperty("outcome", gate.outcome.rawValue), OSCALProperty("exit-status", gate.exitStatus),
      OSCALProperty("fail-on", gate.failOn.name), OSCALProperty("scope", gate.scope.rawValue),
      OSCALProperty("failing", gate.failing), OSCALProperty("failing-without-waivers", gate.failingWithoutWaivers),
      OSCALProperty("findings", report.findings.count), OSCALProperty("observations-shown", shown.count),
      OSCALProperty("fail", counts.fail), OSCALProperty("inconclusive", counts.inconclusive),
      OSCALProperty("pending", counts.pending), OSCALProperty("manual", counts.manual),
      OSCALProperty("waived", counts.waived), OSCALProperty("carried", gate.carried),
      OSCALProperty("resolved", report.resolved.count), OSCALProperty("accounts", report.population.accounts),
      OSCALProperty("anonymized-accounts", report.population.anonymizedAccounts),
      OSCALProperty("ledger-head", report.ledger?.head),
    ]
  }

  /// What was cut, and what the report does not prove.
  private var remarks: String {
    var paragraphs: [String] = []
    if shown.count < report.findings.count {
      paragraphs.append(
        """
        Of \(HTMLText.count(report.findings.count, "finding")) the worst \(HTMLText.number(shown.count)) are listed as \
        observations. All are in \(report.fileOfAll), and all are counted here.
        """)
    }
    if !report.limits.isEmpty {
      paragraphs.append("What the report does not prove:")
      paragraphs.append(report.limits.map { "- \($0.text)" }.joined(separator: "\n"))
    }
    return paragraphs.isEmpty ? "All findings are listed as observations." : paragraphs.joined(separator: "\n\n")
  }
}
