import Evidence

extension RuleRunner {
  /// What is wrong with a rule's query, told without any evidence: columns, parameters, what it may read, and its plan.
  package func problems(with rule: Rule) throws -> [RuleError] {
    let file = rule.isBuiltIn ? "rules/\(rule.id).sql" : rule.origin
    do {
      _ = try judgements(of: rule)
    } catch let failure as RuleFailure {
      return [
        RuleError(file: file, line: failure.line.map { $0 + rule.firstQueryLine - 1 }, problem: failure.problem)
      ]
    }
    return try QueryPlan.nestedScans(of: rule.sql, in: directory.database).map {
      RuleError(
        file: file, line: nil,
        problem:
          "for each of many rows it goes through a whole table again (\($0)); join by equality on `account` or another key"
      )
    }
  }
}
