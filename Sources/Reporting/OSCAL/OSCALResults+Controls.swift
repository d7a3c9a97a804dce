import Vocabulary

/// The controls, and whether the rules find them satisfied.
extension OSCALResults {
  /// The requirements that rules check, a selection for each framework.
  func reviewedControls(_ writer: inout JSONWriter) {
    let frameworks = report.frameworks.filter { $0.requirements.contains { !$0.rules.isEmpty } }
    writer.key("reviewed-controls") {
      $0.object { writer in
        writer.key("control-selections") { writer in
          // Without frameworks, as in some reports of the first edition, all that the rules ask was reviewed.
          guard !frameworks.isEmpty else {
            return writer.array(["all"]) { writer, _ in writer.object { $0.key("include-all") { $0.object { _ in } } } }
          }
          writer.array(frameworks) { selection(of: $1, &$0) }
        }
        let uncovered = report.frameworks.flatMap(\.requirements).filter(\.rules.isEmpty)
        let remarks = [
          ("No rule checks", uncovered.filter(\.disabled.isEmpty)),
          ("The configuration disables all rules that check", uncovered.filter { !$0.disabled.isEmpty }),
        ].compactMap { words, requirements in
          requirements.isEmpty ? nil : "\(words) \(requirements.map(\.id).joined(separator: ", "))."
        }
        guard !remarks.isEmpty else { return }
        writer.key("remarks", remarks.joined(separator: " "))
      }
    }
  }

  private func selection(of framework: Report.Framework, _ writer: inout JSONWriter) {
    let covered = framework.requirements.filter { !$0.rules.isEmpty }
    writer.object { writer in
      writer.key("description", framework.title)
      writer.properties(
        covered.map { OSCALProperty("state", $0.state.rawValue, tag: OSCALText.token($0.id)) })
      writer.key("include-controls") {
        $0.array(covered) { writer, requirement in
          writer.object { $0.key("control-id", OSCALText.token(requirement.id)) }
        }
      }
      writer.key("remarks", covered.map { "- \($0.id): \($0.text)" }.joined(separator: "\n"))
    }
  }

  /// One finding for each rule: whether its objective is satisfied.
  func findings(_ writer: inout JSONWriter) {
    let failing = report.failingRules
    let observed = Dictionary(grouping: shown, by: \.rule)
    writer.key("findings") {
      $0.array(report.rules) { writer, rule in
        writer.object { writer in
          writer.key("uuid", identity.uuid("rule/\(rule.id)"))
          writer.key("title", OSCALText.line(rule.title) ?? OSCALText.token(rule.id))
          writer.key("description", rule.guidance?.rationale ?? rule.title)
          writer.properties(
            [OSCALProperty("rule", rule.id), OSCALProperty("severity", rule.severity.rawValue)]
              + counts(of: rule)
              + (requirements[rule.id] ?? []).map { OSCALProperty("requirement", $0.requirement.id) })
          target(rule, isFailing: failing.contains(rule.id), &writer)
          let observations = observed[rule.id] ?? []
          guard !observations.isEmpty else { return }
          writer.key("related-observations") {
            $0.array(observations) { writer, finding in
              writer.object { $0.key("observation-uuid", identity.uuid(finding.id)) }
            }
          }
        }
      }
    }
  }

  private func counts(of rule: Report.Rule) -> [OSCALProperty?] {
    [
      OSCALProperty("pass", rule.counts.pass), OSCALProperty("fail", rule.counts.fail),
      OSCALProperty("inconclusive", rule.counts.inconclusive), OSCALProperty("pending", rule.counts.pending),
      OSCALProperty("manual", rule.counts.manual), OSCALProperty("waived", rule.counts.waived),
    ]
  }

  /// Satisfied only where all evidence was there and nothing fails, not even waived: as requirements are met.
  private func target(_ rule: Report.Rule, isFailing: Bool, _ writer: inout JSONWriter) {
    writer.key("target") {
      $0.object { writer in
        writer.key("type", "objective-id")
        writer.key("target-id", OSCALText.token(rule.id))
        writer.key("status") {
          $0.object { writer in
            writer.key("state", rule.isMet ? "satisfied" : "not-satisfied")
            writer.key("reason", rule.isMet ? "pass" : isFailing ? "fail" : "other")
            guard !rule.isMet, !isFailing else { return }
            writer.key(
              "remarks",
              rule.evaluated
                ? "Findings are waived or inconclusive; none fails beside them."
                : rule.notEvaluated ?? "The rule was not evaluated.")
          }
        }
      }
    }
  }
}
