import Testing
import Vocabulary

@testable import Reporting

/// What keeps a pass from being a plain one, in word, sentence and colour.
@Suite struct QualificationTests {
  /// - Parameter severities: of failing findings, all of which the baseline holds.
  private func passing(_ severities: [Severity], scope: GateScope = .new) -> Report {
    var report = Fixture.report(
      findings: severities.enumerated().map { number, severity in
        var finding = Fixture.finding(number)
        (finding.verdict, finding.severity, finding.waiver) = (.fail, severity, nil)
        return finding
      })
    report.gate.outcome = .pass
    (report.gate.scope, report.gate.failing, report.gate.failingWithoutWaivers) = (scope, 0, 0)
    (report.gate.carried, report.gate.reasons) = (0, [])
    report.coverage = []
    report.sources = []
    return report
  }

  @Test func aPassByWhatIsKnownSaysSo() {
    var report = passing([.critical, .high, .low])
    report.baseline = nil
    #expect(report.passQualification == "by baseline")
    #expect(
      report.verdictSentence
        == """
        No new serious violations found; 2 known serious violations and 1 less severe violation do not fail the gate.
        """)
  }

  /// What the baseline holds may be new since the run before.
  @Test func withABaselineNothingIsCalledNew() throws {
    var report = passing([.critical])
    #expect(report.baseline != nil)
    #expect(
      report.verdictSentence
        == "No serious violations found beyond the baseline; 1 known serious violation does not fail the gate.")
    let page = try Fixture.text(HTMLRenderer(), report)
    #expect(page.contains("no failing finding of severity &ldquo;high&rdquo; or above beyond the baseline."))
    (report.gate.outcome, report.gate.failing) = (.fail, 2)
    #expect(report.verdictSentence.hasPrefix("2 serious violations found beyond the baseline"))
  }

  @Test func lesserViolationsLeaveAPassPlain() {
    let report = passing([.low], scope: .all)
    #expect(report.passQualification == nil)
    #expect(
      report.verdictSentence == "No serious violations found; 1 less severe violation does not fail the gate.")
  }

  @Test func thePageAndTheSummaryAreNotGreen() throws {
    let report = passing([.high])
    let summary = try Fixture.text(MarkdownRenderer(), report)
    #expect(summary.hasPrefix("# ⚠️ relay-audit: gate passed, by baseline\n"))
  }

  @Test(
    arguments: [
      ([.high, .low], "2 verdicts are inconclusive: the evidence does not decide. 1 of them is of"),
      ([.high, .critical, .low], "3 verdicts are inconclusive: the evidence does not decide. 2 of them are of"),
      ([.low, .low], "2 verdicts are inconclusive: the evidence does not decide. None of them is of"),
      ([.high], "1 verdict is inconclusive: the evidence does not decide. It is of"),
      ([.low], "1 verdict is inconclusive: the evidence does not decide. It is not of"),
    ] as [([Severity], String)])
  func whatIsUndecidedStandsBesideThePass(severities: [Severity], sentence: String) throws {
    var report = passing(severities)
    report.findings = FindingArray(
      report.findings.map { finding in
        var finding = finding
        finding.verdict = .inconclusive
        return finding
      })
    let page = try Fixture.text(HTMLRenderer(), report)
    #expect(page.contains("\(sentence) severity &ldquo;high&rdquo; or above."))
  }
}
