import Evidence
import Foundation
import Judgement
import Reporting

/// Judges a run's evidence by its rules, and puts what they find into the report's words; in two threads where there is a
/// second connection to the evidence.
struct Judging {
  struct Result: Sendable {
    /// In order of rule.
    var outcomes: [RuleOutcome] = []
    /// In the order of the report.
    var findings: [Report.Finding] = []
    /// Of both threads.
    var timer = PassTimer()
  }

  /// What one rule came to.
  private struct Part: Sendable {
    var position: Int
    var outcome: RuleOutcome
    var findings: [Report.Finding]
  }

  /// What one thread has done.
  private struct Share: Sendable {
    var parts: [Part] = []
    var timer = PassTimer()
  }

  let session: EvidenceSession
  let settings: AuditSettings
  let places: PlaceNames
  let open: [String: OpenFinding]
  let diagnostics: Diagnostics

  /// - Parameter busy: what keeps the second thread until it may judge as well.
  func judge(
    by rules: [Rule], directory: EvidenceDirectory, after busy: Background<AccountProducts.Result>
  ) throws -> Result {
    // In the report's order, the most severe first.
    let rules = rules.sorted { $0.severity != $1.severity ? $0.severity > $1.severity : $0.id < $1.id }
    let queue = WorkQueue(rules)
    var second: Background<Share>?
    if settings.usesThreads {
      let helper = Helper(judging: self, queue: queue)
      second = Background {
        _ = try busy.value()
        return try helper.judge()
      }
    }
    var share = Share()
    do {
      share = try judge(queue, directory)
    } catch {
      queue.cancel()
      _ = try? second?.value()
      throw error
    }
    if let second = try second?.value() {
      share.timer.add(second.timer)
      share.parts += second.parts
    }
    diagnostics.progress(nil)
    var result = Result(timer: share.timer)
    share.parts.sort { $0.position < $1.position }
    result.findings.reserveCapacity(share.parts.reduce(0) { $0 + $1.findings.count })
    for index in share.parts.indices {
      let outcome = share.parts[index].outcome
      if let failure = outcome.failure {
        diagnostics.warning("the rule \(outcome.rule.id) was not evaluated: \(failure)")
      }
      result.outcomes.append(outcome)
      result.findings += share.parts[index].findings
      // Else all of them would be there twice: 100,000 findings take 30 MB.
      share.parts[index].findings = []
    }
    result.outcomes.sort { $0.rule.id < $1.rule.id }
    return result
  }

  /// Takes rules until none is left.
  private func judge(_ queue: WorkQueue<Rule>, _ directory: EvidenceDirectory) throws -> Share {
    let runner = RuleRunner(
      project: settings.project, directory: directory, parameters: settings.ruleParameters, open: open)
    let builder = FindingBuilder(directory: directory, settings: settings, places: places, open: open)
    var share = Share()
    while let (position, rule) = queue.next() {
      diagnostics.progress("judging by \(rule.id)")
      var outcome = try share.timer.time("rule \(rule.id)", rows: \.judged) { try runner.run(rule) }
      let found = outcome.takeFindings()
      let findings =
        found.isEmpty
        ? [] : try share.timer.time("findings of \(rule.id)", rows: \.count) { try builder.findings(found, by: rule) }
      share.parts.append(Part(position: position, outcome: outcome, findings: findings))
    }
    return share
  }

  /// What the second thread has, which asks through a connection of its own.
  private struct Helper: @unchecked Sendable {
    let judging: Judging
    let queue: WorkQueue<Rule>

    func judge() throws -> Share {
      try judging.session.readAlongside { try judging.judge(queue, $0) }
    }
  }
}
