package import Timestamps

/// The accounts with a relay address, or anonymized, as the page shows them: there may be a million.
package struct FlaggedAccounts: Sendable {
  /// How many of them the page itself has; all are in `flagged-accounts.csv`.
  package static let shown = 200

  package var count: Int
  /// In order of uid.
  package var first: [FlaggedAccount]

  package init(count: Int, first: [FlaggedAccount]) {
    self.count = count
    self.first = first
  }
}

package struct FlaggedAccount: Hashable, Sendable {
  package var uid: String
  package var email: String?
  package var relayDomain: String?
  /// With spaces between.
  package var providers: String
  package var firstSeen: Timestamp

  package init(uid: String, email: String?, relayDomain: String?, providers: String, firstSeen: Timestamp) {
    self.uid = uid
    self.email = email
    self.relayDomain = relayDomain
    self.providers = providers
    self.firstSeen = firstSeen
  }
}

/// What the HTML report says of a rule beside its counts; it comes from the rule's metadata.
package struct RuleText: Hashable, Sendable {
  package var rationale: String
  /// What to do, by reason.
  package var remediation: [String: String]
  package var frameworks: [String]

  package init(rationale: String, remediation: [String: String], frameworks: [String]) {
    self.rationale = rationale
    self.remediation = remediation
    self.frameworks = frameworks
  }
}
