import Foundation
import PythonScripts
import Testing
import Timestamps
import Vocabulary

@testable import Reporting

/// Every format against its schema or a reader that is not ours, and against the counts of report.json
/// (`Tests/Formats/check_formats.py`).
@Suite struct FormatCheckTests {
  private static let reports: [(name: String, report: Report)] = [
    ("small", Fixture.small), ("hostile", hostile), ("empty", Fixture.report(findings: [])),
    ("incomplete", Fixture.incomplete), ("gaps", Fixture.passedWithGaps), ("many", many),
  ]

  /// Each text of a report that may come from outside is one that does harm somewhere.
  private static let hostile: Report = {
    let texts = [
      "=1+1", "+15550123", "-2+3", "@SUM(A1)", "＝1+1", " \u{200B}＋1", "－2", "＠SUM(A1)", "\t=1", "\r=1", "\r\n=1",
      "a;=1+1", "\"quoted\", cell",
      "</code><script>alert(1)</script>", "a|b\\|c `x` | d", "`` ` ``", "[link](https://example.com)", "![i](x)",
      "https://example.com www.example.com", "@somebody @team/all", "line\n# heading\n- item\n\n| a | b |\n|---|---|",
      "1. one", "- [ ] task", "===", "<!-- comment", "&lt;b&gt; &amp;", "$x$ #1 ~~a~~ __b__ **c**",
      "\u{202E}gnp.exe\u{0}\u{1}",
      "{0} {1} \\[x\\]", "a\"b\\c\nd", "nul\u{0}byte", "\u{FFFE}\u{FFFF}", "C:\\evidence\\users.json",
      "file name é ü.json",
      "]]>", "%2e%2e/%00", "//example.com/x", "/quick action", "e\u{301}" + String(repeating: "\u{301}", count: 3000),
      String(repeating: "`|\\", count: 2000), String(repeating: "=", count: 40_000), "",
    ]
    let findings = texts.enumerated().map { index, text in
      var finding = Fixture.finding(index + 1, verdict: Verdict.allCases[1 + index % 4], uid: text)
      finding.object = text
      finding.message = text
      finding.reason = index % 3 == 0 ? "no-record" : text
      finding.subject.tenant = text
      finding.evidence = [.init(source: text, locator: "line \(index)", summary: text)]
      // The same place twice, and one that another source has.
      let other = Report.Citation(source: texts[0], locator: "record \(index)", summary: "other")
      finding.evidence += [other, other]
      if index % 7 == 0 {
        finding.waiver = .init(
          signedBy: "=\(text)", date: Fixture.asOf, expires: Fixture.asOf + .days(30), reason: text)
      }
      return finding
    }
    var report = Fixture.report(findings: findings)
    let all = texts.joined(separator: " ")
    report.run.project = all
    report.gate.reasons = texts
    report.limits = texts.map { Report.Limit(code: "code", text: $0) }
    report.rules[0].title = all
    report.rules[1].reasons = [.init(reason: "no-record", message: all, remediation: all)]
    report.sources = texts.map { text in
      var source = report.sources[0]
      source.path = text
      return source
    }
    // A file that is read as two kinds.
    report.sources.append(report.sources[0])
    report.rules[0].guidance = .init(rationale: all, requirements: ["security", "gdpr/7", "gdpr/7"])
    report.waivers = texts.map {
      .init(
        findings: [], signedBy: $0, requestedBy: $0, ticket: $0, date: Fixture.asOf, expires: Fixture.asOf, reason: $0,
        state: .expired)
    }
    report.ledger = Fixture.ledger
    return report
  }()

  /// More than SARIF takes, some of them before those that fail.
  private static let many = Fixture.report(
    findings: (1...10_200).map { Fixture.finding($0, verdict: $0 % 2 == 0 ? .fail : .inconclusive) })

  @Test func everyFormatKeepsToItsSchemaAndCountsAlike() throws {
    try Fixture.withFolder { folder in
      // Of the first edition, which counts a waived finding under its verdict as well.
      let first = try ReportJSON.read(
        Fixture.data("kept-1.json"), meaningsOfAbsence: Fixture.meaningsOfAbsence)
      let reports = Self.reports + [("first-edition", first)]
      for (name, report) in reports {
        let output = try ReportFolder(path: folder.appending(path: name).path)
        let renderers = try ReportRenderers.named(["json", "csv", "junit", "sarif", "markdown", "prometheus"])
        for file in renderers.flatMap({ $0.files(of: report) }) { try file.write(to: output) }
        try output.commit()
      }
      let text = try PythonScript(name: "check_formats.py").run(reports.map { folder.appending(path: $0.name).path })
      #expect(text.contains("many: 10200 findings"), "\(text)")
    }
  }
}
