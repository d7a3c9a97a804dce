import Judgement
import Reporting
import Timestamps
import Vocabulary

/// Each waiver of a waivers file with what has become of it.
struct WaiverRegister {
  /// How long before its end a waiver is said to expire.
  private static let notice = TimeSpan.days(30)

  let entries: [Report.WaiverEntry]
  /// What the file should be mended for: a sentence each.
  let warnings: [String]

  /// - Parameters:
  ///   - findings: those of the run, of any verdict.
  ///   - rules: the ids of all rules.
  ///   - isKnown: whether any run had a finding of this id.
  init(
    _ waivers: Waivers, at asOf: Timestamp, findings: some Sequence<Waivers.Finding>, rules: Set<String>,
    isKnown: (String) throws -> Bool
  ) rethrows {
    var (entries, warnings): ([Report.WaiverEntry], [String]) = ([], [])
    // Neither is worked out where no waiver needs it: a run may have 100,000 findings.
    var ids: Set<String> = []
    var byRule: [String: [Waivers.Finding]] = [:]
    let scoped = Set(waivers.entries.compactMap(\.scope.rule))
    for finding in findings where !waivers.entries.isEmpty {
      ids.insert(finding.id)
      if scoped.contains(finding.rule) { byRule[finding.rule, default: []].append(finding) }
    }
    for entry in waivers.entries {
      let named = entry.scope.named ?? []
      let found =
        entry.scope.rule.map { byRule[$0, default: []].filter(entry.scope.accepts).map(\.id).sorted() }
        ?? named.filter(ids.contains)
      let unknown = try named.filter { try !ids.contains($0) && !isKnown($0) }
      let isUnknown = entry.scope.rule.map { !rules.contains($0) } ?? (unknown.count == named.count)
      let state = Self.state(of: entry.waiver, at: asOf, isUsed: !found.isEmpty, isUnknown: isUnknown)
      entries.append(
        Report.WaiverEntry(
          findings: entry.scope.named ?? found, signedBy: entry.waiver.signedBy, requestedBy: entry.requestedBy,
          ticket: entry.ticket, date: entry.waiver.date, expires: entry.waiver.expires, reason: entry.waiver.reason,
          state: state))
      let name = "the waiver that \(entry.waiver.signedBy) signed on \(entry.waiver.date.rfc3339.prefix(10))"
      if state == .unused { warnings.append("\(name) is unused: no finding that it accepts exists any more") }
      if let rule = entry.scope.rule, isUnknown {
        warnings.append("\(name) names a rule that does not exist: `\(rule)`")
      }
      for id in unknown { warnings.append("\(name) names a finding that no run ever had: `\(id)`") }
    }
    (self.entries, self.warnings) = (entries, warnings)
  }

  private static func state(
    of waiver: Waiver, at asOf: Timestamp, isUsed: Bool, isUnknown: Bool
  ) -> Report.WaiverState {
    if asOf < waiver.date { return .notYet }
    if asOf >= waiver.expires { return .expired }
    if isUsed { return waiver.expires <= asOf + notice ? .expiring : .active }
    return isUnknown ? .unknown : .unused
  }
}

extension Waivers.Scope {
  fileprivate var rule: String? { if case .rule(let rule, _, _) = self { rule } else { nil } }

  fileprivate var named: [String]? { if case .findings(let ids) = self { ids } else { nil } }
}
