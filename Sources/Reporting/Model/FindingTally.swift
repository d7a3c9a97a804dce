import Vocabulary

/// How many findings there are, counted one by one, so that every format that counts says what the list of findings
/// says.
struct FindingTally {
  private(set) var bySeverity: [Severity: Report.Counts] = [:]
  private(set) var total = Report.Counts()
  private(set) var new = 0
  private(set) var carried = 0

  init(_ findings: some Sequence<Report.Finding>) {
    for finding in findings { add(finding) }
  }

  func counts(_ severity: Severity) -> Report.Counts { bySeverity[severity] ?? Report.Counts() }

  private mutating func add(_ finding: Report.Finding) {
    total.add(finding)
    bySeverity[finding.severity, default: Report.Counts()].add(finding)
    switch finding.state {
    case .new: new += 1
    case .carried: carried += 1
    case .existing: break
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
