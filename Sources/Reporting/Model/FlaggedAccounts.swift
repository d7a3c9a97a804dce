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
