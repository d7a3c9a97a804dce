import Testing

@testable import Judgement
@testable import Run

@Suite struct RuleCaseTests {
  /// Each case of each built-in rule, in every variant, through the whole program.
  @Test(arguments: try RulesUnderTest.ids())
  func casesComeOutAsExpected(rule: String) throws {
    let tests = try RuleTest(folder: nil, config: nil, only: rule)
    #expect(tests.passed, "\(tests.failures)")
  }

  @Test func aFileWithAMistakeIsNamedWithItsLine() {
    #expect(throws: ConfigurationError(file: "x.yaml", line: 4, problem: "`cases[0].expect[0].verdict` is missing")) {
      _ = try RuleCaseFile.read("cases:\n  - name: x\n    expect:\n      - {subject: u1}\n", file: "x.yaml")
    }
  }
}
