import Testing

@testable import Judgement
@testable import Run

/// A verdict about one person rests on no record of anybody who shares no name with them, not even through others, and
/// a verdict about the whole on the sums and witnesses of all: in the cases of all rules, groups of people who share
/// names come apart to the verdicts to which they come together.
@Suite struct PeopleApartTests {
  private static let parts = 4

  /// Some rules have ten times as many cases as others: parts of each keep all threads busy.
  @Test(arguments: try RulesUnderTest.ids(), 0..<parts)
  func groupsComeToTheSameVerdicts(rule id: String, part: Int) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    let runner = RuleCaseRunner(rule: rule)
    let cases = try rule.cases().filter { rule.metadata.witnesses != nil || $0.expected.count > 1 }
    for (index, ruleCase) in cases.enumerated() where index % Self.parts == part {
      if let difference = try runner.run(ruleCase, variant: .apart) {
        let said = difference.failure ?? "lacks \(difference.missing), has \(difference.unexpected)"
        Issue.record("\(id): \(ruleCase.name): \(said)")
      }
    }
  }
}
