/// How much it matters that a rule is broken. A rule declares its severity; the configuration may change it.
package enum Severity: String, CaseIterable, Codable, Comparable, Sendable {
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
