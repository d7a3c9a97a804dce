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
  ///   - rules: the ids of all rules.
  ///   - eachFinding: passes on those of the run, of any verdict; not called where there is no waiver.
  ///   - isKnown: whether any run had a finding of this id.
  init(
    _ waivers: Waivers, at asOf: Timestamp, rules: Set<String>,
    eachFinding: ((Waivers.Finding) throws -> Void) throws -> Void, isKnown: (String) throws -> Bool
  ) rethrows {
    var (entries, warnings): ([Report.WaiverEntry], [String]) = ([], [])
    // A run may have a million findings: those that no waiver means are not kept.
    let named = Set(waivers.entries.flatMap { $0.scope.named ?? [] })
    var ids: Set<String> = []
    let scoped = Dictionary(grouping: waivers.entries.indices) { waivers.entries[$0].scope.rule }
    /// By the place of the waiver in its file.
    var accepted: [Int: [String]] = [:]
    if !waivers.entries.isEmpty {
      try eachFinding { finding in
        if named.contains(finding.id) { ids.insert(finding.id) }
        for index in scoped[finding.rule] ?? [] where waivers.entries[index].scope.accepts(finding) {
          accepted[index, default: []].append(finding.id)
        }
      }
    }
    for (index, entry) in waivers.entries.enumerated() {
      let named = entry.scope.named ?? []
      let found =
        entry.scope.rule == nil ? named.filter(ids.contains) : accepted[index, default: []].sorted()
      let unknown = try named.filter { try !ids.contains($0) && !isKnown($0) }
      let isUnknown = entry.scope.rule.map { !rules.contains($0) } ?? (unknown.count == named.count)
      let state = Self.state(of: entry.waiver, at: asOf, isUsed: !found.isEmpty, isUnknown: isUnknown)
      entries.append(
        Report.WaiverEntry(
          findings: entry.scope.named ?? found, signedBy: entry.waiver.signedBy, requestedBy: entry.requestedBy,
          ticket: entry.ticket, date: entry.waiver.date, expires: entry.waiver.expires, reason: entry.waiver.reason,
          state: state, scope: entry.scope.reported, line: entry.line))
      let place = [entry.line.map { "line \($0)" }, entry.scope.rule].compactMap(\.self).joined(separator: ", ")
      let name = """
        the waiver that \(entry.waiver.signedBy) signed on \(entry.waiver.date.rfc3339.prefix(10)) (\(place))
        """
      if state == .unused { warnings.append("\(name) is unused: no finding that it accepts exists any more") }
      if let rule = entry.scope.rule, isUnknown {
        warnings.append("\(name) names a rule that does not exist: `\(rule)`")
      }
      // One that has expired accepts nothing, whatever it names.
      for id in unknown where state != .expired {
        warnings.append(
          "\(name) names a finding that the store does not know, as no run had it or its person was forgotten: `\(id)`")
      }
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

  fileprivate var reported: Report.WaiverScope? {
    guard case .rule(let rule, let uid, let object) = self else { return nil }
    return Report.WaiverScope(rule: rule, uid: uid, object: object)
  }

  fileprivate var named: [String]? { if case .findings(let ids) = self { ids } else { nil } }
}
