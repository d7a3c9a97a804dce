package import Evidence
package import Timestamps

/// An account that owns its texts: what tests build accounts of, and compare the readers' sketches with.
package struct AccountRecord: Hashable, Sendable {
  package var uid: String
  package var tenant: String?
  package var email: String?
  package var phone: String?
  package var createdAt: Timestamp?
  package var lastSignInAt: Timestamp?
  package var isDisabled: Bool
  package var hasPassword: Bool
  package var hasPhoto: Bool
  package var isPrivateEmail: Bool?
  package var credentials: [Credential]
  package var secondFactorPhones: [String]
  package var displayName: String?
  package var initialEmail: String?
  package var secondFactorEmails: [String] = []
  /// Addresses and numbers in claims, as `key=value`.
  package var claims: [String] = []

  package init(
    uid: String, tenant: String? = nil, email: String? = nil, phone: String? = nil, createdAt: Timestamp? = nil,
    lastSignInAt: Timestamp? = nil, isDisabled: Bool = false, hasPassword: Bool = false, hasPhoto: Bool = false,
    isPrivateEmail: Bool? = nil, credentials: [Credential] = [], secondFactorPhones: [String] = [],
    displayName: String? = nil
  ) {
    self.displayName = displayName
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

package struct Credential: Hashable, Sendable {
  package var provider: String
  package var rawID: String?
  package var email: String?
  package var phone: String?
  package var isPrivateEmail: Bool?
  package var displayName: String?

  package init(
    provider: String, rawID: String? = nil, email: String? = nil, phone: String? = nil, isPrivateEmail: Bool? = nil,
    displayName: String? = nil
  ) {
    self.displayName = displayName
    self.provider = provider
    self.rawID = rawID
    self.email = email
    self.phone = phone
    self.isPrivateEmail = isPrivateEmail
  }
}

extension AccountRecord {
  /// Copies what a reader handed over.
  package init(_ sketch: AccountSketch) {
    self.init(
      uid: sketch.uid.string, tenant: sketch.tenant?.string, email: sketch.email?.string, phone: sketch.phone?.string,
      createdAt: sketch.createdAt.map(Timestamp.init(milliseconds:)),
      lastSignInAt: sketch.lastSignInAt.map(Timestamp.init(milliseconds:)), isDisabled: sketch.isDisabled,
      hasPassword: sketch.hasPassword, hasPhoto: sketch.hasPhoto, isPrivateEmail: sketch.isPrivateEmail,
      credentials: sketch.credentials.map {
        Credential(
          provider: $0.provider.string, rawID: $0.rawID?.string, email: $0.email?.string, phone: $0.phone?.string,
          isPrivateEmail: $0.isPrivateEmail, displayName: $0.displayName?.string)
      },
      secondFactorPhones: sketch.secondFactorPhones.map(\.string))
    displayName = sketch.displayName?.string
    initialEmail = sketch.initialEmail?.string
    secondFactorEmails = sketch.secondFactorEmails.map(\.string)
    claims = sketch.claims.map { "\($0.key.string)=\($0.value.string)" }
  }

  /// Calls `body` with a sketch whose texts are valid until it returns.
  package func withSketch<Result>(_ body: (AccountSketch) throws -> Result) rethrows -> Result {
    let texts = TextArena()
    return try withExtendedLifetime(texts) {
      var sketch = AccountSketch(uid: texts.copy(uid))
      sketch.tenant = tenant.map { texts.copy($0) }
      sketch.email = email.map { texts.copy($0) }
      sketch.phone = phone.map { texts.copy($0) }
      sketch.createdAt = createdAt?.milliseconds
      sketch.lastSignInAt = lastSignInAt?.milliseconds
      sketch.isDisabled = isDisabled
      sketch.hasPassword = hasPassword
      sketch.hasPhoto = hasPhoto
      sketch.isPrivateEmail = isPrivateEmail
      sketch.credentials = credentials.map { credential in
        CredentialSketch(
          provider: texts.copy(credential.provider), rawID: credential.rawID.map { texts.copy($0) },
          email: credential.email.map { texts.copy($0) }, phone: credential.phone.map { texts.copy($0) },
          isPrivateEmail: credential.isPrivateEmail, displayName: credential.displayName.map { texts.copy($0) })
      }
      sketch.displayName = displayName.map { texts.copy($0) }
      sketch.initialEmail = initialEmail.map { texts.copy($0) }
      sketch.secondFactorEmails = secondFactorEmails.map { texts.copy($0) }
      sketch.claims = claims.map { claim in
        let parts = claim.split(separator: "=", maxSplits: 1)
        return ClaimSketch(
          key: texts.copy(String(parts[0])), value: texts.copy(String(parts[1])), isPhone: parts[1].first == "+")
      }
      sketch.secondFactorPhones = secondFactorPhones.map { texts.copy($0) }
      return try body(sketch)
    }
  }
}
