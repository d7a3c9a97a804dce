import Evidence
import Foundation
import History
import Judgement
import Reporting
import Vocabulary

/// Stages 3 and 5: judges a run's evidence by its rules, and turns what they find into findings of the report.
///
/// With a worker and helpers, several threads judge. They begin with the rules that ask for accounts alone while the
/// caller still resolves links and consents; then all take rules from one queue.
///
/// # Safety
/// Sendable although the session is not: other threads use the session through `readAlongside` alone. That has
/// connections of its own, and reads only what is constant after `finishAccounts`: the names of the run's tables, and
/// whether accounts ascend by uid. The other properties are constant, or synchronise themselves.
struct Judging: @unchecked Sendable {
  struct Result: Sendable {
    /// In order of rule.
    var outcomes: [RuleOutcome] = []
    /// In the order of the report.
    var findings = FindingArray()
    /// The passes of all threads.
    var timer = PassTimer()
  }

  /// The outcomes of rules that ask for accounts alone. Their findings cite records, so they wait for the other
  /// evidence.
  struct AccountRuleResults: Sendable {
    fileprivate var outcomes: [Judged] = []
    fileprivate var timer = PassTimer()
    fileprivate var time = BusyTime()
  }

  /// The time during which a thread judged.
  fileprivate struct BusyTime: Sendable {
    var start = ContinuousClock.now
    var end = ContinuousClock.now

    /// How long at least one of the threads judged.
    static func total(of spans: [BusyTime]) -> Duration {
      var (total, last) = (Duration.zero, ContinuousClock.Instant?.none)
      for span in spans.sorted(by: { $0.start < $1.start }) {
        let start = max(span.start, last ?? span.start)
        total += max(.zero, start.duration(to: span.end))
        last = max(span.end, last ?? span.end)
      }
      return total
    }
  }

  /// A rule, and its place in the report.
  fileprivate struct QueuedRule: Sendable {
    var position: Int
    var rule: Rule
  }

  fileprivate struct Judged: Sendable {
    var position: Int
    var judgements: RuleJudgements
  }

  /// What one thread judged.
  private struct ThreadResult: Sendable {
    var parts: [RuleResult] = []
    var timer = PassTimer()
  }

  /// What one rule found.
  private struct RuleResult: Sendable {
    /// In the report.
    var position: Int
    var outcome: RuleOutcome
    var findings: FindingArray
  }

  private let session: EvidenceSession
  private let settings: AuditSettings
  private let threads: Threads
  /// The run's id.
  private let run: String
  private let places: PlaceNames
  private let open: OpenFindings
  private let watched: WatchedFindings
  private let extent: RuleRunner.Extent
  private let diagnostics: Diagnostics
  private let accountRules: WorkQueue<QueuedRule>
  private let otherRules: WorkQueue<QueuedRule>

  /// - Parameters:
  ///   - run: its id.
  ///   - open: the findings of the run before.
  ///   - watched: the findings for which a pass has to be recorded.
  ///   - extent: of the evidence.
  init(
    by rules: [Rule], in order: RuleOrder, session: EvidenceSession, settings: AuditSettings, threads: Threads,
    run: String, places: PlaceNames, open: OpenFindings, watched: WatchedFindings,
    extent: RuleRunner.Extent = .everybody, diagnostics: Diagnostics
  ) {
    self.session = session
    self.settings = settings
    self.threads = threads
    self.run = run
    self.places = places
    self.open = open
    self.watched = watched
    self.extent = extent
    self.diagnostics = diagnostics
    // In the report's order, the most severe first.
    let items = rules.sorted { $0.severity != $1.severity ? $0.severity > $1.severity : $0.id < $1.id }.enumerated()
      .map { QueuedRule(position: $0.offset, rule: $0.element) }
      .sorted { order.precedes($0.rule, $1.rule) }
    let asksAccountsAlone = Dictionary(grouping: items, by: \.rule.asksAccountsAlone)
    accountRules = WorkQueue(asksAccountsAlone[true] ?? [])
    otherRules = WorkQueue(asksAccountsAlone[false] ?? [])
  }

  /// Judges by the rules that ask for accounts alone, until none is left; after `EvidenceSession.finishAccounts`, on
  /// any thread.
  func judgeAccounts() throws -> AccountRuleResults {
    var result = AccountRuleResults()
    try session.readAlongside { directory in
      let runner = runner(directory)
      while let item = try accountRules.next() {
        let judgements = try judge(item, &result.timer, rows: \.outcome.judged) { try runner.judge(item.rule) }
        result.outcomes.append(Judged(position: item.position, judgements: judgements))
      }
    }
    result.time.end = .now
    return result
  }

