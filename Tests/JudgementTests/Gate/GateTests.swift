import Evidence
import Testing

@testable import Judgement

@Suite struct GateTests {
  private func gate(
    failOn: FailOn = .severity(.high), scope: GateScope = .all, required: RequiredKinds = .auto,
    maxInconclusive: Limit? = nil, maxRejects: Limit = .count(0), _ change: (inout Gate.Facts) -> Void
  ) -> Gate {
    var facts = Gate.Facts()
    facts.judged = 10
    facts.records = 100
    facts.presentKinds = [.accounts, .consents]
    facts.neededKinds = [.accounts, .consents]
    change(&facts)
    return Gate(
      facts, failOn: failOn, scope: scope, required: required, maxInconclusive: maxInconclusive, maxRejects: maxRejects)
  }

  @Test func passesWhereNothingIsWrong() {
    #expect(gate { _ in }.exitStatus == 0)
  }

  @Test func failsAtTheSeverityAndAbove() {
    #expect(gate { $0.failing = [.medium: 3] }.outcome == .pass)
    let failed = gate { $0.failing = [.high: 1, .critical: 1, .medium: 3] }
    #expect(failed.outcome == .fail)
    #expect(failed.failing == 2)
    #expect(gate(failOn: .severity(.medium)) { $0.failing = [.medium: 3] }.failing == 3)
    #expect(gate(failOn: .never) { $0.failing = [.critical: 3] }.outcome == .pass)
  }

  @Test func newFindingsAloneCanBeInScope() {
    #expect(gate(scope: .new) { $0.failing = [.high: 1] }.outcome == .pass)
    #expect(gate(scope: .new) { $0.failing = [.high: 2]; $0.failingNew = [.high: 1] }.failing == 1)
  }

  @Test func aFailureBeatsAGap() {
    let both = gate { $0.failing = [.high: 1]; $0.rejected = 1 }
    #expect(both.exitStatus == 1)
    #expect(both.reasons.count == 2)
  }

  @Test func missingEvidenceMakesTheAuditIncomplete() {
    #expect(gate { $0.neededKinds = [.accounts, .revocations] }.exitStatus == 2)
    #expect(gate(required: .these([])) { $0.neededKinds = [.revocations] }.exitStatus == 0)
    #expect(gate(required: .these([.links])) { _ in }.exitStatus == 2)
    #expect(gate { $0.judged = 0; $0.presentKinds = [.consents]; $0.neededKinds = [] }.exitStatus == 2)
  }

  @Test func rejectsAreAllowedByNumberOrShare() {
    #expect(gate { $0.rejected = 1 }.exitStatus == 2)
    #expect(gate(maxRejects: .count(1)) { $0.rejected = 1 }.exitStatus == 0)
    #expect(gate(maxRejects: .share(0.5)) { $0.rejected = 100 }.exitStatus == 0)
    #expect(gate(maxRejects: .share(0.5)) { $0.rejected = 101 }.exitStatus == 2)
  }

  @Test func inconclusiveVerdictsAreAllowedByNumberOrShare() {
    #expect(gate { $0.inconclusive = 10 }.exitStatus == 0)
    #expect(gate(maxInconclusive: .count(0)) { $0.inconclusive = 1 }.exitStatus == 2)
    #expect(gate(maxInconclusive: .share(0.1)) { $0.inconclusive = 1 }.exitStatus == 0)
  }

  @Test func aRuleThatCannotRunIsAGap() {
    #expect(gate { $0.brokenRules = ["a/b"] }.exitStatus == 2)
  }

  @Test(arguments: [("5", Limit.count(5)), ("5%", .share(0.05)), ("0", .count(0)), ("100%", .share(1))])
  func readsLimits(text: String, limit: Limit) {
    #expect(Limit(text) == limit)
    #expect(limit.text == text)
  }

  @Test(arguments: ["", "%", "-1", "101%", "5 %", "x", "1.5"])
  func refusesOtherLimits(text: String) {
    #expect(Limit(text) == nil)
  }
}
