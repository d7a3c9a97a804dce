import Foundation
import Testing

@testable import Judgement
@testable import Run

/// Whether the cases hold each condition of each rule in its place: a query with one condition changed must make at
/// least one case of its rule come out otherwise. Of twenty such mutants one may survive, if `survivors.yaml` says why.
@Suite struct MutationTests {
  @Test(arguments: try RulesUnderTest.ids())
  func everyUnlistedMutantIsCaught(rule id: String) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    let mutants = SQLMutant.all(of: rule)
    let survivors = try Self.survivors(of: rule, among: mutants)
    let found = Set(survivors.map(\.change))
    let listed = Set(try Survivor.all.get().filter { $0.rule == id }.map(\.change))
    #expect((mutants.count - listed.count) * 100 >= mutants.count * 95, "\(listed.count) of \(mutants.count) survive")
    for mutant in survivors where !listed.contains(mutant.change) {
      Issue.record("no case of \(id) notices, in line \(mutant.line): \(mutant.change)")
    }
    for change in listed.subtracting(found).sorted() {
      Issue.record("survivors.yaml lists what does not survive in \(id): \(change)")
    }
  }

  /// The mutants of a rule that none of its cases tells from the rule.
  private static func survivors(of rule: Rule, among mutants: [SQLMutant]) throws -> [SQLMutant] {
    let runner = RuleCaseRunner(rule: rule)
    var alive = mutants
    // Also once no mutant is left: `RuleCaseTests` leaves it to this test to run the cases as they stand. The last
    // cases first: they tell more mutants apart, and what one has caught no other runs.
    for ruleCase in try rule.cases().reversed() {
      alive = try runner.withEvidence(of: ruleCase, variant: .plain) { evidence in
        // A case that the rule itself fails would seem to catch every mutant.
        let difference = runner.difference(of: try evidence.rows(of: rule), from: ruleCase, variant: .plain)
        #expect(difference == nil, "\(rule.id), line \(ruleCase.line)")
        return try alive.filter { mutant in
          var mutated = rule
          mutated.sql = mutant.sql
          do {
            return runner.difference(of: try evidence.rows(of: mutated), from: ruleCase, variant: .plain) == nil
          } catch is RuleFailure {
            // A query that does not run, or whose row is none, is noticed by whoever runs it.
            return false
          }
        }
      }
    }
    return alive
  }
}
