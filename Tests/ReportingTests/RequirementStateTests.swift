import Testing
import Vocabulary

@testable import Reporting

@Suite struct RequirementStateTests {
  private func rule(_ id: String, evaluated: Bool = true, _ counts: Report.Counts = .init(pass: 1)) -> Report.Rule {
    .init(id: id, title: "It is well.", severity: .high, evaluated: evaluated, counts: counts, guidance: nil)
  }

  private func state(
    _ rules: Report.Rule..., failing: Set<String> = [], lacksRules: Bool = false
  ) -> Report.RequirementState {
    .init(of: rules, failing: failing, lacksRules: lacksRules)
  }

  @Test func isMetOnlyIfEveryRuleWasEvaluatedAndNoneFailed() {
    #expect(state() == .notCovered)
    #expect(state(rule("a"), rule("b", .init())) == .met)
    #expect(state(rule("a"), rule("b", .init(fail: 1)), failing: ["b"]) == .violated)
    #expect(state(rule("a"), rule("b", .init(waived: 1))) == .unproven)
    #expect(state(rule("a"), rule("b", .init(inconclusive: 1))) == .unproven)
    #expect(state(rule("a"), rule("b", evaluated: false, .init())) == .unproven)
  }

  @Test func isNotMetByTheOthersWhereARuleIsDisabled() {
    #expect(state(rule("a"), lacksRules: true) == .unproven)
    #expect(state(lacksRules: true) == .unproven)
    #expect(state(rule("a", .init(fail: 1)), failing: ["a"], lacksRules: true) == .violated)
  }
}
