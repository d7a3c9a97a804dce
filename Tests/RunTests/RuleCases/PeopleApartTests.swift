import Testing

@testable import Judgement
@testable import Run

/// A verdict about one person rests on no record of anybody who shares no name with them, not even through others, and
/// a verdict about the whole on the sums and witnesses of all: in the cases of all rules, groups of people who share
/// names come apart to the verdicts to which they come together.
@Suite struct PeopleApartTests {
  @Test(arguments: try RulesUnderTest.ids()) func groupsComeToTheSameVerdicts(rule id: String) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    let runner = RuleCaseRunner(rule: rule)
    for ruleCase in try rule.cases() where rule.metadata.witnesses != nil || ruleCase.expected.count > 1 {
      if let difference = try runner.run(ruleCase, variant: .apart) {
        let said = difference.failure ?? "lacks \(difference.missing), has \(difference.unexpected)"
        Issue.record("\(id): \(ruleCase.name): \(said)")
      }
    }
  }
}
