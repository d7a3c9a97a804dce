package import Evidence

/// The decision that becomes the exit code (section 3 of the contract).
package struct Gate: Hashable, Sendable {
  package enum Outcome: String, Sendable {
    case pass, fail, incomplete
  }

  /// What is decided upon.
  package struct Facts: Sendable {
    /// Failing findings that are not waived, by severity; `new` ones apart.
    package var failing: [Severity: Int] = [:]
    package var failingNew: [Severity: Int] = [:]
    package var judged = 0
    package var inconclusive = 0
    package var records = 0
    package var rejected = 0
    package var presentKinds: Set<EvidenceKind> = []
    /// Kinds that rules need, of the rules that judged at least one subject.
    package var neededKinds: Set<EvidenceKind> = []
    /// Rules that could not be run.
    package var brokenRules: [String] = []

    package init() {}
  }

  package var outcome: Outcome
  package var failing: Int
  package var reasons: [String]

  package var exitStatus: Int32 {
    switch outcome {
    case .pass: 0
    case .fail: 1
    case .incomplete: 2
    }
  }

  package init(
    _ facts: Facts, failOn: FailOn, scope: GateScope, required: RequiredKinds, maxInconclusive: Limit?, maxRejects: Limit
  ) {
    var failReasons: [String] = []
    failing = 0
    if case .severity(let least) = failOn {
      let counts = (scope == .new ? facts.failingNew : facts.failing).filter { $0.key >= least }
      failing = counts.values.reduce(0, +)
      if failing > 0 {
        let parts = counts.sorted { $0.key > $1.key }.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
        failReasons.append(
          "\(failing) \(scope == .new ? "new " : "")\(failing == 1 ? "finding fails" : "findings fail") at `\(least.rawValue)` or above: \(parts).")
      }
    }
    let gaps = Self.gaps(facts, required: required, maxInconclusive: maxInconclusive, maxRejects: maxRejects)
    outcome = failing > 0 ? .fail : gaps.isEmpty ? .pass : .incomplete
    reasons = failReasons + gaps
  }

  /// Why the audit is incomplete.
  private static func gaps(
    _ facts: Facts, required: RequiredKinds, maxInconclusive: Limit?, maxRejects: Limit
  ) -> [String] {
    var gaps: [String] = []
    let wanted: Set<EvidenceKind> =
      switch required {
      case .auto: facts.neededKinds
      case .these(let kinds): Set(kinds)
      }
    for kind in wanted.subtracting(facts.presentKinds).sorted(by: { $0.rawValue < $1.rawValue }) {
      gaps.append("No source of kind `\(kind.rawValue)` was given, and rules with something to judge need one.")
    }
    if required == .auto, facts.judged == 0, !facts.presentKinds.contains(.accounts) {
      gaps.append("Nothing could be judged: no source of kind `accounts` was given.")
    }
    if !maxRejects.allows(facts.rejected, of: facts.records + facts.rejected) {
      gaps.append(
        "\(facts.rejected) \(facts.rejected == 1 ? "record was" : "records were") rejected; at most \(maxRejects.text) may be.")
    }
    if let maxInconclusive, !maxInconclusive.allows(facts.inconclusive, of: facts.judged) {
      gaps.append(
        "\(facts.inconclusive) of \(facts.judged) verdicts are inconclusive; at most \(maxInconclusive.text) may be.")
    }
    for rule in facts.brokenRules.sorted() { gaps.append("The rule `\(rule)` could not be evaluated.") }
    return gaps
  }
}
