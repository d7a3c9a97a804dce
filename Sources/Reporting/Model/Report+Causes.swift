import Timestamps
import Vocabulary

extension Report {
  /// The findings of one rule for one reason: what somebody has to take up once, however many findings there are.
  struct Cause {
    var rule: Rule
    var reason: String
    /// By verdict; waived findings are counted under `waived` alone.
    var counts = Counts()
    var new = 0
    var carried = 0
    /// Of the findings that are not waived.
    var earliestDue: Timestamp?
    /// The indices of those of its findings that are listed, the worst first.
    var findings: [Int] = []
    /// How many findings it has, listed or not.
    var total = 0
    /// The first of the worst, listed or not.
    var worst: Int?

    /// What to do; nil in a report that does not tell.
    var remedy: String? { rule.remedies[reason] }

    /// A name for links: `consent-link-phone-no-record`.
    var slug: String {
      "cause-" + "\(rule.id)-\(reason)".map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    }
  }

  /// What the findings come down to, the worst first: by severity, then failures before the rest, then by count.
  var causes: [Cause] {
    let byID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    var causes: [[String]: Cause] = [:]
    var listing = Listing(self)
    for (index, finding) in findings.enumerated() {
      let isListed = listing.isNextListed(finding)
      guard let rule = byID[finding.rule] else { continue }
      let key = [finding.rule, finding.reason]
      let isWorst = causes[key]?.worst.map { isWorse(finding, findings[$0]) == true } ?? true
      causes[key, default: Cause(rule: rule, reason: finding.reason)]
        .add(finding, at: index, isListed: isListed, isWorst: isWorst)
    }
    for key in causes.keys {
      causes[key]?.findings.sort { isWorse(findings[$0], findings[$1]) ?? ($0 < $1) }
    }
    return causes.values.sorted { one, other in
      one.rank == other.rank
        ? (one.rule.id, one.reason) < (other.rule.id, other.reason) : one.rank < other.rank
    }
  }

  /// Nil where neither is worse.
  private func isWorse(_ one: Finding, _ other: Finding) -> Bool? {
    func rank(_ finding: Finding) -> (Int, Int64) {
      let place = Verdict.allCases.firstIndex(of: finding.verdict) ?? 0
      return (finding.waiver == nil ? place : Verdict.allCases.count, finding.dueAt?.milliseconds ?? .max)
    }
    let (mine, others) = (rank(one), rank(other))
    return mine == others ? nil : mine < others
  }
}

extension Report.Cause {
  fileprivate mutating func add(_ finding: Report.Finding, at index: Int, isListed: Bool, isWorst: Bool) {
    total += 1
    if isListed { findings.append(index) }
    if isWorst { worst = index }
    if finding.state == .new { new += 1 }
    if finding.state == .carried { carried += 1 }
    counts.add(finding)
    if finding.waiver == nil, let due = finding.dueAt { earliestDue = min(earliestDue ?? due, due) }
  }

  /// Failures by severity, then what is undecided, then what is pending, waived or manual.
  fileprivate var rank: (Int, Int, Int) {
    let group = counts.fail > 0 ? 0 : counts.inconclusive > 0 ? 1 : counts.pending > 0 ? 2 : 3
    let severity = Severity.allCases.firstIndex(of: rule.severity) ?? 0
    return (group, -severity, -(counts.fail + counts.inconclusive + counts.pending))
  }
}
