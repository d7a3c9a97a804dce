import Evidence
import Judgement
import Reporting
import Vocabulary

extension ReportBuilder {
  /// In order of id.
  func rules(findings: [Report.Finding]) -> [Report.Rule] {
    let occurring = Dictionary(grouping: findings, by: \.rule).mapValues { Set($0.map(\.reason)) }
    let waived = Dictionary(grouping: findings.filter { $0.waiver != nil }, by: \.rule).mapValues(\.count)
    return outcomes.map { outcome in
      Report.Rule(
        id: outcome.rule.id, title: outcome.rule.metadata.title, severity: outcome.rule.severity,
        evaluated: outcome.failure == nil,
        counts: Report.Counts(
          pass: outcome.counts[.pass] ?? 0, fail: outcome.counts[.fail] ?? 0,
          inconclusive: outcome.counts[.inconclusive] ?? 0, pending: outcome.counts[.pending] ?? 0,
          manual: outcome.counts[.manual] ?? 0, waived: waived[outcome.rule.id] ?? 0),
        guidance: Report.Guidance(outcome.rule.metadata, occurring: occurring[outcome.rule.id] ?? []))
    }
  }
}

extension Report.Guidance {
  /// - Parameter occurring: the reasons of the rule's findings. One that all rules share is shown only where it occurs.
  init(_ metadata: RuleMetadata, occurring: Set<String>) {
    let shown = metadata.allReasons.filter { metadata.reasons[$0.key] != nil || occurring.contains($0.key) }
    self.init(
      rationale: metadata.rationale,
      reasons: shown.sorted { $0.key < $1.key }.map {
        Reason(reason: $0.key, message: $0.value.message, remediation: $0.value.remediation)
      },
      requirements: metadata.frameworks, period: metadata.period)
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
