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
    facts.presentKinds = [.accounts, .consents]
    facts.suppliedKinds = [.accounts, .consents]
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

  private func source(
    _ path: String = "a.ndjson", _ kinds: Set<EvidenceKind> = [.consents], records: Int = 100, rejected: Int = 0,
    isTruncated: Bool = false, problem: String? = nil
  ) -> Gate.Source {
    Gate.Source(
      path: path, kinds: kinds, records: records, rejected: rejected, isTruncated: isTruncated, problem: problem)
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
      $0.sources = [source(rejected: 1)]
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
        $0.suppliedKinds = [.consents]
        $0.neededKinds = []
      }.outcome.exitStatus == 2)
  }

  /// Rules that need no accounts find something to judge in any file.
  @Test func whatKnowsNoAccountsIsIncomplete() {
    func gate(
      _ kinds: Set<EvidenceKind>, needed: Set<EvidenceKind> = [], earlier: Set<EvidenceKind> = [],
      required: RequiredKinds = .auto, optional: Set<EvidenceKind> = []
    ) -> Gate {
      var facts = Gate.Facts()
      facts.judged = 2
      (facts.presentKinds, facts.suppliedKinds) = (kinds, kinds)
      (facts.neededKinds, facts.earlierKinds) = (needed, earlier)
      var settings = GateSettings()
      (settings.required, settings.optional) = (required, optional)
      return Gate(facts, settings)
    }
    let sentence = "could be judged because no source of kind `accounts` was supplied."
    #expect(gate([.consents]).reasons == ["Nothing \(sentence)"])
    #expect(gate([.providerConfig]).reasons == ["Nothing \(sentence)"])
    // A rule that needs the kind had something to judge.
    #expect(gate([.signIns], needed: [.signIns]).outcome == .pass)
    // Said as of any other kind.
    #expect(gate([.deletions], needed: [.deletions, .accounts]).reasons.count == 1)
    // Meant to be without accounts, or within `evidence.max_age` of them.
    #expect(gate([.consents], required: .these([])).outcome == .pass)
    #expect(gate([.consents], required: .these([.consents])).outcome == .pass)
    #expect(gate([.consents], optional: [.accounts]).outcome == .pass)
    #expect(gate([.consents], earlier: [.accounts]).outcome == .pass)
    #expect(gate([.providerConfig], needed: [.providerConfig]).outcome == .pass)
  }

  @Test func aStaleKindIsAGapOnlyWhereTheGateAsksForWhatIsNeeded() {
    func gate(_ required: RequiredKinds, optional: Set<EvidenceKind> = []) -> Gate {
      var facts = Gate.Facts()
      facts.judged = 1
      facts.presentKinds = [.accounts, .consents]
      facts.suppliedKinds = facts.presentKinds
      facts.staleKinds = [
        StaleKind(
          kind: .consents, capturedTo: Timestamp(milliseconds: 1_790_000_000_000), maxAge: .hours(36))
      ]
      var settings = GateSettings()
      settings.required = required
      settings.optional = optional
      return Gate(facts, settings)
    }
    #expect(gate(.auto).outcome == .incomplete)
    #expect(gate(.auto).reasons.first?.contains("older than the 36h of `evidence.max_age`") == true)
    #expect(gate(.auto, optional: [.consents]).outcome == .pass)
    #expect(gate(.these([.consents])).outcome == .pass)
  }

  @Test func aLostKindIsAGapOnlyWhereTheGateAsksForWhatIsNeeded() {
    let time = Timestamp(milliseconds: 1_790_000_000_000)
    let lost = LostKind(kind: .consents, run: 3, asOf: time, capturedTo: time, maxAge: nil)
    func gate(_ required: RequiredKinds, optional: Set<EvidenceKind> = []) -> Gate {
      var facts = Gate.Facts()
      facts.judged = 1
      facts.presentKinds = [.accounts]
      facts.suppliedKinds = [.accounts]
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
    #expect(gate { $0.sources = [source(rejected: 1)] }.outcome.exitStatus == 2)
    #expect(gate(maxRejects: .count(1)) { $0.sources = [source(rejected: 1)] }.outcome.exitStatus == 0)
    let half = Limit.share(Share(permille: 500))
    #expect(gate(maxRejects: half) { $0.sources = [source(rejected: 100)] }.outcome.exitStatus == 0)
    #expect(gate(maxRejects: half) { $0.sources = [source(rejected: 101)] }.outcome.exitStatus == 2)
  }

  @Test func rejectsAreOfEachSourcesOwnRecords() {
    // Of all records together one in a hundred, but of the small source every other one.
    let many = [source("big.ndjson", records: 1_000), source("small.ndjson", records: 10, rejected: 10)]
    let gate = gate(maxRejects: .share(Share(permille: 10))) { $0.sources = many }
    #expect(gate.outcome.exitStatus == 2)
    #expect(gate.reasons == ["10 of 20 records of `small.ndjson` were rejected. The limit for a source is 1%."])
    #expect(
      self.gate { $0.sources = [source("a.csv", records: 0, rejected: 1)] }.reasons.contains(
        "The only record of `a.csv` was rejected. The limit for a source is 0."))
    let one = self.gate(maxRejects: .count(1)) {
      $0.sources = [source("a", rejected: 1), source("b", rejected: 1), source("c", rejected: 1)]
    }
    #expect(one.outcome.exitStatus == 0)
  }

  @Test func aPartOfWhatIsRequiredIsAGap() {
    let cut = source("in/c.json", isTruncated: true)
    let gate = gate(maxRejects: .count(9)) { $0.sources = [cut] }
    #expect(gate.outcome.exitStatus == 2)
    #expect(
      gate.reasons.first?.contains("`in/c.json` is cut short, so records of kind `consents` may be missing") == true)
    let mail = source("in/m.json", [.mail], isTruncated: true)
    #expect(self.gate { $0.sources = [mail] }.outcome.exitStatus == 0)
    #expect(self.gate(required: .these([.mail])) { $0.sources = [mail] }.reasons.count == 2)
    // Of accounts a part looks like all of them.
    let accounts = source("in/u.json", [.accounts], isTruncated: true)
    #expect(self.gate(required: .these([])) { $0.sources = [accounts] }.outcome.exitStatus == 2)
    // What asks for something is missed by nothing else.
    for kind in [EvidenceKind.deletions, .notifications] {
      let asking = source("in/d.json", [kind], isTruncated: true)
      #expect(self.gate { $0.sources = [asking] }.outcome.exitStatus == 2)
      #expect(self.gate(required: .these([])) { $0.sources = [asking] }.outcome.exitStatus == 0)
    }
    // A log stands for each kind that may be in it.
    let log = source("in/l.json", [.logs, .revocations, .links], isTruncated: true)
    #expect(self.gate { $0.sources = [log] }.outcome.exitStatus == 0)
    #expect(
      self.gate {
        $0.sources = [log]
        $0.neededKinds = [.revocations]
        $0.presentKinds = [.revocations]
        $0.suppliedKinds = [.revocations]
      }.outcome.exitStatus == 2)
  }

  @Test func whatCouldNotBeReadIsAGap() {
    let gate = gate { $0.unread = [.init(path: "in/locked", reason: "Permission denied")] }
    #expect(gate.outcome.exitStatus == 2)
    #expect(gate.reasons.first?.hasPrefix("`in/locked` was not read: Permission denied.") == true)
    let unknown = source("in/x", [], records: 0, rejected: 1, problem: "Permission denied")
    #expect(self.gate(maxRejects: .count(5)) { $0.sources = [unknown] }.outcome.exitStatus == 2)
  }

  @Test func manyGapsAreCounted() {
    let gate = gate { $0.sources = (0..<30).map { source("s\($0)", rejected: 1) } }
    #expect(gate.reasons.count == 11)
    #expect(gate.reasons.last == "The same applies to 20 more sources.")
  }

  @Test func aSourceThatIsRejectedWholeIsNamed() {
    let gate = gate(maxRejects: .count(5)) {
      $0.presentKinds = [.accounts]
      $0.suppliedKinds = [.accounts]
      $0.sources = [source("in/c.ndjson", records: 0, rejected: 3)]
    }
    #expect(gate.reasons == ["No source of kind `consents` could be used: every record of `in/c.ndjson` was rejected."])
  }

  @Test func inconclusiveVerdictsAreAllowedByNumberOrShare() {
    #expect(gate { $0.inconclusive = 10 }.outcome.exitStatus == 0)
    #expect(gate(maxInconclusive: .count(0)) { $0.inconclusive = 1 }.outcome.exitStatus == 2)
    #expect(gate(maxInconclusive: .share(Share(permille: 100))) { $0.inconclusive = 1 }.outcome.exitStatus == 0)
  }

  @Test func aRuleThatCannotRunIsAGap() {
    #expect(gate { $0.brokenRules = ["a/b"] }.outcome.exitStatus == 2)
  }

  @Test(arguments: [
    ("5", Limit.count(5)), ("5%", .share(Share(permille: 50))), ("0", .count(0)),
    ("100%", .share(Share(permille: 1000))),
  ])
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
