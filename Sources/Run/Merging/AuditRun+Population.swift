import Evidence
import History
import Judgement
import Reporting
import Vocabulary

extension AuditRun {
  /// Judges the population, and records about nobody, over the sums and the witnesses of the parts, and adds that to what
  /// the parts say of people.
  func judgePopulation(
    _ parts: Parts, _ directory: EvidenceDirectory, _ places: PlaceNames, _ nights: Nights,
    into judged: inout Judging.Result
  ) throws {
    let stand = try WitnessStand(directory)
    let runner = RuleRunner(
      project: settings.project, directory: directory, parameters: settings.ruleParameters,
      watched: try nights.watched(in: session),
      timeLimit: settings.configuration.ruleTimeLimit, extent: .witnesses)
    let builder = FindingBuilder(
      directory: directory, settings: settings, run: id, places: places, open: nights.before.open)
    var findings = FindingArray.Builder(sorts: true)
    var failed: Set<String> = []
    for finding in judged.findings { try findings.append(finding) }
    var ofPeople = Dictionary(judged.outcomes.map { ($0.rule.id, $0) }) { first, _ in first }
    for rule in rules.rules where rule.isJudgedByWitnesses {
      let people = ofPeople.removeValue(forKey: rule.id)
      var outcome = RuleOutcome(rule: rule, failure: parts.outcomes[rule.id]?.failure)
      if outcome.failure == nil {
        try parts.each(.witness) { reader, line, _ in
          let witness: Witness = try reader.decode(line)
          if witness.rule == rule.id { try stand.add(witness, of: rule) }
        }
        directory.toldSummaries.merge(parts.sums.summaries) { told, _ in told }
        outcome = try runner.identify(runner.judge(rule)) { try findings.append(builder.finding($0, by: rule)) }
        try stand.clear()
        if let people { outcome.add(people) }
      }
      if outcome.failure != nil { failed.insert(rule.id) }
      ofPeople[rule.id] = outcome
    }
    judged.outcomes = ofPeople.values.sorted { $0.rule.id < $1.rule.id }
    for outcome in judged.outcomes {
      if let failure = outcome.failure {
        diagnostics.warning("the rule \(outcome.rule.id) was not evaluated: \(failure)")
      }
    }
    judged.findings = try findings.finish()
    // What is said of nobody was judged last, and what is said of people by the same rule counts no more.
    judged.findings.removeAll { failed.contains($0.rule) }
  }
}

extension Rule {
  /// Whether `merge` judges by it, alone or after the parts.
  var isJudgedByWitnesses: Bool { isOfTheWhole || judgesNobodyAsAWhole }
}

extension RuleOutcome {
  /// - Parameter other: what the same rule said of others.
  fileprivate mutating func add(_ other: RuleOutcome) {
    counts.merge(other.counts, uniquingKeysWith: +)
    passed = FindingIDs(passed.all + other.passed.all)
    failure = failure ?? other.failure
  }
}
