import Foundation
import Testing
import Timestamps
import Vocabulary

@testable import Reporting

/// What single formats say where their schemas leave it open.
@Suite struct FormatTests {
  @Test(arguments: [
    ("=1", "'=1"), ("+15550123", "'+15550123"), ("-1", "'-1"), ("@a", "'@a"), ("＝1", "'＝1"), ("＋1", "'＋1"),
    ("－1", "'－1"), ("＠a", "'＠a"), (" =1", "' =1"), ("\u{A0}=1", "'\u{A0}=1"), ("\u{200B}=1", "'\u{200B}=1"),
    ("\u{FEFF}+1", "'\u{FEFF}+1"), ("a=1", "a=1"), ("1-2", "1-2"), ("…@example.com", "…@example.com"), ("", ""),
    ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""), ("a;=1", "\"a;=1\""), ("\"=1", "\"\"\"=1\""),
    ("a\u{0}b", "\"a\u{FFFD}b\""),
  ])
  func noCellBeginsAFormula(value: String, cell: String) {
    var writer = CSVWriter()
    writer.row([value])
    #expect(String(decoding: writer.bytes, as: UTF8.self) == cell + "\r\n")
  }

  /// Where all findings fit, as everywhere: those that fail are not put first.
  @Test func sarifHasTheOrderOfTheReport() throws {
    let waiver = Waiver(
      signedBy: "A. Person", date: Fixture.asOf, expires: Fixture.asOf + .days(1), reason: "On paper.")
    let findings = [1, 2, 3].map { Fixture.finding($0, waiver: $0 == 2 ? nil : waiver) }
    let renderer = try #require(ReportRenderers.named(["sarif"]).first)
    let text = try Fixture.text(renderer, Fixture.report(findings: findings))
    let places = findings.map { text.range(of: "\"relayAuditFinding/v1\": \"\($0.id)\"")?.lowerBound }
    #expect(places.allSatisfy { $0 != nil } && places.compactMap { $0 } == places.compactMap { $0 }.sorted(), "\(text)")
  }

  @Test func theWaivedRuleIsNoFailureOfJUnit() throws {
    var report = Fixture.report(findings: [
      Fixture.finding(
        1,
        waiver: .init(signedBy: "A. Person", date: Fixture.asOf, expires: Fixture.asOf + .days(1), reason: "On paper."))
    ])
    report.rules = [
      .init(
        id: "consent/link-phone", title: "Title.", severity: .high, evaluated: true,
        counts: .init(pass: 3, waived: 1), guidance: nil)
    ]
    let junit = try Fixture.text(JUnitRenderer(), report)
    #expect(!junit.contains("<failure") && !junit.contains("<skipped"))
    #expect(junit.contains("3 pass, 0 fail, 0 inconclusive, 0 pending, 0 manual, 1 waived."))
  }

  @Test func aFailureBelowTheGateSaysSo() throws {
    var report = Fixture.small
    report.rules[0].severity = .low
    let junit = try Fixture.text(JUnitRenderer(), report)
    #expect(junit.contains("This does not fail the gate: the severity is low, and fail_on is high."))
  }

  @Test func anIncompleteAuditSaysWhyInJUnit() throws {
    let junit = try Fixture.text(JUnitRenderer(), Fixture.incomplete)
    #expect(junit.contains("The gate's outcome: incomplete.\nNo source of kind `revocations` was supplied"))
  }

  @Test func theLastSuccessIsOfAnEarlierRunWhereThisOneFailed() throws {
    func success(_ report: Report) throws -> Substring? {
      try Fixture.text(PrometheusRenderer(), report).split(separator: "\n").first {
        $0.hasPrefix("relay_audit_last_success_timestamp_seconds")
      }
    }
    var report = Fixture.small
    #expect(try success(report) == nil)
    report.trend.insert(
      .init(
        run: "a", asOf: Fixture.asOf - .days(2), outcome: .pass, fail: 0, inconclusive: 0, new: 0, resolved: 0), at: 0)
    #expect(try success(report)?.hasSuffix("\"} 1794981600.000") == true)
    report.gate.outcome = .pass
    #expect(try success(report)?.hasSuffix("\"} 1795154520.000") == true)
  }

  @Test func aSummaryIsCutAtItsEndAndSaysSo() throws {
    let long = String(repeating: "long ", count: 100)
    let findings = (1...500).map { number in
      var finding = Fixture.finding(number)
      finding.reason = "reason-\(number)"
      finding.message = long
      finding.object = long
      return finding
    }
    var report = Fixture.report(findings: findings)
    report.limits = (1...5000).map { Report.Limit(code: nil, text: "\($0) \(long)") }
    let summary = try Fixture.text(MarkdownRenderer(), report)
    #expect(summary.utf8.count <= 65_536 && summary.utf8.count > 30_000)
    #expect(summary.contains("480 more causes in the full report."))
    #expect(summary.contains("480 more failing findings in the full report."))
    #expect(summary.contains("4,960 more limits in the full report."))
    #expect(summary.hasSuffix("The full report is report.html or report.json.\n"))
  }

  @Test func aSummaryNamesTheSectionsThatHaveNoRoom() throws {
    var report = Fixture.small
    report.gate.reasons = Array(repeating: String(repeating: "|", count: 400), count: 25)
    for index in report.rules.indices { report.rules[index].reasons = [] }
    report.findings = FindingArray(
      (1...20).map { number in
        var finding = Fixture.finding(number)
        finding.reason = "\(number)" + String(repeating: "|", count: 400)
        return finding
      })
    let summary = try Fixture.text(MarkdownRenderer(), report)
    #expect(summary.utf8.count <= 65_536)
    #expect(summary.contains("| **all** | 20 | 0 | 0 | 0 | 0 |"))
    #expect(summary.contains("5 more reasons in the full report"))
    #expect(
      summary.contains(
        "There was no room for: Worst findings, Waivers that need attention, What this report does not prove."))
  }

  @Test(arguments: [
    ("exports/users.json", "exports/users.json"), ("./a/b.csv", "a/b.csv"), ("/data/a b.csv", "file:///data/a%20b.csv"),
    ("c:x", "c%3Ax"), ("é?#%", "%C3%A9%3F%23%25"), ("../up.csv", "../up.csv"), ("", "."), ("-", "-"),
  ])
  func aPathIsAReference(path: String, uri: String) {
    #expect(SARIFText.uri(path) == uri)
  }

  /// The report value is masked before it is rendered, and no format takes personal data from anywhere else.
  @Test func everyFormatObeysTheMode() throws {
    var report = Fixture.small
    report.findings[0].object = "somebody@privaterelay.appleid.com"
    report.findings[0].subject.uid = "uid@example.com"
    for mode in [PersonalData.Mode.masked, .hashed] {
      let applied = try PersonalData(mode: mode, key: Data("key".utf8)).applied(to: report)
      for renderer in ReportRenderers.all {
        let text = try Fixture.text(renderer, applied)
        #expect(!text.contains("somebody@") && !text.contains("uid@example.com"), "\(renderer.name)")
        #expect(!text.contains("001999.aaaabbbb"), "\(renderer.name)")
        if mode == .hashed { #expect(!text.contains("user-2"), "\(renderer.name)") }
      }
    }
  }
}
