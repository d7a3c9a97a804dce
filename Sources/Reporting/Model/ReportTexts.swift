/// What the HTML report says beside what was judged: of rules, and of what they are for.
package struct ReportTexts: Hashable, Sendable {
  /// By rule.
  package var rules: [String: RuleText]
  package var frameworks: [FrameworkText]

  package init(rules: [String: RuleText] = [:], frameworks: [FrameworkText] = []) {
    self.rules = rules
    self.frameworks = frameworks
  }
}

/// What the HTML report says of a rule beside its counts; it comes from the rule's metadata.
package struct RuleText: Hashable, Sendable {
  package var rationale: String
  /// What to do, by reason.
  package var remediation: [String: String]
  package var frameworks: [String]
  /// When the rule is in force, in words; nil for always.
  package var period: String?

  package init(rationale: String, remediation: [String: String], frameworks: [String], period: String? = nil) {
    self.rationale = rationale
    self.remediation = remediation
    self.frameworks = frameworks
    self.period = period
  }
}

/// A law, or a company's terms, and which rules look at what it requires.
package struct FrameworkText: Hashable, Sendable {
  package struct Requirement: Hashable, Sendable {
    package var id: String
    package var text: String
    /// Ids of the rules in force; empty where none looks at it.
    package var rules: [String]

    package init(id: String, text: String, rules: [String]) {
      self.id = id
      self.text = text
      self.rules = rules
    }
  }

  package var title: String
  package var url: String
  package var requirements: [Requirement]

  package init(title: String, url: String, requirements: [Requirement]) {
    self.title = title
    self.url = url
    self.requirements = requirements
  }
}
