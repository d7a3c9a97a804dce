import Testing

@testable import Judgement
@testable import Run

@Suite struct RuleCaseTests {
  /// Each case of each built-in rule through the whole program. For named rules it runs in every variant; for all
  /// rules, which have some 1,900 cases, in one of the others, so that the cases of a rule go through each of them.
  /// `PlainCaseTests` runs all cases as they stand, and `PeopleApartTests` people apart.
  @Test(arguments: try RulesUnderTest.ids())
  func casesComeOutAsExpected(rule: String) throws {
    let others = CaseVariant.allCases.filter { $0 != .plain && $0 != .apart }
    let tests = try RuleTest(folder: nil, config: nil, only: rule) { place in
      guard !RulesUnderTest.areNamed else { return CaseVariant.allCases }
      return [others[place % others.count]]
    }
    #expect(tests.passed, "\(tests.failures)")
  }

  @Test func aFileWithAMistakeIsNamedWithItsLine() {
    #expect(throws: ConfigurationError(file: "x.yaml", line: 4, problem: "`cases[0].expect[0].verdict` is missing")) {
      _ = try RuleCaseFile.read("cases:\n  - name: x\n    expect:\n      - {subject: u1}\n", file: "x.yaml")
    }
  }
}
