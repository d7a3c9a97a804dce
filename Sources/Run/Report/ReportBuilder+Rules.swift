import Evidence
import Judgement
import Reporting
import Vocabulary

extension ReportBuilder {
  /// In order of id. Verdicts other than `pass` are counted from the findings, so that carried ones count and waived
  /// ones count once.
  func rules(_ sums: FindingSums) throws -> [Report.Rule] {
    let missing = Set(try directory.coverage().filter { !isUsable($0) }.map(\.kind))
    return outcomes.map { outcome in
      let (rule, found) = (outcome.rule, sums.byRule[outcome.rule.id] ?? FindingSums.OfRule())
      var counts = found.all
      counts.pass = outcome.counts[.pass] ?? 0
      let problem = problem(outcome, missing: missing)
      return Report.Rule(
        id: rule.id, title: rule.metadata.title, severity: rule.severity, evaluated: problem == nil,
        notEvaluated: problem, counts: counts,
        reasons: rule.metadata.shownReasons(occurring: Set(found.byReason.keys)).map {
          Report.Reason(
            reason: $0.key, message: $0.value.message, remediation: $0.value.remediation,
            counts: found.byReason[$0.key] ?? Report.Counts())
        },
        guidance: Report.Guidance(rule.metadata))
    }
  }

  /// Why a rule was not evaluated; nil where it was.
  private func problem(_ outcome: RuleOutcome, missing: Set<EvidenceKind>) -> String? {
    if let failure = outcome.failure { return "Its query failed: \(failure)" }
    let (needs, needsAny) = (outcome.rule.metadata.needs, outcome.rule.metadata.needsAny)
    let kinds = needs.filter(missing.contains).map { "`\($0.rawValue)`" }
    guard kinds.isEmpty else {
      return "It lacks evidence of kind \(kinds.joined(separator: " and "))."
    }
    let isMet = needsAny.contains { alternative in
      switch alternative {
      case .kind(let kind): !missing.contains(kind)
      case .history: session.canCompareAccounts
      }
    }
    guard !needsAny.isEmpty, !isMet else { return nil }
    let others = needsAny.compactMap { $0 == .history ? nil : "`\($0.name)`" }.joined(separator: " or ")
    let parts = [
      others.isEmpty ? nil : "evidence of kind \(others)",
      needsAny.contains(.history) ? "accounts of an earlier run" : nil,
    ]
    return "It lacks \(parts.compactMap { $0 }.joined(separator: " or "))."
  }
}

extension RuleMetadata {
  /// In order of name. One that all rules share is shown only where it occurs.
  fileprivate func shownReasons(occurring: Set<String>) -> [(key: String, value: Reason)] {
    allReasons.filter { reasons[$0.key] != nil || occurring.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
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
    let failing = Set(report.rules.lazy.filter { $0.counts.fail > 0 }.map(\.id))
    return frameworks.map { framework in
      Report.Framework(
        name: framework.name, title: framework.title, url: framework.url,
        requirements: framework.requirements.map { requirement in
          let ids = framework.rules(for: requirement, in: self).map(\.id)
          let disabled = framework.disabledRules(for: requirement, in: self).map(\.id)
          return Report.Requirement(
            id: requirement.id, text: requirement.text,
            state: Report.RequirementState(
              of: ids.compactMap { rules[$0] }, failing: failing, lacksRules: !disabled.isEmpty),
            rules: ids, disabled: disabled)
        })
    }
  }
}
