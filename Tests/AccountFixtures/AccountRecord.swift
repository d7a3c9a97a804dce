package import Timestamps

/// One user record of one export.
package struct AccountRecord: Hashable, Sendable {
  package var uid: String
  package var tenant: String?
  package var email: String?
  package var phone: String?
  package var createdAt: Timestamp?
  package var lastSignInAt: Timestamp?
  package var isDisabled: Bool
  /// A password hash, or a `password` credential.
  package var hasPassword: Bool
  package var hasPhoto: Bool
  /// Apple's `is_private_email`, where the export carries the claim for the account as a whole.
  package var isPrivateEmail: Bool?
  package var credentials: [Credential]
  /// Numbers enrolled as second factors; Google may obfuscate all but the last digits.
  package var secondFactorPhones: [String]

  package init(
    uid: String, tenant: String? = nil, email: String? = nil, phone: String? = nil, createdAt: Timestamp? = nil,
    lastSignInAt: Timestamp? = nil, isDisabled: Bool = false, hasPassword: Bool = false, hasPhoto: Bool = false,
    isPrivateEmail: Bool? = nil, credentials: [Credential] = [], secondFactorPhones: [String] = []
  ) {
    self.uid = uid
    self.tenant = tenant
    self.email = email
    self.phone = phone
    self.createdAt = createdAt
    self.lastSignInAt = lastSignInAt
    self.isDisabled = isDisabled
    self.hasPassword = hasPassword
    self.hasPhoto = hasPhoto
    self.isPrivateEmail = isPrivateEmail
    self.credentials = credentials
    self.secondFactorPhones = secondFactorPhones
  }
}

/// One sign-in method on an account.
package struct Credential: Hashable, Sendable {
  /// `apple.com`, `google.com`, `phone`, `password`, `oidc.x`, …; lower-case.
  package var provider: String
  /// The provider's own id of the person; for `apple.com` it is the `sub`.
  package var rawID: String?
  package var email: String?
  package var phone: String?
  /// Apple's `is_private_email` for this credential.
  package var isPrivateEmail: Bool?

  package init(
    provider: String, rawID: String? = nil, email: String? = nil, phone: String? = nil, isPrivateEmail: Bool? = nil
  ) {
    self.provider = provider
    self.rawID = rawID
    self.email = email
    self.phone = phone
    self.isPrivateEmail = isPrivateEmail
  }
}
