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
    /// Of the findings that are neither waived nor manual: of these nothing is due any more.
    var earliestDue: Timestamp?
    /// The indices of those of its findings that are listed, the worst first.
    var findings: [Int] = []
    /// How many findings it has, listed or not.
    var total = 0
    /// The first of the worst, listed or not.
    var worst: Int?
    fileprivate var most: Urgency?
    /// Of `findings`, until they are sorted.
    fileprivate var urgencies: [Urgency] = []

    /// What to do; nil where all that there is was done by hand, and in a report that does not tell.
    var remedy: String? { counts.manual == total ? nil : rule.remedies[reason] }

    /// A name for links: `cause-consent-link-phone-no-record`.
    var slug: String {
      "cause-" + "\(rule.id)-\(reason)".map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    }
  }

  /// What the findings come down to, the worst first: failures before the rest, then by severity, then by count.
  var causes: [Cause] {
    let byID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    var causes: [[String]: Cause] = [:]
    var listing = Listing(self)
    var index = -1
    findings.visitEach { finding in
      index += 1
      let isListed = listing.isNextListed(finding)
      guard let rule = byID[finding.rule] else { return }
      causes[[finding.rule, finding.reason], default: Cause(rule: rule, reason: finding.reason)]
        .add(finding, at: index, isListed: isListed)
    }
    for key in causes.keys { causes[key]?.sort() }
    return causes.values.sorted { one, other in
      one.rank == other.rank
        ? (one.rule.id, one.reason) < (other.rule.id, other.reason) : one.rank < other.rank
    }
  }
}

extension Report.Cause {
  /// By what is done first: the lower, the worse.
  fileprivate struct Urgency: Comparable {
    var place: Int
    var due: Int64

    init(_ finding: Report.Finding) {
      place =
        finding.waiver == nil
        ? Verdict.allCases.firstIndex(of: finding.verdict) ?? 0 : Verdict.allCases.count
      due = finding.dueAt?.milliseconds ?? .max
    }

    static func < (left: Urgency, right: Urgency) -> Bool { (left.place, left.due) < (right.place, right.due) }
  }

  fileprivate mutating func add(_ finding: Report.Finding, at index: Int, isListed: Bool) {
    total += 1
    let urgency = Urgency(finding)
    if isListed {
      findings.append(index)
      urgencies.append(urgency)
    }
    if most.map({ urgency < $0 }) ?? true { (most, worst) = (urgency, index) }
    if finding.state == .new { new += 1 }
    if finding.state == .carried { carried += 1 }
    counts.add(finding)
    if finding.waiver == nil, finding.verdict != .manual, let due = finding.dueAt {
      earliestDue = min(earliestDue ?? due, due)
    }
  }

  /// The worst first, else in the order of the report.
  fileprivate mutating func sort() {
    let places = findings.indices.sorted { (urgencies[$0], $0) < (urgencies[$1], $1) }
    findings = places.map { findings[$0] }
    urgencies = []
  }

  /// Failures by severity, then what is undecided, then what is pending, waived or manual.
  fileprivate var rank: (Int, Int, Int) {
    let group = counts.fail > 0 ? 0 : counts.inconclusive > 0 ? 1 : counts.pending > 0 ? 2 : 3
    let severity = Severity.allCases.firstIndex(of: rule.severity) ?? 0
    return (group, -severity, -(counts.fail + counts.inconclusive + counts.pending))
  }
}
