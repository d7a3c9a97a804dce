import Testing

@testable import Judgement
@testable import Run

/// Each case of each built-in rule as it stands. To load the evidence takes most of the time, so one test does all that
/// needs it.
@Suite struct PlainCaseTests {
  /// - The rule comes to what the case expects.
  /// - No two of its judgements share an id.
  /// - Some case of the rule tells each of its mutants from it (`LivingMutants`), where that is not on record.
  /// - DuckDB comes to the same rows (`DuckDBComparison`), where that is not on record.
  @Test(arguments: try RulesUnderTest.ids())
  func comesOutAsExpectedAndHoldsTheRule(rule id: String) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    let runner = RuleCaseRunner(rule: rule)
    var mutants = try RuleRecord.has(rule, .judgements) ? nil : LivingMutants(of: rule)
    let onDuckDB = try RuleRecord.has(rule, .duckdb) ? nil : DuckDBComparison(of: rule)
    defer { onDuckDB?.remove() }
    // The last cases first: they tell more mutants apart, and what one has caught no other runs.
    for ruleCase in try rule.cases().reversed() {
      try runner.withEvidence(of: ruleCase, variant: .plain) { evidence in
        let judgements = try evidence.runner().judgements(of: evidence.configured(rule))
        let difference = runner.difference(of: try evidence.rows(judgements), from: ruleCase, variant: .plain)
        #expect(difference == nil, "\(id), line \(ruleCase.line)")
        expectDistinctIDs(judgements, ruleCase)
        // A case that the rule itself fails would seem to catch every mutant.
        if difference == nil { try mutants?.run(ruleCase, on: evidence) }
        try onDuckDB?.add(ruleCase, on: evidence)
      }
    }
    if try mutants?.areListed() == true { try RuleRecord.add(rule, .judgements) }
    if try onDuckDB?.comesToTheSame() == true { try RuleRecord.add(rule, .duckdb) }
  }

  /// An id that depended on how many others of the subject and object there are would pass to another breach when one
  /// of them is mended, or comes late: a waiver or a resolution would be about the wrong one.
  private func expectDistinctIDs(_ judgements: [IdentifiedJudgement], _ ruleCase: RuleCase) {
    // Nobody's provider is called `name`.
    guard ruleCase.name != "A provider is called name, and consent to it was given again" else { return }
    let repeated = judgements.filter { $0.repetition > 0 }.map { $0.judgement.object ?? "-" }
    #expect(repeated.isEmpty, "\(ruleCase.name): findings of one id: \(repeated)")
  }
}
