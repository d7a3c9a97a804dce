package import Timestamps

/// A signed, dated, expiring acceptance of a finding: who signed it, when, until when, and why.
package struct Waiver: Hashable, Codable, Sendable {
  package var signedBy: String
  package var date: Timestamp
  /// The first moment at which it is no longer in force.
  package var expires: Timestamp
  package var reason: String

  package init(signedBy: String, date: Timestamp, expires: Timestamp, reason: String) {
    self.signedBy = signedBy
    self.date = date
    self.expires = expires
    self.reason = reason
  }

  package func isInForce(at time: Timestamp) -> Bool { date <= time && time < expires }
}
