import Testing
import Vocabulary

@testable import Reporting

@Suite struct RequirementStateTests {
  private func rule(_ id: String, evaluated: Bool = true, _ counts: Report.Counts = .init(pass: 1)) -> Report.Rule {
    .init(id: id, title: "It is well.", severity: .high, evaluated: evaluated, counts: counts, guidance: nil)
  }

  private func state(
    _ rules: Report.Rule..., failing: Set<String> = []
  ) -> Report.RequirementState {
    .init(of: rules, failing: failing)
  }

  @Test func isMetOnlyIfEveryRuleWasEvaluatedAndNoneFailed() {
    #expect(state() == .notCovered)
    #expect(state(rule("a"), rule("b", .init())) == .met)
    #expect(state(rule("a"), rule("b", .init(fail: 1)), failing: ["b"]) == .violated)
    #expect(state(rule("a"), rule("b", .init(waived: 1))) == .unproven)
    #expect(state(rule("a"), rule("b", .init(inconclusive: 1))) == .unproven)
    #expect(state(rule("a"), rule("b", evaluated: false, .init())) == .unproven)
  }
}
