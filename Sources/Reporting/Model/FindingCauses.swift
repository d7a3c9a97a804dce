import Timestamps
import Vocabulary

/// Findings by rule and reason, those with the most severe failures first.
struct FindingCauses {
  struct Cause {
    var rule: String
    var reason: String
    var severity: Severity
    var counts = Report.Counts()
    /// Among failing and pending findings.
    var earliestDue: Timestamp?
    /// Empty where the rule says none.
    var remediation: String
  }

  let all: [Cause]

  init(_ report: Report) {
    struct Key: Hashable {
      var rule: String
      var reason: String
    }
    let remedies = Dictionary(report.rules.map { ($0.id, $0.remedies) }) { first, _ in first }
    var causes: [Key: Cause] = [:]
    for finding in report.findings {
      let key = Key(rule: finding.rule, reason: finding.reason)
      var cause =
        causes[key]
        ?? Cause(
          rule: finding.rule, reason: finding.reason, severity: finding.severity,
          remediation: remedies[finding.rule]?[finding.reason] ?? "")
      cause.counts.add(finding)
      cause.severity = max(cause.severity, finding.severity)
      if finding.waiver == nil, finding.verdict == .fail || finding.verdict == .pending, let due = finding.dueAt {
        cause.earliestDue = min(cause.earliestDue ?? due, due)
      }
      causes[key] = cause
    }
    all = causes.values.sorted { Self.precedes($0, $1) }
  }

  private static func precedes(_ left: Cause, _ right: Cause) -> Bool {
    let (fails, others) = (left.counts.fail > 0, right.counts.fail > 0)
    if fails != others { return fails }
    if left.severity != right.severity { return left.severity > right.severity }
    if left.counts.fail != right.counts.fail { return left.counts.fail > right.counts.fail }
    return (left.rule, left.reason) < (right.rule, right.reason)
  }
}
