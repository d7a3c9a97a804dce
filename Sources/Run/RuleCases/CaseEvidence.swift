import Evidence
import Judgement
import Storage
import Timestamps
import Vocabulary

/// The evidence of a case's last night, to be judged by any number of queries.
struct CaseEvidence {
  let session: EvidenceSession
  let settings: AuditSettings
  let variant: CaseVariant

  /// Every row that a rule answers, passes included, as a case expects it.
  ///
  /// - Throws: `RuleFailure`.
  func rows(of rule: Rule) throws -> [RuleCase.Expectation] {
    try rows(runner().judgements(of: configured(rule)))
  }

  /// The rule with the parameters that the case's configuration sets for it alone.
  func configured(_ rule: Rule) throws -> Rule {
    try rule.with(settings.configuration.ruleParameters[rule.id] ?? [:])
  }

  /// Judgements as a case expects them.
  func rows(_ judgements: [IdentifiedJudgement]) throws -> [RuleCase.Expectation] {
    let files = try files()
    return judgements.map { row in
      RuleCase.Expectation(
        subject: row.subject.uid ?? row.subject.appleSub ?? row.subject.email,
        object: row.judgement.object.map(variant.originalName),
        verdict: row.judgement.verdict.rawValue,
        reason: row.judgement.reason,
        dueAt: row.judgement.dueAt?.rfc3339, at: row.judgement.at?.rfc3339, detail: row.judgement.detail,
        discriminator: row.judgement.discriminator ?? "",
        evidence: files.map { files in
          row.judgement.evidence.map { "\(files[$0.source] ?? "?") \($0.number)" }
        })
    }.filter { $0.subject != CaseVariant.unrelatedUID }
  }

  /// - Parameters:
  ///   - directory: of the session; one of its own where it is nil.
  ///   - extent: of the evidence.
  func runner(_ directory: EvidenceDirectory? = nil, extent: RuleRunner.Extent = .everybody) throws -> RuleRunner {
    RuleRunner(
      project: settings.project, directory: try directory ?? EvidenceDirectory(session),
      parameters: settings.ruleParameters, timeLimit: settings.configuration.ruleTimeLimit, extent: extent)
  }

  /// The inputs' names by ordinal; nil in the variants in which records stand elsewhere.
  private func files() throws -> [SourceOrdinal: String]? {
    guard variant.keepsPlaces else { return nil }
    let names = try session.database.all(sql: "SELECT source, path FROM source") { row in
      (SourceOrdinal(row.integer(0)), String(row.text(1).prefix { $0 != "." }))
    }
    return Dictionary(uniqueKeysWithValues: names)
  }
}
