/// What a rule says of one subject.
package enum Verdict: String, CaseIterable, Sendable {
  case pass, fail, inconclusive, pending, manual
}

package enum Severity: String, CaseIterable, Comparable, Sendable {
  case low, medium, high, critical

  private var rank: Int {
    switch self {
    case .low: 1
    case .medium: 2
    case .high: 3
    case .critical: 4
    }
  }

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}
