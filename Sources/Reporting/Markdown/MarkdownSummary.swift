import Timestamps
import Vocabulary

/// Totals first, then causes, then the worst findings, what is due, and what is not known.
struct MarkdownSummary {
  /// Job summaries, comments and chats take no more. Bytes.
  static let limit = 65_536
  /// How many items a list has at most.
  private static let listed = 20

  private let report: Report
  private let tally: FindingTally

  init(_ report: Report) {
    self.report = report
    tally = report.findings.tally
  }

  var bytes: [UInt8] {
    var page = MarkdownPage(limit: Self.limit)
    writeHead(&page)
    writeTotals(&page)
    let causes = report.causes
    page.section(
      "Causes",
      head: [
        "| Severity | Rule | Reason | Fail | Other | Waived | Earliest deadline | What to do |",
        "|---|---|---|--:|--:|--:|---|---|",
      ], causes.prefix(Self.listed).map(row), total: causes.count
    ) { "\(HTMLText.count($0, "more cause")) in the full report." }
    writeFindings(&page)
    writeNotes(&page)
    page.close("")
    if !page.omitted.isEmpty {
      page.close("There was no room for: \(page.omitted.joined(separator: ", ")). The full report contains them.")
      page.close("")
    }
    let all = report.isCut ? " findings.csv lists all findings." : ""
    page.close(
      "`relay-audit explain ID` shows what led to a finding. The full report is report.html or report.json.\(all)")
    return Array(page.text.utf8)
  }

  private func writeHead(_ page: inout MarkdownPage) {
    let run = report.run
    let (mark, verdict) =
      switch report.gate.outcome {
      case .pass:
        report.passQualification.map { ("⚠️", "gate passed, \($0)") } ?? ("✅", "gate passed")
      case .fail: ("❌", "gate failed")
      case .incomplete: ("⚠️", "audit incomplete")
      }
    page.add("# \(mark) relay-audit: \(verdict)")
    page.add("")
    page.add("**\(MarkdownText.plain(report.verdictSentence))**")
    page.add("")
    let reasons = report.gate.reasons.prefix(Self.listed)
    for reason in reasons { page.add("- \(MarkdownText.prose(reason))") }
    let rest = report.gate.reasons.count - reasons.count
    if rest > 0 { page.add("- \(HTMLText.count(rest, "more reason")) in the full report") }
    if !report.gate.reasons.isEmpty { page.add("") }
    var facts = [
      "As of \(HTMLText.time(run.asOf))", "run \(MarkdownText.code(run.id))",
      MarkdownText.code("\(run.tool.name) \(run.tool.version)"),
    ]
    if let project = run.project { facts.insert("Project \(MarkdownText.code(project))", at: 0) }
    if let ledger = report.ledger { facts.append("ledger \(MarkdownText.code(ledger.head))") }
    page.add(facts.joined(separator: " · "))
  }

  private func writeTotals(_ page: inout MarkdownPage) {
    page.add("")
    page.add("| Severity | Fail | Inconclusive | Pending | Manual | Waived |")
    page.add("|---|--:|--:|--:|--:|--:|")
    for severity in Severity.allCases.sorted(by: >) { page.add(row(severity.rawValue, tally.counts(severity))) }
    page.add(row("**all**", tally.total))
    page.add("")
    let population = report.population
    let passed = report.rules.reduce(0) { $0 + $1.counts.pass }
    page.add(
      """
      \(HTMLText.count(report.findings.count, "finding"))\(comparison). \
      \(report.turnedSentence.map { $0 + " " } ?? "")\
      \(HTMLText.count(passed, "verdict")) passed. \
      \(HTMLText.count(population.accounts, "account")), \(HTMLText.number(population.appleAccounts)) with Apple, \
      \(HTMLText.number(population.anonymizedAccounts)) anonymized; \(HTMLText.count(population.links, "link")), \
      \(HTMLText.count(population.deletionRequests, "deletion request")).
      """)
  }

