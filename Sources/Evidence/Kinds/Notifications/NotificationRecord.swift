package import Timestamps

/// One of Apple's server-to-server notifications.
package struct NotificationRecord: Hashable, Codable, Sendable {
  /// What Apple sends:
  /// https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
  package static let knownTypes: Set = [
    "consent-revoked", "account-delete", "account-deleted", "email-disabled", "email-enabled",
  ]

  /// As received; `account-delete` is the older spelling of `account-deleted`.
  package var type: String
  package var sub: String
  package var eventTime: Timestamp
  package var email: String?
  package var isPrivateEmail: Bool?
  package var jti: String?
  /// The client ids that it is for, by spaces.
  package var audience: String?
  package var issuedAt: Timestamp?
  /// True where Apple's signature was checked; decoded claims never are.
  package var isVerified: Bool
  /// It came as Apple signs it, rather than decoded.
  package var isSigned = false
  /// Of the signed token: the same for each reading of it, whatever keys it was checked with.
  package var tokenDigest: Int64?
  /// Why its signature is not believed; such a notification is no evidence of what it says.
  package var problem: SignatureProblem?
  /// Columns that the format does not define, kept as evidence; never a secret.
  package var detail: [String: String]

  package init(
    type: String, sub: String, eventTime: Timestamp, email: String? = nil, isPrivateEmail: Bool? = nil,
    jti: String? = nil, audience: String? = nil, issuedAt: Timestamp? = nil, isVerified: Bool = false,
    detail: [String: String] = [:]
  ) {
    self.type = type
    self.sub = sub
    self.eventTime = eventTime
    self.email = email
    self.isPrivateEmail = isPrivateEmail
    self.jti = jti
    self.audience = audience
    self.issuedAt = issuedAt
    self.isVerified = isVerified
    self.detail = detail
  }
}
