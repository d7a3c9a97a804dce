import Testing

@testable import Judgement
@testable import Run

/// The mutants of a rule that none of its cases has told from the rule yet. A query with one condition changed must
/// make at least one case of its rule come out otherwise. Of twenty such mutants one may survive, if `survivors.yaml`
/// says why.
struct LivingMutants {
  private let rule: Rule
  private let runner: RuleCaseRunner
  private let count: Int
  private var alive: [(mutant: SQLMutant, rule: Rule)]

  init(of rule: Rule) {
    self.rule = rule
    runner = RuleCaseRunner(rule: rule)
    alive = SQLMutant.all(of: rule).map { mutant in
      var mutated = rule
      mutated.sql = RuleSQL(mutant.sql)
      return (mutant, mutated)
    }
    count = alive.count
  }

  mutating func run(_ ruleCase: RuleCase, on evidence: CaseEvidence) throws {
    alive = try alive.filter { _, mutated in
      do {
        return runner.difference(of: try evidence.rows(of: mutated), from: ruleCase, variant: .plain) == nil
      } catch is RuleFailure {
        // A query that does not run, or whose row is none, is noticed by whoever runs it.
        return false
      }
    }
  }

  /// Records an issue for each survivor that is not listed, for each that is listed and none, and where too many are.
  ///
  /// - Returns: whether there was none.
  func areListed() throws -> Bool {
    let listed = try Survivor.changes(of: rule.id).count
    let areFew = (count - listed) * 100 >= count * 95
    #expect(areFew, "\(listed) of \(count) survive")
    return try Survivor.areListed(alive.map(\.mutant), of: rule.id) && areFew
  }
}
