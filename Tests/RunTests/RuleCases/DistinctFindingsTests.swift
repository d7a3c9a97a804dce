import Testing

@testable import Judgement
@testable import Run

@Suite struct DistinctFindingsTests {
  /// An id that depended on how many others of the subject and object there are would pass to another breach when one
  /// of them is mended, or comes late: a waiver or a resolution would be about the wrong one.
  @Test(arguments: try RulesUnderTest.ids())
  func noTwoJudgementsOfARuleShareAnID(id: String) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    let runner = RuleCaseRunner(rule: rule)
    for ruleCase in try rule.cases() {
      // Nobody's provider is called `name`.
      guard ruleCase.name != "A provider is called name, and consent to it was given again" else { continue }
      let repeated = try runner.withEvidence(of: ruleCase, variant: .plain) { evidence in
        try evidence.runner().judgements(of: evidence.configured(rule)).filter { $0.repetition > 0 }
      }
      #expect(repeated.isEmpty, "\(id), line \(ruleCase.line): \(repeated.map { $0.judgement.object ?? "-" })")
    }
  }
}
