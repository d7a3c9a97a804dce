import Foundation
import Testing
import Timestamps
import Vocabulary

@testable import Reporting

/// What the page says of deadlines, and of the values by which the rules judged.
@Suite struct DeadlineTests {
  private func page(_ report: Report) throws -> String {
    try Fixture.withFolder { folder in
      try Fixture.write(report, to: folder, [HTMLRenderer()])
      return try String(contentsOf: folder.appending(path: "report.html"), encoding: .utf8)
        .replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " ")
    }
  }

  private func finding(_ number: Int, _ verdict: Verdict, due days: Int64) -> Report.Finding {
    var finding = Fixture.finding(number, verdict: verdict)
    finding.dueAt = Fixture.asOf + .days(days)
    return finding
  }

  /// What was done by hand in place of a revocation is accepted: nothing of it is due, and nothing is left to do.
  @Test func nothingOfWhatIsManualIsDue() throws {
    let mixed = Fixture.report(findings: [finding(1, .manual, due: -1), finding(2, .pending, due: 2)])
    #expect(mixed.causes.map(\.earliestDue) == [Fixture.asOf + .days(2)])
    #expect(mixed.causes.allSatisfy { $0.remedy != nil })
    let manual = Fixture.report(findings: [finding(1, .manual, due: -1), finding(2, .manual, due: -2)])
    #expect(manual.causes.count == 1 && manual.causes[0].earliestDue == nil && manual.causes[0].remedy == nil)
    #expect(try !page(manual).contains("in the past"))
  }

  @Test func whatIsInconclusiveHasItsDeadlineToo() throws {
    let page = try page(
      Fixture.report(findings: [
        finding(1, .pending, due: 2), finding(2, .inconclusive, due: 2), finding(3, .inconclusive, due: 3),
        finding(4, .inconclusive, due: -1), finding(5, .fail, due: -1), finding(6, .pending, due: 30),
        finding(7, .inconclusive, due: 30),
      ]))
    #expect(
      page.contains(
        """
        1 pending finding will fail within a week unless something is done; 1 more is due later. 2 inconclusive \
        findings are due within a week. Overdue findings are listed under Causes.
        """))
    #expect(page.contains("22 November 2026 1 1 2 consent/link-phone"))
    #expect(page.contains("23 November 2026 0 1 1 consent/link-phone"))
    #expect(!page.contains("19 November 2026 0 1 1 consent/link-phone"))
  }

  @Test func theSummaryHasTheSameDeadlinesAsThePage() throws {
    let summary = try Fixture.text(
      MarkdownRenderer(),
      Fixture.report(findings: [
        finding(1, .pending, due: 3), finding(2, .inconclusive, due: 2), finding(3, .inconclusive, due: -1),
        finding(4, .fail, due: -1),
      ]))
    let due = try #require(summary.components(separatedBy: "## Due next").last?.components(separatedBy: "##").first)
    let lines = due.split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(lines[0].contains("`user-2`, `phone`, inconclusive, due 22 November 2026, 06:00 UTC: "), "\(lines)")
    #expect(lines[1].contains("`user-1`, `phone`, due 23 November 2026, 06:00 UTC: "), "\(lines)")
  }

  @Test func eachRuleOfARequirementHasItsOwnNumbers() throws {
    var report = Fixture.report(findings: [
      Fixture.finding(1), Fixture.finding(2), Fixture.finding(3, rule: "deletion/token-revoked", verdict: .pending),
    ])
    report.frameworks[0].requirements[0].rules = ["consent/link-phone", "deletion/token-revoked", "evidence/stale"]
    let page = try page(report)
    #expect(page.contains("consent/link-phone: 2 failures "))
    #expect(page.contains("deletion/token-revoked: 1 pending, not evaluated "))
    #expect(page.contains("evidence/stale: no violation found "))
  }

  @Test func theValuesAreNamedWithWhoSetThem() throws {
    let page = try page(Fixture.small)
    #expect(
      page.contains(
        """
        How long tokens may be alive, see deletion . deletion.revoke_within 24 hours the configuration \
        deletion/token-revoked
        """))
    #expect(page.contains("rules.params.evidence/stale.max_age 36 hours standard evidence/stale"))
    #expect(page.contains("concern 2 people."))
    #expect(page.contains("1 of 3 rules was not evaluated."))
  }

  @Test func aFailureByADeadlineAfterTheNewestCaptureIsALimit() {
    let end = Fixture.asOf - .days(1)
    let coverage = Report.Coverage(
      kind: "revocations", present: true, records: 1, matched: 1, unmatched: 0, from: nil, to: nil,
      rulesNotEvaluated: [], capturedTo: end)
    #expect(ReportLimits.ofCaptures([:], [coverage]).isEmpty)
    #expect(
      ReportLimits.ofCaptures(["revocations": 1], [coverage]).map(\.text) == [
        """
        1 failure rests on a deadline that passed after the newest evidence of kind `revocations` was captured, on \
        \(end.readable). Newer evidence may clear it.
        """
      ])
  }
}
