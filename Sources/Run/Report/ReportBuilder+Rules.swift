import Evidence
import Judgement
import Reporting
import Vocabulary

extension ReportBuilder {
  /// In order of id.
  func rules(findings: [Report.Finding]) -> [Report.Rule] {
    let waived = Dictionary(grouping: findings.filter { $0.waiver != nil }, by: \.rule).mapValues(\.count)
    return outcomes.map { outcome in
      Report.Rule(
        id: outcome.rule.id, title: outcome.rule.metadata.title, severity: outcome.rule.severity,
        evaluated: outcome.failure == nil,
        counts: Report.Counts(
          pass: outcome.counts[.pass] ?? 0, fail: outcome.counts[.fail] ?? 0,
          inconclusive: outcome.counts[.inconclusive] ?? 0, pending: outcome.counts[.pending] ?? 0,
          manual: outcome.counts[.manual] ?? 0, waived: waived[outcome.rule.id] ?? 0),
        reasons: outcome.rule.metadata.reasons.sorted { $0.key < $1.key }.map {
          Report.Reason(reason: $0.key, message: $0.value.message, remediation: $0.value.remediation)
        },
        guidance: Report.Guidance(outcome.rule.metadata))
    }
  }
}

extension Report.Guidance {
  init(_ metadata: RuleMetadata) {
    self.init(rationale: metadata.rationale, requirements: metadata.frameworks, period: metadata.period)
  }
}

extension RuleBook {
  /// The frameworks of the book, with the state of each requirement in a report.
  func frameworks(for report: Report) -> [Report.Framework] {
    let rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
    let failing = Set(report.findings.lazy.filter { $0.verdict == .fail && $0.waiver == nil }.map(\.rule))
    let withoutEvidence = Set(report.coverage.flatMap(\.rulesNotEvaluated))
    return frameworks.map { framework in
      Report.Framework(
        name: framework.name, title: framework.title, url: framework.url,
        requirements: framework.requirements.map { requirement in
          let ids = framework.rules(for: requirement, in: self).map(\.id)
          return Report.Requirement(
            id: requirement.id, text: requirement.text,
            state: Report.RequirementState(
              of: ids.compactMap { rules[$0] }, failing: failing, withoutEvidence: withoutEvidence),
            rules: ids)
        })
    }
  }
}
