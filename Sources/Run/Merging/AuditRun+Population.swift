import Evidence
import History
import Judgement
import Reporting
import Vocabulary

extension AuditRun {
  /// Judges by the rules over the population, over the sums and the witnesses of the parts, and adds that to what the
  /// parts say of people.
  func judgePopulation(
    _ parts: Parts, _ directory: EvidenceDirectory, _ places: PlaceNames, _ nights: Nights,
    into judged: inout Judging.Result
  ) throws {
    let stand = try WitnessStand(directory)
    let runner = RuleRunner(
      project: settings.project, directory: directory, parameters: settings.ruleParameters,
      watched: try nights.baseline.watched(with: nights.before.open),
      timeLimit: settings.configuration.ruleTimeLimit)
    let builder = FindingBuilder(
      directory: directory, settings: settings, run: id, places: places, open: nights.before.open)
    var findings = FindingArray.Builder(sorts: true)
    for rule in rules.rules where rule.isOfTheWhole {
      var outcome = RuleOutcome(rule: rule, failure: parts.outcomes[rule.id]?.failure)
      if outcome.failure == nil {
        try parts.each(.witness) { reader, line, _ in
          let witness: Witness = try reader.decode(line)
          if witness.rule == rule.id { try stand.add(witness, of: rule) }
        }
        directory.toldSummaries.merge(parts.sums.summaries) { told, _ in told }
        outcome = try runner.identify(runner.judge(rule)) { try findings.append(builder.finding($0, by: rule)) }
        try stand.clear()
      }
      if let failure = outcome.failure { diagnostics.warning("the rule \(rule.id) was not evaluated: \(failure)") }
      judged.outcomes.append(outcome)
    }
    judged.outcomes.sort { $0.rule.id < $1.rule.id }
    for finding in judged.findings { try findings.append(finding) }
    judged.findings = try findings.finish()
  }
}
