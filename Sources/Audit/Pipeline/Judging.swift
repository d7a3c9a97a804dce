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
  }

  /// What one rule came to.
  private struct Part: Sendable {
    var outcome: RuleOutcome
    var findings: [Report.Finding]
  }

  let session: EvidenceSession
  let settings: AuditSettings
  let places: PlaceNames
  let open: [String: OpenFinding]
  let diagnostics: Diagnostics

  /// - Parameter busy: what keeps the second thread until it may judge as well.
  func judge(
    by rules: [Rule], directory: EvidenceDirectory, after busy: Background<AccountProducts.Result>, timer: inout PassTimer
  ) throws -> Result {
    // In the report's order, the most severe first.
    let rules = rules.sorted { $0.severity != $1.severity ? $0.severity > $1.severity : $0.id < $1.id }
    let queue = Queue(rules)
    var second: Background<PassTimer>?
    if settings.usesThreads {
      let helper = Helper(judging: self, queue: queue)
      second = Background {
        _ = try busy.value()
        return try helper.judge()
      }
    }
    do {
      try judge(queue, RuleRunner.Evidence(session, directory), timer: &timer)
    } catch {
      queue.cancel()
      _ = try? second?.value()
      throw error
    }
    if let second { timer.add(try second.value()) }
    diagnostics.progress(nil)
    var result = Result()
    for part in queue.takeParts() {
      if let failure = part.outcome.failure {
        diagnostics.warning("the rule \(part.outcome.rule.id) was not evaluated: \(failure)")
      }
      result.outcomes.append(part.outcome)
      // No more than is needed: 100,000 findings take 30 MB.
      result.findings.reserveCapacity(result.findings.count + part.findings.count)
      result.findings += part.findings
    }
    result.outcomes.sort { $0.rule.id < $1.rule.id }
    return result
  }

  /// Takes rules until none is left.
  private func judge(_ queue: Queue, _ evidence: RuleRunner.Evidence, timer: inout PassTimer) throws {
    let runner = RuleRunner(evidence, parameters: settings.ruleParameters, open: open)
    let builder = FindingBuilder(directory: evidence.directory, settings: settings, places: places, open: open)
    while let (position, rule) = queue.next() {
      diagnostics.progress("judging by \(rule.id)")
      var outcome = try timer.time("rule \(rule.id)", rows: \.judged) { try runner.run(rule) }
      let found = outcome.takeFindings()
      let findings =
        found.isEmpty
        ? [] : try timer.time("findings of \(rule.id)", rows: \.count) { try builder.findings(found, by: rule) }
      queue.put(Part(outcome: outcome, findings: findings), at: position)
    }
  }

  /// What the second thread has, which asks through a connection of its own.
  private struct Helper: @unchecked Sendable {
    let judging: Judging
    let queue: Queue

    func judge() throws -> PassTimer {
      var timer = PassTimer()
      try judging.session.readAlongside { directory, database in
        try judging.judge(
          queue, RuleRunner.Evidence(judging.session, directory, database: database), timer: &timer)
      }
      return timer
    }
  }

  /// The rules that nobody has taken yet, and what the others came to.
  private final class Queue: @unchecked Sendable {
    private let lock = NSLock()
    private let rules: [Rule]
    private var taken = 0
    private var parts: [Part?]

    init(_ rules: [Rule]) {
      self.rules = rules
      parts = Array(repeating: nil, count: rules.count)
    }

    func next() -> (position: Int, rule: Rule)? {
      lock.withLock {
        guard taken < rules.count else { return nil }
        taken += 1
        return (taken - 1, rules[taken - 1])
      }
    }

    func put(_ part: Part, at position: Int) {
      lock.withLock { parts[position] = part }
    }

    /// Leaves nothing to take.
    func cancel() {
      lock.withLock { taken = rules.count }
    }

    func takeParts() -> [Part] {
      lock.withLock {
        defer { parts = [] }
        return parts.compactMap { $0 }
      }
    }
  }
}
