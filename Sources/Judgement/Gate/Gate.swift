package import Evidence
package import Vocabulary

/// The decision that becomes the exit status (docs/contract.md, section 3).
package struct Gate: Hashable, Sendable {
  /// What the gate has to know of a finding.
  package struct Finding: Hashable, Sendable {
    package var severity: Severity
    package var verdict: Verdict
    /// Whether the baseline holds it.
    package var isKnown: Bool
    package var isWaived: Bool

    package init(severity: Severity, verdict: Verdict, isKnown: Bool, isWaived: Bool) {
      self.severity = severity
      self.verdict = verdict
      self.isKnown = isKnown
      self.isWaived = isWaived
    }

    /// - Parameter failOn: the lowest severity that counts.
    fileprivate func fails(at failOn: Severity, _ scope: GateScope, withWaivers: Bool = true) -> Bool {
      guard verdict == .fail, !withWaivers || !isWaived, severity >= failOn else { return false }
      switch scope {
      case .all: return true
      case .new: return !isKnown
      }
    }
  }

  /// What the gate decides about: a run's findings, and how complete its evidence was.
  package struct Facts: Sendable {
    package var findings: [Finding] = []
    /// Verdicts, passes included.
    package var judged = 0
    /// The inconclusive verdicts that no waiver accepts.
    package var inconclusive = 0
    package var sources: [Source] = []
    package var unread: [UnreadInput] = []
    /// The kinds that sources of this run or memory have.
    package var presentKinds: Set<EvidenceKind> = []
    /// The kinds that sources of this run have.
    package var suppliedKinds: Set<EvidenceKind> = []
    /// The kinds that earlier runs had.
    package var earlierKinds: Set<EvidenceKind> = []
    /// The kinds that rules need, of those rules that judged at least one subject.
    package var neededKinds: Set<EvidenceKind> = []
    /// Ids of the rules that could not be evaluated.
    package var brokenRules: [String] = []
    /// The kinds that earlier runs had and this one has not, for longer than the configuration allows.
    package var lostKinds: [LostKind] = []
    /// The kinds of which the newest capture is older than the configuration allows.
    package var staleKinds: [StaleKind] = []

    package init() {}
  }

  package let outcome: Outcome
  /// How many findings fail the gate.
  package let failing: Int
  /// How many would fail it if no waiver were in force.
  package let failingWithoutWaivers: Int
  /// A sentence for each reason why the gate did not pass.
  package let reasons: [String]

  package init(_ facts: Facts, _ settings: GateSettings) {
    let (failing, failReason) = Self.failures(among: facts.findings, settings)
    let gaps = Self.gaps(in: facts, settings)
    self.failing = failing
    failingWithoutWaivers = Self.failingWithoutWaivers(facts.findings, settings)
    outcome = failing > 0 ? .fail : gaps.isEmpty ? .pass : .incomplete
    reasons = (failReason.map { [$0] } ?? []) + gaps
  }

  private static func failingWithoutWaivers(_ findings: [Finding], _ settings: GateSettings) -> Int {
    guard case .severity(let least) = settings.failOn else { return 0 }
    return findings.count { $0.fails(at: least, settings.scope, withWaivers: false) }
  }

  private static func failures(among findings: [Finding], _ settings: GateSettings) -> (count: Int, reason: String?) {
    guard case .severity(let least) = settings.failOn else { return (0, nil) }
    var counts: [Severity: Int] = [:]
    for finding in findings where finding.fails(at: least, settings.scope) {
      counts[finding.severity, default: 0] += 1
    }
    let failing = counts.values.reduce(0, +)
    guard failing > 0 else { return (0, nil) }
    let new = settings.scope == .new ? "new " : ""
    let parts = counts.sorted { $0.key > $1.key }.map { "\($0.value.grouped) \($0.key.rawValue)" }
      .joined(separator: ", ")
    return (
      failing,
      """
      \(failing.grouped) \(new)\(failing == 1 ? "finding" : "findings") of severity \
      `\(least.rawValue)`\(least == .critical ? "" : " or above") \
      \(failing == 1 ? "fails" : "fail") the gate: \(parts).
      """
    )
  }

  /// Why the audit is incomplete, a sentence each.
  private static func gaps(in facts: Facts, _ settings: GateSettings) -> [String] {
    var gaps: [String] = []
    let lost = settings.required == .auto ? facts.lostKinds : []
    let wanted: Set<EvidenceKind> =
      switch settings.required {
      case .auto: facts.neededKinds.subtracting(settings.optional).subtracting(lost.map(\.kind))
      case .these(let kinds): Set(kinds)
      }
    // Who names a kind outright wants it tonight.
    let present = settings.required == .auto ? facts.presentKinds : facts.suppliedKinds
    for kind in wanted.subtracting(present).sorted(by: { $0.rawValue < $1.rawValue }) {
      gaps.append(absence(of: kind, in: facts.sources, isNamed: settings.required != .auto))
    }
    gaps += lost.map(\.sentence)
    if settings.required == .auto {
      gaps += facts.staleKinds.filter { !settings.optional.contains($0.kind) }.map(\.sentence)
    }
    let asking = settings.required == .auto ? Self.asking.subtracting(settings.optional) : []
    gaps += damage(in: facts, wanted: wanted.union(asking))
    if settings.required == .auto, let sentence = absenceOfAccounts(in: facts, optional: settings.optional) {
      gaps.append(sentence)
    }
    gaps += rejects(in: facts.sources, settings.maxRejects)
    gaps += undecided(in: facts.sources) + lostColumns(in: facts.sources)
    if let limit = settings.maxInconclusive, !limit.allows(facts.inconclusive, of: facts.judged) {
      let are = facts.inconclusive == 1 ? "is" : "are"
      gaps.append(
        """
        \(facts.inconclusive.grouped) of \(facts.judged.grouped) verdicts \(are) inconclusive. The limit is \
        \(limit.text).
        """)
    }
    for rule in facts.brokenRules.sorted() { gaps.append("The rule `\(rule)` could not be evaluated.") }
    return gaps
  }
}
