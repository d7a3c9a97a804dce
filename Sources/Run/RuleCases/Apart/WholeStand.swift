import Evidence
import Judgement

/// The facts of a case as a whole, with witnesses in place of its records.
struct WholeStand {
  private let evidence: CaseEvidence
  private let stand: WitnessStand
  private let runner: RuleRunner

  /// - Parameter evidence: of the whole; its records are out of reach from here on.
  init(_ evidence: CaseEvidence) throws {
    self.evidence = evidence
    let directory = try EvidenceDirectory(evidence.session)
    stand = try WitnessStand(directory)
    runner = try evidence.runner(directory, extent: .witnesses)
  }

  /// What the rule says over the witnesses.
  ///
  /// - Throws: `RuleFailure`, `UnknownWitness`.
  func rows(of rule: Rule, over witnesses: [Witness]) throws -> [RuleCase.Expectation] {
    for witness in witnesses { try stand.add(witness, of: rule) }
    let rows = try evidence.rows(runner.judgements(of: rule))
    try stand.clear()
    return rows
  }
}
