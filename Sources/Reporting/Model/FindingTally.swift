import Vocabulary

/// How many findings there are, so that every format that counts says what the list of findings says.
package struct FindingTally: Sendable {
  /// Of one rule.
  struct OfRule {
    var count = 0
    /// Failures that nobody accepted.
    var failing = 0
  }

  private var bySeverity: [Severity: Report.Counts] = [:]
  private(set) var byRule: [String: OfRule] = [:]
  private(set) var byWaiver: [Waiver: Int] = [:]
  package private(set) var total = Report.Counts()
  package private(set) var new = 0
  package private(set) var carried = 0
  private(set) var existing = 0

  init(_ findings: FindingArray) {
    findings.visitEach { add($0) }
  }

  func counts(_ severity: Severity) -> Report.Counts { bySeverity[severity] ?? Report.Counts() }

  /// Failures of at least this severity that nobody accepted.
  func failing(from least: Severity) -> Int { sum(\.fail, from: least) }

  /// What the evidence does not decide, of at least this severity, and nobody accepted.
  func inconclusive(from least: Severity) -> Int { sum(\.inconclusive, from: least) }

  private func sum(_ count: KeyPath<Report.Counts, Int>, from least: Severity) -> Int {
    bySeverity.reduce(0) { $1.key >= least ? $0 + $1.value[keyPath: count] : $0 }
  }

  private mutating func add(_ finding: Report.Finding) {
    total.add(finding)
    bySeverity[finding.severity, default: Report.Counts()].add(finding)
    byRule[finding.rule, default: OfRule()].count += 1
    if finding.fails { byRule[finding.rule]?.failing += 1 }
    if let waiver = finding.waiver { byWaiver[waiver, default: 0] += 1 }
    switch finding.state {
    case .new: new += 1
    case .carried: carried += 1
    case .existing: existing += 1
    }
  }
}

extension Report.Counts {
  /// Counts a finding as version 2 does: a waived one under `waived` alone.
  package mutating func add(_ finding: Report.Finding) {
    guard finding.waiver == nil else {
      waived += 1
      return
    }
    switch finding.verdict {
    case .pass: pass += 1
    case .fail: fail += 1
    case .inconclusive: inconclusive += 1
    case .pending: pending += 1
    case .manual: manual += 1
    }
  }
}

extension Report.Finding {
  /// Whether it is a failure that nobody accepted.
  package var fails: Bool { verdict == .fail && waiver == nil }
}
