package import Timestamps

/// The accounts with a relay address, or anonymized, in order of uid, read one at a time: there may be a million.
package struct FlaggedAccounts {
  package let count: Int
  private let read: ((FlaggedAccount) throws -> Bool) throws -> Void

  /// `read` calls its argument for each account, and stops when it answers false.
  package init(count: Int, read: @escaping ((FlaggedAccount) throws -> Bool) throws -> Void) {
    self.count = count
    self.read = read
  }

  /// Calls `body` for each account until it answers false.
  package func forEach(_ body: (FlaggedAccount) throws -> Bool) throws {
    try read(body)
  }
}

package struct FlaggedAccount: Hashable, Sendable {
  package var uid: String
  package var email: String?
  package var relayDomain: String?
  package var providers: [String]
  package var firstSeen: Timestamp

  package init(uid: String, email: String?, relayDomain: String?, providers: [String], firstSeen: Timestamp) {
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
