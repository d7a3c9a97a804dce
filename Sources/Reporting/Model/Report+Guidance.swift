extension Report {
  /// What a rule is for and what to do about its findings, from the rule's metadata.
  package struct Guidance: Hashable, Sendable {
    package struct Reason: Hashable, Sendable {
      package var reason: String
      /// A sentence in which `{object}`, `{due_at}`, `{at}` and `{detail}` stand for values.
      package var message: String
      package var remediation: String

      package init(reason: String, message: String, remediation: String) {
        self.reason = reason
        self.message = message
        self.remediation = remediation
      }
    }

    package var rationale: String
    /// In order of reason.
    package var reasons: [Reason]
    /// Ids of the requirements that the rule checks: `gdpr/7`.
    package var requirements: [String]
    /// When the rule is in force, in words; nil for always.
    package var period: String?

    package init(rationale: String, reasons: [Reason], requirements: [String], period: String? = nil) {
      self.rationale = rationale
      self.reasons = reasons
      self.requirements = requirements
      self.period = period
    }

    /// What to do, by reason.
    var remedies: [String: String] {
      Dictionary(reasons.map { ($0.reason, $0.remediation) }) { first, _ in first }
    }
  }
}