  /// On a first run all are new, which says nothing.
  private var comparison: String {
    guard report.run.previousRun != nil else { return ", with no earlier run to compare with" }
    return """
      , \(HTMLText.number(tally.new)) new, \(HTMLText.number(tally.carried)) carried from earlier runs; \
      \(HTMLText.number(report.resolved.count)) resolved
      """
  }

  private func row(_ name: String, _ counts: Report.Counts) -> String {
    let cells = [counts.fail, counts.inconclusive, counts.pending, counts.manual, counts.waived].map(HTMLText.number)
    return "| \(name) | \(cells.joined(separator: " | ")) |"
  }

  private func row(_ cause: Report.Cause) -> String {
    let others = cause.counts.inconclusive + cause.counts.pending + cause.counts.manual
    let cells = [
      cause.rule.severity.rawValue, MarkdownText.code(cause.rule.id), MarkdownText.code(cause.reason),
      HTMLText.number(cause.counts.fail), HTMLText.number(others), HTMLText.number(cause.counts.waived),
      cause.earliestDue.map(HTMLText.time) ?? "", MarkdownText.prose(cause.remedy ?? ""),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private func writeFindings(_ page: inout MarkdownPage) {
    page.section(
      "Worst findings", report.findings.lazy.filter(\.fails).prefix(Self.listed).map(item), total: tally.total.fail
    ) { "\(HTMLText.count($0, "more failing finding")) in the full report." }
    var due = Earliest(limit: Self.listed)
    for finding in report.findings {
      if let deadline = report.comingDeadline(of: finding) { due.add(finding, due: deadline) }
    }
    page.section("Due next", due.findings.map { item($0.finding) }, total: due.total) {
      "\(HTMLText.count($0, "more finding")) with a deadline to come in the full report."
    }
  }

  private func item(_ finding: Report.Finding) -> String {
    var text = "- \(finding.severity.rawValue) \(MarkdownText.code(finding.rule))"
    if let uid = finding.subject.uid { text += ", account \(MarkdownText.code(uid))" }
    if let object = finding.object { text += ", \(MarkdownText.code(object))" }
    if finding.verdict == .inconclusive { text += ", inconclusive" }
    if let due = report.comingDeadline(of: finding) { text += ", due \(HTMLText.time(due))" }
    return "\(text): \(MarkdownText.prose(finding.message)) \(MarkdownText.code(finding.id))"
  }

  private func writeNotes(_ page: inout MarkdownPage) {
    let needingAttention = report.waivers.filter { $0.state != .active }
    page.section(
      "Waivers that need attention",
      needingAttention.prefix(Self.listed).map { waiver in
        """
        - \(waiver.state.rawValue)\(waiver.scope.map { " for \(MarkdownText.code($0.words))" } ?? ""), \
        signed by \(MarkdownText.code(waiver.signedBy)), \(waiver.expires.readableEnd): \
        \(MarkdownText.prose(waiver.reason))
        """
      }, total: needingAttention.count
    ) { "\(HTMLText.count($0, "more waiver")) in the full report." }
    page.section(
      "What this report does not prove",
      report.limits.prefix(2 * Self.listed).map { "- \(MarkdownText.prose($0.text))" },
      total: report.limits.count
    ) { "\(HTMLText.count($0, "more limit")) in the full report." }
  }
}

/// The findings with the earliest deadlines, in their order.
private struct Earliest {
  let limit: Int
  private(set) var findings: [(finding: Report.Finding, due: Timestamp)] = []
  /// How many were added.
  private(set) var total = 0

  init(limit: Int) { self.limit = limit }

  mutating func add(_ finding: Report.Finding, due: Timestamp) {
    total += 1
    if findings.count == limit, let last = findings.last, last.due <= due { return }
    let place = findings.firstIndex { due < $0.due } ?? findings.endIndex
    findings.insert((finding, due), at: place)
    if findings.count > limit { findings.removeLast() }
  }
}
