import Evidence
import Testing
import Timestamps
import Vocabulary

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
    var settings = GateSettings()
    settings.failOn = failOn
    settings.scope = scope
    settings.required = required
    settings.maxInconclusive = maxInconclusive
    settings.maxRejects = maxRejects
    return Gate(facts, settings)
  }

  private func findings(
    _ counts: [Severity: Int], verdict: Verdict = .fail, isKnown: Bool = true, isWaived: Bool = false
  ) -> [Gate.Finding] {
    counts.flatMap { severity, count in
      Array(
        repeating: Gate.Finding(severity: severity, verdict: verdict, isKnown: isKnown, isWaived: isWaived),
        count: count)
    }
  }

  @Test func passesWhereNothingIsWrong() {
    #expect(gate { _ in }.outcome.exitStatus == 0)
  }

  @Test func failsAtTheSeverityAndAbove() {
    #expect(gate { $0.findings = findings([.medium: 3]) }.outcome == .pass)
    let failed = gate { $0.findings = findings([.high: 1, .critical: 1, .medium: 3]) }
    #expect(failed.outcome == .fail)
    #expect(failed.failing == 2)
    #expect(gate(failOn: .severity(.medium)) { $0.findings = findings([.medium: 3]) }.failing == 3)
    #expect(gate(failOn: .never) { $0.findings = findings([.critical: 3]) }.outcome == .pass)
  }

  @Test func findingsThatTheBaselineLacksAloneCanBeInScope() {
    #expect(gate(scope: .new) { $0.findings = findings([.high: 1]) }.outcome == .pass)
    #expect(
      gate(scope: .new) { $0.findings = findings([.high: 1]) + findings([.high: 1], isKnown: false) }.failing == 1)
  }

  /// Each severity that there is fails a gate that is set to it: none can be left out.
  @Test(arguments: Severity.allCases)
  func everySeverityCounts(severity: Severity) {
    #expect(gate(failOn: .severity(severity)) { $0.findings = findings([severity: 1]) }.outcome == .fail)
    #expect(gate(failOn: .severity(.low)) { $0.findings = findings([severity: 1]) }.failing == 1)
  }

  @Test func otherVerdictsAndWaivedFindingsDoNotFail() {
    for verdict in Verdict.allCases where verdict != .fail {
      #expect(gate { $0.findings = findings([.critical: 1], verdict: verdict) }.outcome == .pass, "\(verdict)")
    }
    #expect(gate { $0.findings = findings([.critical: 1], isWaived: true) }.outcome == .pass)
    #expect(gate { $0.findings = findings([.critical: 1]) + findings([.critical: 1], isWaived: true) }.failing == 1)
  }

  @Test func aFailureBeatsAGap() {
    let both = gate {
      $0.findings = findings([.high: 1])
      $0.rejected = 1
    }
    #expect(both.outcome.exitStatus == 1)
    #expect(both.reasons.count == 2)
  }

  @Test func missingEvidenceMakesTheAuditIncomplete() {
    #expect(gate { $0.neededKinds = [.accounts, .revocations] }.outcome.exitStatus == 2)
    #expect(gate(required: .these([])) { $0.neededKinds = [.revocations] }.outcome.exitStatus == 0)
    #expect(gate(required: .these([.links])) { _ in }.outcome.exitStatus == 2)
    #expect(
      gate {
        $0.judged = 0
        $0.presentKinds = [.consents]
        $0.neededKinds = []
      }.outcome.exitStatus == 2)
  }

  @Test func aLostKindIsAGapOnlyWhereTheGateAsksForWhatIsNeeded() {
    let time = Timestamp(milliseconds: 1_790_000_000_000)
    let lost = LostKind(kind: .consents, run: 3, asOf: time, capturedTo: time, maxAge: nil)
    func gate(_ required: RequiredKinds, optional: Set<EvidenceKind> = []) -> Gate {
      var facts = Gate.Facts()
      facts.judged = 1
      facts.presentKinds = [.accounts]
      facts.neededKinds = [.accounts, .consents]
      facts.lostKinds = optional.isEmpty ? [lost] : []
      var settings = GateSettings()
      settings.required = required
      settings.optional = optional
      return Gate(facts, settings)
    }
    // Said once, although a rule needs it as well.
    #expect(gate(.auto).reasons.count == 1)
    #expect(gate(.auto).outcome == .incomplete)
    #expect(gate(.these([])).outcome == .pass)
    #expect(gate(.auto, optional: [.consents]).outcome == .pass)
    #expect(gate(.these([.consents]), optional: [.consents]).outcome == .incomplete)
  }

  @Test func waiversAreCountedApart() {
    let gate = gate { $0.findings = findings([.critical: 1]) + findings([.high: 2], isWaived: true) }
    #expect(gate.failing == 1 && gate.failingWithoutWaivers == 3)
  }

  @Test func rejectsAreAllowedByNumberOrShare() {
    #expect(gate { $0.rejected = 1 }.outcome.exitStatus == 2)
    #expect(gate(maxRejects: .count(1)) { $0.rejected = 1 }.outcome.exitStatus == 0)
    #expect(gate(maxRejects: .share(0.5)) { $0.rejected = 100 }.outcome.exitStatus == 0)
    #expect(gate(maxRejects: .share(0.5)) { $0.rejected = 101 }.outcome.exitStatus == 2)
  }

  @Test func inconclusiveVerdictsAreAllowedByNumberOrShare() {
    #expect(gate { $0.inconclusive = 10 }.outcome.exitStatus == 0)
    #expect(gate(maxInconclusive: .count(0)) { $0.inconclusive = 1 }.outcome.exitStatus == 2)
    #expect(gate(maxInconclusive: .share(0.1)) { $0.inconclusive = 1 }.outcome.exitStatus == 0)
  }

  @Test func aRuleThatCannotRunIsAGap() {
    #expect(gate { $0.brokenRules = ["a/b"] }.outcome.exitStatus == 2)
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

  @Test(arguments: ["", ",", "consent", "consents,", "consents,link", "auto,links", "Consents"])
  func refusesUnknownKinds(text: String) {
    #expect(RequiredKinds(text) == nil)
  }

  @Test func readsKinds() {
    #expect(RequiredKinds("auto") == .auto)
    #expect(RequiredKinds("none") == .these([]))
    #expect(RequiredKinds("consents, links") == .these([.consents, .links]))
  }

  @Test func refusesUnknownSeverities() {
    #expect(FailOn("severe") == nil)
    #expect(FailOn("") == nil)
    #expect(FailOn("none") == .never)
  }
}
