extension Report {
  /// What a rule is for, from the rule's metadata.
  package struct Guidance: Hashable, Sendable {
    package var rationale: String
    /// Ids of the requirements that the rule checks: `gdpr/7`.
    package var requirements: [String]
    /// When the rule is in force, in words; nil for always.
    package var period: String?

    package init(rationale: String, requirements: [String], period: String? = nil) {
      self.rationale = rationale
      self.requirements = requirements
      self.period = period
    }
  }

  /// One reason that a rule gives for findings, what to do about them, and how many there are.
  package struct Reason: Hashable, Sendable {
    package var reason: String
    /// A sentence in which `{object}`, `{due_at}`, `{at}`, `{detail}` and names of parameters stand for values.
    package var message: String
    package var remediation: String
    /// Zero in version 1.
    package var counts: Counts

    package init(reason: String, message: String, remediation: String, counts: Counts = Counts()) {
      self.reason = reason
      self.message = message
      self.remediation = remediation
      self.counts = counts
    }
  }
}

extension Report.Rule {
  /// What to do, by reason.
  var remedies: [String: String] {
    Dictionary(reasons.map { ($0.reason, $0.remediation) }) { first, _ in first }
  }
}
