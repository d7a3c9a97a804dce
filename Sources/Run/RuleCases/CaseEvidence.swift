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
    let files = try files()
    return try runner().judgements(of: rule.with(settings.configuration.ruleParameters[rule.id] ?? [:])).map { row in
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

  func runner() throws -> RuleRunner {
    RuleRunner(
      project: settings.project, directory: try EvidenceDirectory(session), parameters: settings.ruleParameters,
      timeLimit: settings.configuration.ruleTimeLimit)
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
