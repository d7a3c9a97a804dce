extension Report {
  /// A law or a company's terms, with its requirements in their own order.
  package struct Framework: Hashable, Sendable {
    /// The first part of its requirements' ids: `gdpr`.
    package var name: String
    package var title: String
    package var url: String
    package var requirements: [Requirement]

    package init(name: String, title: String, url: String, requirements: [Requirement]) {
      self.name = name
      self.title = title
      self.url = url
      self.requirements = requirements
    }
  }

  package struct Requirement: Hashable, Sendable {
    package var id: String
    package var text: String
    package var state: RequirementState
    /// Ids of the enabled rules that check it; empty where none does.
    package var rules: [String]
    /// Ids of the disabled rules that would check it. Not in `report.json`.
    package var disabled: [String]

    package init(id: String, text: String, state: RequirementState, rules: [String], disabled: [String] = []) {
      self.id = id
      self.text = text
      self.state = state
      self.rules = rules
      self.disabled = disabled
    }
  }

  package enum RequirementState: String, CaseIterable, Sendable {
    /// Every rule was evaluated, with neither failures, waived ones among them, nor inconclusive verdicts.
    case met
    /// A rule has a failing finding that is not waived.
    case violated
    case unproven
    /// No rule checks it, and no disabled one would.
    case notCovered = "not-covered"

    /// - Parameters:
    ///   - rules: those that check the requirement.
    ///   - failing: ids of rules with a failing finding that is not waived.
    ///   - lacksRules: whether disabled rules would check it as well: what they look for, nobody looked for.
    package init(of rules: [Rule], failing: Set<String>, lacksRules: Bool) {
      if rules.contains(where: { failing.contains($0.id) }) {
        self = .violated
      } else if lacksRules {
        self = .unproven
      } else if rules.isEmpty {
        self = .notCovered
      } else {
        self = rules.allSatisfy(\.isMet) ? .met : .unproven
      }
    }
  }
}

extension Report {
  /// Of the limit that names disabled rules.
  package static let disabledCode = "rules-disabled"
}

extension Report.Rule {
  /// Whether it was evaluated, with neither failures, waived ones among them, nor inconclusive verdicts.
  var isMet: Bool { evaluated && counts.fail == 0 && counts.inconclusive == 0 && counts.waived == 0 }
}
