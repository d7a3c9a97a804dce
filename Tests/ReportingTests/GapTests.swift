import Testing
import Vocabulary

@testable import Reporting

/// What a pass says of the evidence that it does not rest on.
@Suite struct GapTests {
  private func report(_ coverage: [Report.Coverage], judged: Int = 7, carried: Int = 0) -> Report {
    var report = Fixture.report(findings: [], sources: [])
    report.gate.carried = carried
    report.coverage = coverage
    report.rules = [
      .init(
        id: "consent/link-phone", title: "It is well.", severity: .high, evaluated: true,
        counts: .init(inconclusive: judged), guidance: nil)
    ]
    return report
  }

  private func kind(_ name: String, present: Bool, supplied: Bool, rules: [String] = []) -> Report.Coverage {
    .init(
      kind: name, present: present, records: 0, matched: 0, unmatched: 0, from: nil, to: nil, rulesNotEvaluated: rules,
      supplied: supplied)
  }

  @Test func aKindThatNothingAsksForIsNoGap() {
    #expect(report([kind("mail", present: false, supplied: false)]).gaps.isEmpty)
    #expect(report([kind("links", present: true, supplied: true)]).gaps.isEmpty)
    let missing = kind("consents", present: false, supplied: false, rules: ["consent/link-phone"])
    #expect(report([missing]).gaps == ["no evidence was supplied for consents"])
    #expect(report([missing], judged: 0).gaps.isEmpty)
  }

  @Test func deletionsAreAGapWhereThereIsAnybodyWithApple() {
    var report = report([kind("deletions", present: false, supplied: false, rules: ["deletion/token-revoked"])])
    report.population.appleAccounts = 1
    #expect(report.gaps == ["no evidence was supplied for deletions"])
    report.population.appleAccounts = 0
    #expect(report.gaps.isEmpty)
    report.population.appleAccounts = 1
    report.coverage[0].supplied = true
    #expect(report.gaps.isEmpty)
  }

  /// A provider's configuration is about nobody.
  @Test func accountsAreAGapWhereThereIsEvidenceOfPeople() {
    let accounts = kind("accounts", present: false, supplied: false)
    #expect(
      report([accounts, kind("mail", present: true, supplied: true)]).gaps == ["no evidence was supplied for accounts"])
    #expect(report([accounts, kind("provider-config", present: true, supplied: true)]).gaps.isEmpty)
    #expect(report([accounts, kind("mail", present: false, supplied: false)]).gaps.isEmpty)
  }

  @Test func aKindOfEarlierRunsIsAGap() {
    let kinds = ["links", "consents", "revocations", "mail", "aliases"].map {
      kind($0, present: true, supplied: false)
    }
    #expect(report(Array(kinds.prefix(1))).gaps == ["no evidence was supplied for links"])
    #expect(report(Array(kinds.prefix(2))).gaps == ["no evidence was supplied for links and consents"])
    #expect(report(kinds).gaps == ["no evidence was supplied for links, consents, revocations and 2 more kinds"])
    #expect(report([], carried: 1).gaps == ["1 finding could not be judged again"])
  }

  /// A superseded file is not read, so that it breaks off means nothing.
  @Test func aFileThatBreaksOffIsAGap() {
    var report = report([])
    report.sources = Fixture.small.sources
    #expect(report.sources[0].truncated && report.gaps == ["1 file is cut short"])
    report.sources[0].superseded = true
    #expect(report.gaps.isEmpty)
  }
}
