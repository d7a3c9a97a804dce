import Evidence
import Judgement

extension RuleCaseRunner {
  /// What the rule says where people who share no name, not even through others, are judged apart, as in shards.
  ///
  /// - Returns: nil where all people of the case share names, so that nothing can come apart.
  /// - Throws: `UserError`, `ConfigurationError`, `RuleFailure`.
  func rowsOfPeopleApart(_ ruleCase: RuleCase) throws -> [RuleCase.Expectation]? {
    try TemporaryFolder.with { folder in
      let parts = try CaseInParts(ruleCase, in: folder)
      guard parts.groups.count > 1 else { return nil }
      return try withEvidence(ofWhole: ruleCase) { whole, sums in
        let rule = try whole.configured(rule)
        var rows: [RuleCase.Expectation] = []
        var witnesses: [Witness] = []
        try parts.forEachGroup(sums) { part in
          let runner = try part.runner(extent: .part)
          if !rule.isOfTheWhole { rows += try part.rows(runner.judgements(of: rule)) }
          if let failure = try runner.witnesses(of: rule, { witnesses.append($0) }) { throw failure }
        }
        guard rule.isOfTheWhole || rule.judgesNobodyAsAWhole else { return rows }
        return try rows + WholeStand(whole).rows(of: rule, over: witnesses)
      }
    }
  }

  /// Audits the nights of all people together, and hands the last one's evidence to `body`, with the sums of each
  /// night.
  ///
  /// - Throws: as `withEvidence`.
  func withEvidence<Result>(
    ofWhole ruleCase: RuleCase, _ body: (CaseEvidence, [EvidenceSums]) throws -> Result
  ) throws -> Result {
    var sums: [EvidenceSums] = []
    func note(_ night: CaseEvidence) throws {
      sums.append(try night.session.ownSums(EvidenceDirectory(night.session)))
    }
    return try withEvidence(of: ruleCase, variant: .apart, earlier: note) { whole in
      try note(whole)
      return try body(whole, sums)
    }
  }
}