  /// Judges by all rules that are left, after `EvidenceSession.finishEvidence`.
  ///
  /// - Parameters:
  ///   - accounts: waits for `judgeAccounts` on the worker, and returns what it returned.
  ///   - others: the same on each helper.
  func judge(
    directory: EvidenceDirectory, after accounts: @escaping @Sendable () throws -> AccountRuleResults,
    and others: [Background<AccountRuleResults>]
  ) throws -> Result {
    var time = BusyTime()
    let accountResults: [@Sendable () throws -> AccountRuleResults] =
      [accounts] + others.map { other in { try other.value() } }
    // Each goes on with what it judged before.
    let beside = zip(threads.besideCaller, accountResults).map { worker, accountResults in
      Background(on: worker) {
        let judged = try accountResults().outcomes
        return try session.readAlongside { try share(beginningWith: judged, $0) }
      }
    }
    // On every path: no other thread uses anything of the session any more.
    defer { for share in beside { share.abandon() } }
    var all = try share(beginningWith: beside.isEmpty ? accounts().outcomes : [], directory)
    for share in beside {
      let share = try share.value()
      all.timer.add(share.timer)
      all.parts += share.parts
    }
    time.end = .now
    let judged = try accountResults.map { try $0() }
    var result = Result()
    result.timer.add("judging", BusyTime.total(of: judged.map(\.time) + [time]), rows: nil)
    for judged in judged { result.timer.add(judged.timer) }
    result.timer.add(all.timer)
    try gather(&all, into: &result)
    return result
  }

  private func gather(_ share: inout ThreadResult, into result: inout Result) throws {
    share.parts.sort { $0.position < $1.position }
    for outcome in share.parts.map(\.outcome) {
      if let failure = outcome.failure {
        diagnostics.warning("the rule \(outcome.rule.id) was not evaluated: \(failure)")
      }
      result.outcomes.append(outcome)
    }
    result.findings = try FindingArray(joining: share.parts.map(\.findings))
    result.outcomes.sort { $0.rule.id < $1.rule.id }
  }

  /// Builds the findings of what was judged, and judges by further rules until none is left.
  private func share(beginningWith judged: [Judged], _ directory: EvidenceDirectory) throws -> ThreadResult {
    let runner = runner(directory)
    let builder = FindingBuilder(directory: directory, settings: settings, run: run, places: places, open: open)
    var share = ThreadResult()
    // All rules together keep no more findings in memory than two lists may have.
    var room = FindingArray.inMemory * 2 / max(2, threads.besideCaller.count + 1)
    func part(_ judgements: RuleJudgements, at position: Int) throws -> RuleResult {
      let rule = judgements.outcome.rule
      var findings = FindingArray.Builder(limit: room, sorts: true)
      let outcome = try runner.identify(judgements) { try findings.append(builder.finding($0, by: rule)) }
      let part = RuleResult(position: position, outcome: outcome, findings: try findings.finish())
      room -= part.findings.countInMemory
      return part
    }
    for judged in judged {
      let work = { try part(judged.judgements, at: judged.position) }
      share.parts.append(
        judged.judgements.hasFindings
          ? try share.timer.time(
            RuleOrder.pass(finding: judged.judgements.outcome.rule.id), rows: \.findings.count, work) : try work())
    }
    while let item = try otherRules.next() ?? accountRules.next() {
      share.parts.append(
        try judge(item, &share.timer, rows: \.outcome.judged) { try part(runner.judge(item.rule), at: item.position) })
    }
    return share
  }

  private func judge<Judged>(
    _ item: QueuedRule, _ timer: inout PassTimer, rows: (Judged) -> Int, _ run: () throws -> Judged
  ) throws -> Judged {
    diagnostics.progress(
      .item(
        "Judging by", name: item.rule.id, number: accountRules.taken + otherRules.taken,
        of: accountRules.count + otherRules.count, "rules"))
    return try timer.time(RuleOrder.pass(judging: item.rule.id), rows: rows, run)
  }

  private func runner(_ directory: EvidenceDirectory) -> RuleRunner {
    RuleRunner(
      project: settings.project, directory: directory, parameters: settings.ruleParameters, watched: watched,
      timeLimit: settings.configuration.ruleTimeLimit, extent: extent)
  }
}
