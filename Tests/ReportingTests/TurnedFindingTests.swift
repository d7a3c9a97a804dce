import Testing

@testable import Reporting

@Suite struct TurnedFindingTests {
  @Test func theSentenceSaysWhatTheFindingsWere() {
    var report = Fixture.report(findings: [])
    #expect(report.turnedSentence == nil)
    report.newlyFailing = .init(pending: 1)
    #expect(report.turnedSentence == "1 finding fails now that was pending before.")
    report.newlyFailing = .init(inconclusive: 1200)
    #expect(report.turnedSentence == "1,200 findings fail now that were inconclusive before.")
    report.newlyFailing = .init(inconclusive: 2, pending: 3, manual: 1, waived: 1)
    #expect(
      report.turnedSentence
        == "7 findings fail now that did not before: 3 were pending, 1 manual, 2 inconclusive, 1 waived.")
  }
}
