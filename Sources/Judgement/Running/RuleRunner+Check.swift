import Evidence

extension RuleRunner {
  /// What is wrong with a rule's queries, told without any evidence: columns, parameters, what they may read, and their
  /// plans.
  package func problems(with rule: Rule) throws -> [RuleError] {
    func error(_ failure: RuleFailure, from firstLine: Int) -> RuleError {
      RuleError(file: rule.file, line: failure.line.map { $0 + firstLine - 1 }, problem: failure.problem)
    }
    do {
      _ = try judgements(of: rule)
    } catch let failure as RuleFailure {
      return [error(failure, from: rule.firstQueryLine)]
    }
    var problems = try nestedScans(of: rule.sql, line: nil, rule)
    for query in rule.witnessQueries {
      do {
        _ = try rows(of: query, rule)
      } catch let failure as RuleFailure {
        problems.append(error(failure, from: query.firstLine))
        continue
      }
      if !rule.sql.tables.contains(query.view.name) {
        problems.append(
          RuleError(
            file: rule.file, line: query.firstLine,
            problem: "its query does not read `\(query.view.name)`, of which it has witnesses"))
      }
      problems += try nestedScans(of: query.sql, line: query.firstLine, rule)
    }
    return problems
  }

  private func nestedScans(of sql: RuleSQL, line: Int?, _ rule: Rule) throws -> [RuleError] {
    try QueryPlan.nestedScans(of: sql.text, in: directory.database).map {
      RuleError(
        file: rule.file, line: line,
        problem:
          "for each of many rows it goes through a whole table again (\($0)); join by equality on `account` or another key"
      )
    }
  }
}
