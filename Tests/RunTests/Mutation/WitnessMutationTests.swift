import Evidence
import Testing

@testable import Judgement
@testable import Run

/// Whether the cases hold each condition of the queries of witnesses: with one changed, the verdicts over the witnesses
/// of at least one case come out otherwise, or `survivors.yaml` says why not. A query that answers more rows than it
/// has to comes to the same verdicts.
@Suite struct WitnessMutationTests {
  @Test(arguments: try RulesUnderTest.ids()) func everyUnlistedMutantIsCaught(rule id: String) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    guard try !RuleRecord.has(rule, .witnesses) else { return }
    var areListed = true
    for query in rule.witnessQueries {
      let name = "\(id) \(query.view.name)"
      let mutants =
        SQLMutant.all(of: query.sql.text, firstLine: query.firstLine)
        + SQLMutant.withoutParts(of: query.sql.text, firstLine: query.firstLine)
      let survivors = try Self.survivors(of: query, of: rule, among: mutants)
      areListed = try Survivor.areListed(survivors, of: name) && areListed
    }
    if areListed { try RuleRecord.add(rule, .witnesses) }
  }

  private static func survivors(
    of query: RuleWitnesses.Query, of rule: Rule, among mutants: [SQLMutant]
  ) throws -> [SQLMutant] {
    var alive = mutants.map { (mutant: $0, sql: RuleSQL($0.sql)) }
    // As in `PlainCaseTests`, from the last.
    for ruleCase in try rule.cases().reversed() where !alive.isEmpty {
      alive = try TemporaryFolder.with { folder in
        let parts = try CaseInParts(ruleCase, in: folder)
        let runner = RuleCaseRunner(rule: rule)
        return try runner.withEvidence(ofWhole: ruleCase) { whole, sums in
          let rule = try whole.configured(rule)
          let rules = alive.map { rule.with($0.sql, of: query) }
          // Nil where a query cannot be run, which whoever runs it notices.
          var witnesses: [[Witness]?] = rules.map { _ in [] }
          var rows: [RuleCase.Expectation] = []
          try parts.forEachGroup(sums) { part in
            let runner = try part.runner(extent: .part)
            if !rule.isOfTheWhole { rows += try part.rows(runner.judgements(of: rule)) }
            for (index, mutated) in rules.enumerated() where witnesses[index] != nil {
              if try runner.witnesses(of: mutated, { witnesses[index]?.append($0) }) != nil { witnesses[index] = nil }
            }
          }
          let stand = try WholeStand(whole)
          return try alive.indices.filter { index in
            guard let witnesses = witnesses[index] else { return false }
            let said = try rows + stand.rows(of: rule, over: witnesses)
            return runner.difference(of: said, from: ruleCase, variant: .plain) == nil
          }.map { alive[$0] }
        }
      }
    }
    return alive.map(\.mutant)
  }
}

extension Rule {
  /// The same rule with another query of witnesses.
  fileprivate func with(_ sql: RuleSQL, of query: RuleWitnesses.Query) -> Rule {
    var rule = self
    let index = witnessQueries.firstIndex { $0.view.name == query.view.name }
    if let index { rule.metadata.witnesses?.queries[index].sql = sql }
    return rule
  }
}
