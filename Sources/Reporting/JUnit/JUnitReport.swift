import Timestamps
import Vocabulary

/// A suite for each family of rules, a case for each rule. What the gate decided is not a case: it is the exit status,
/// and stands beside the cases.
struct JUnitReport {
  /// How many findings a failure shows at most.
  static let shown = 20

  private let report: Report
  /// By rule.
  private let findings: [String: Findings]

  /// What a rule found.
  struct Findings {
    var counts = Report.Counts()
    /// Of those that fail, how many are new.
    var new = 0
    /// The first that fail.
    var failing: [Report.Finding] = []

    mutating func add(_ finding: Report.Finding) {
      counts.add(finding)
      guard finding.fails else { return }
      if finding.state == .new { new += 1 }
      if failing.count < JUnitReport.shown { failing.append(finding) }
    }
  }

  init(_ report: Report) {
    self.report = report
    var findings: [String: Findings] = [:]
    for finding in report.findings { findings[finding.rule, default: Findings()].add(finding) }
    self.findings = findings
  }

  func write(to output: ([UInt8]) throws -> Void) throws {
    var writer = XMLWriter()
    let all = report.rules.map { JUnitCase($0, findings[$0.id] ?? Findings(), report.gate.failOn) }
    let duration = max(0, report.run.finishedAt.milliseconds - report.run.startedAt.milliseconds)
    try writer.element(
      "testsuites",
      [
        "name": report.run.project.map { "relay-audit: \($0)" } ?? "relay-audit",
        "tests": String(all.count), "failures": String(all.count(where: \.isFailure)), "errors": "0",
        "time": Self.seconds(duration),
      ]
    ) { writer in
      for (family, cases) in Self.families(of: all) {
        write(family, cases, &writer)
        try output(writer.take())
      }
    }
    try output(writer.take())
  }

  /// In the order of the report.
  private static func families(of cases: [JUnitCase]) -> [(String, [JUnitCase])] {
    var names: [String] = []
    let families = Dictionary(grouping: cases) { item in
      let name = String(item.rule.id.prefix { $0 != "/" })
      if !names.contains(name) { names.append(name) }
      return name
    }
    return names.map { ($0, families[$0] ?? []) }
  }

  /// `61.500`.
  private static func seconds(_ milliseconds: Int64) -> String {
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  private func write(_ family: String, _ cases: [JUnitCase], _ writer: inout XMLWriter) {
    writer.element(
      "testsuite",
      [
        "name": family, "tests": String(cases.count), "failures": String(cases.count(where: \.isFailure)),
        "errors": "0", "skipped": String(cases.count(where: \.isSkipped)),
        "timestamp": report.run.startedAt.rfc3339,
      ]
    ) { writer in
      writer.element("properties") { writer in
        for (name, value) in [
          ("run", report.run.id), ("as_of", report.run.asOf.rfc3339), ("gate", report.gate.outcome.rawValue),
          ("fail_on", report.gate.failOn.name),
        ] {
          writer.empty("property", ["name": name, "value": value])
        }
      }
      for item in cases { write(item, family, &writer) }
      // Where only evidence is missing no case fails: the reader has to be told all the same.
      if report.gate.outcome != .pass {
        writer.element(
          "system-err", text: (["The gate's outcome: \(report.gate.outcome.rawValue)."] + report.gate.reasons).lines)
      }
    }
  }

  private func write(_ item: JUnitCase, _ family: String, _ writer: inout XMLWriter) {
    writer.element("testcase", ["classname": "relay-audit.\(family)", "name": item.rule.id]) { writer in
      switch item.result {
      case .failed(let message):
        writer.element(
          "failure", ["type": item.rule.severity.rawValue, "message": message], text: text(of: item, message))
      case .skipped(let message): writer.empty("skipped", ["message": message])
      case .passed: break
      }
      writer.element("system-out", text: item.description)
    }
  }

  private func text(of item: JUnitCase, _ message: String) -> String {
    let findings = item.findings.failing
    var lines = [message, ""] + findings.map(Self.line)
    let rest = item.counts.fail - findings.count
    if rest > 0 { lines.append("\(HTMLText.number(rest)) more failing findings are not shown here.") }
    let remedies = item.rule.remedies
    lines.append("")
    for reason in Set(findings.map(\.reason)).sorted() {
      if let remedy = remedies[reason] { lines.append("What to do about \(reason): \(remedy)") }
    }
    return lines.lines
  }

  private static func line(_ finding: Report.Finding) -> String {
    let subject = finding.subject.uid.map { uid in
      " account \(uid)" + (finding.subject.tenant.map { " of tenant \($0)" } ?? "")
    }
    let evidence = finding.evidence.first.map { " (\($0.source), \($0.locator))" }
    return "\(finding.id) \(finding.state.rawValue)\(subject ?? "")\(finding.object.map { ", \($0)" } ?? ""): "
      + finding.message + (evidence ?? "")
  }
}

extension [String] {
  fileprivate var lines: String { joined(separator: "\n") }
}
