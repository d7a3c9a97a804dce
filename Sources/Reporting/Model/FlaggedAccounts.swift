package import Timestamps

/// The accounts with a relay address, and the anonymized ones. There may be a million: the report holds the first, and
/// `flagged-accounts.csv` all of them.
package struct FlaggedAccounts: Hashable, Sendable {
  /// How many accounts a report holds at most.
  package static let limit = 1000

  package private(set) var count = 0
  /// In order of uid, as it is shown.
  package internal(set) var first: [FlaggedAccount] = []
  /// Whether personal data is as the report shows it.
  var isShown = false

  /// - Parameter areShown: whether the accounts that will be added have their personal data as the report shows it.
  package init(areShown: Bool = false) { isShown = areShown }

  init(count: Int, first: [FlaggedAccount]) {
    self.count = count
    self.first = first
  }

  package mutating func add(_ account: borrowing FlaggedAccount) {
    count += 1
    if first.count < Self.limit { first.append(copy account) }
  }

  mutating func replaceFirst(_ body: (FlaggedAccount) -> FlaggedAccount) { first = first.map(body) }

  package var holdsAll: Bool { first.count == count }
}

package struct FlaggedAccount: Hashable, Codable, Sendable {
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
