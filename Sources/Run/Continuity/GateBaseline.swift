import Evidence
import History
import Judgement
import Reporting
import Storage
import Timestamps
import Vocabulary

/// The findings that are no news to the gate (docs/contract.md, section 3): those of the baseline's file, or else what
/// failed at the last run whose gate passed.
struct GateBaseline {
  /// Nil where none is named.
  private let file: BaselineFile?
  /// The run whose failing findings are known; nil where a file is named, and where there is no such run.
  private let run: RunRecord?
  private let known: FindingIDs
  /// What the store knows of each entry of the file that the run before did not have.
  private let entries: [String: FindingHistory.Entry]

  /// - Throws: `StorageError`; `UserError` where the run's report is damaged.
  init(_ settings: AuditSettings, open: OpenFindings, in store: Connection) throws {
    file = settings.baseline
    if let file {
      run = nil
      known = FindingIDs(file.baseline.entries.map(\.id))
      entries = try file.baseline.entries.reduce(into: [:]) { entries, entry in
        if try !open.holds(entry.id) { entries[entry.id] = try FindingHistory.entry(entry.id, in: store) }
      }
      return
    }
    entries = [:]
    let gate = settings.configuration.gate
    run =
      gate.scope == .new
      ? try RunHistory.lastPassing(atLeast: gate.failOn, asOf: settings.asOf, of: settings.project, in: store) : nil
    known = try run.map { FindingIDs(try StoredReport.read($0.number, in: store).failing.map(\.id)) } ?? []
  }

  /// The findings of which the gate or the report has to know whether they pass.
  ///
  /// - Parameter firstNew: the first number that no account had before the run.
  /// - Throws: `StorageError`.
  func watched(with open: OpenFindings, firstNew: Int64) throws -> WatchedFindings {
    let listed = file == nil ? [] : known
    var watched = WatchedFindings(firstNew: firstNew) { id in try listed.contains(id) || open.holds(id) }
    try open.each { finding in
      watched.add(rule: finding.rule, about: finding.account.map { .account($0) } ?? .withoutAccount)
    }
    for entry in file?.baseline.entries ?? [] where try !open.holds(entry.id) {
      let known = entries[entry.id]
      watched.add(
        rule: entry.rule, about: known.map { $0.account.map { .account($0) } ?? .withoutAccount } ?? .unknown)
    }
    return watched
  }

  /// Whether the baseline holds the finding: a file's entry does if its rule is the finding's as well.
  func holds(_ id: String, of rule: String) -> Bool {
    guard known.contains(id) else { return false }
    return file.map { $0.baseline.holds(Baseline.Entry(id: id, rule: rule)) } ?? true
  }

  /// What the report says of the file; nil where none is named.
  func report(
    findings: FindingArray, outcomes: [RuleOutcome], resolved: [Report.Resolved]
  ) -> Report.Baseline? {
    guard let file else { return nil }
    let rules = Dictionary(outcomes.map { ($0.rule.id, $0.rule.metadata) }) { first, _ in first }
    // Ids of findings that the file names.
    var (failing, unproven, others): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    for finding in findings where known.contains(finding.id) {
      if !holds(finding.id, of: finding.rule) {
        others.insert(finding.id)
      } else if finding.verdict == .fail {
        failing.insert(finding.id)
      } else if finding.verdict == .inconclusive, rules[finding.rule]?.isMissingEvidence(finding.reason) == true {
        unproven.insert(finding.id)
      } else {
        others.insert(finding.id)
      }
    }
    let ended = Set(resolved.lazy.filter { known.contains($0.id) && Self.isJudged($0.cause) }.map(\.id))
    let stale = file.baseline.entries.map(\.id).filter { id in
      guard !failing.contains(id), !unproven.contains(id) else { return false }
      return others.contains(id) || ended.contains(id) || Self.isJudged(entries[id]?.resolved)
        || outcomes.contains { $0.passed.contains(id) }
    }
    return Report.Baseline(
      path: file.path, sha256: file.sha256, entries: file.baseline.entries.count,
      matched: failing.count, stale: Set(stale).sorted())
  }

  /// Whether a finding that ended so was judged again, or has no subject any more.
  private static func isJudged(_ cause: ResolutionCause?) -> Bool {
    switch cause {
    case .passed, .subjectGone, .ruleChanged, .requestCancelled: true
    case .ruleDisabled, .evidenceReleased, nil: false
    }
  }

  /// What a reader of the gate's decision has to know of it; nil where all findings are in scope.
  func note(_ gate: GateSettings) -> Report.Limit? {
    guard gate.scope == .new, file == nil else { return nil }
    guard let run else {
      return Report.Limit(
        code: "no-baseline",
        text: """
          Every failing finding is new to the gate, because no baseline is named and no run of the project has passed \
          its gate with all findings in scope at `\(gate.failOn.name)` or below.
          """)
    }
    return Report.Limit(
      code: "baseline-run",
      text: """
        What failed at \(run.name) is known to the gate. It was the last run whose gate passed with all findings in scope.
        """)
  }
}

extension Report {
  /// The findings that a baseline holds: those that fail and that nobody accepted otherwise.
  var failing: some Sequence<Finding> {
    findings.lazy.filter { $0.verdict == .fail && $0.waiver == nil && !forgotten.contains($0.id) }
  }
}
