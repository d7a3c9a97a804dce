import Foundation
import Testing

@testable import Evidence
@testable import Judgement
@testable import Run

/// A verdict about one person rests on no record of anybody who shares no name with them, not even through others, and
/// a verdict about the whole on the sums and witnesses of all: in the cases of all rules, groups of people who share
/// names come apart to the verdicts to which they come together.
@Suite struct PeopleApartTests {
  @Test(arguments: try RulesUnderTest.ids()) func groupsComeToTheSameVerdicts(rule id: String) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    for ruleCase in try rule.cases() where rule.metadata.witnesses != nil || ruleCase.expected.count > 1 {
      do {
        guard let rows = try rows(of: rule, ruleCase) else { continue }
        if let difference = RuleCaseRunner(rule: rule).difference(of: rows, from: ruleCase, variant: .plain) {
          Issue.record("\(id): \(ruleCase.name): lacks \(difference.missing), has \(difference.unexpected)")
        }
      } catch let error as UserError {
        Issue.record("\(id): \(ruleCase.name): \(error)")
      }
    }
  }

  /// - Returns: what the rule says in all parts, and of their witnesses; nil where there is one part alone.
  private func rows(of rule: Rule, _ ruleCase: RuleCase) throws -> [RuleCase.Expectation]? {
    try TemporaryFolder.with { folder in
      let parts = try CaseInParts(ruleCase, in: folder)
      guard parts.groups.count > 1 else { return nil }
      return try RuleCaseRunner(rule: rule).withEvidence(of: ruleCase, variant: .plain) { whole in
        let facts = try WholeFacts(whole.session.database)
        let rule = try whole.configured(rule)
        var rows: [RuleCase.Expectation] = []
        var witnesses: [Witness] = []
        try parts.forEachGroup(facts) { part in
          let runner = try part.runner(extent: .part)
          if !rule.isOfTheWhole { rows += try part.rows(runner.judgements(of: rule)) }
          if let failure = try runner.witnesses(of: rule, { witnesses.append($0) }) { throw failure }
        }
        guard rule.isOfTheWhole || rule.judgesNobodyAsAWhole else { return rows }
        return try rows + WholeStand(whole).rows(of: rule, over: witnesses)
      }
    }
  }
}

/// The facts of a case as a whole, with witnesses in place of its records.
struct WholeStand {
  private let evidence: CaseEvidence
  private let stand: WitnessStand
  private let runner: RuleRunner

  init(_ evidence: CaseEvidence) throws {
    self.evidence = evidence
    let directory = try EvidenceDirectory(evidence.session)
    stand = try WitnessStand(directory)
    runner = try evidence.runner(directory, extent: .witnesses)
  }

  func rows(of rule: Rule, over witnesses: [Witness]) throws -> [RuleCase.Expectation] {
    for witness in witnesses { try stand.add(witness, of: rule) }
    let rows = try evidence.rows(runner.judgements(of: rule))
    try stand.clear()
    return rows
  }
}
