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

package struct Credential: Hashable, Sendable {
  package var provider: String
  package var rawID: String?
  package var email: String?
  package var phone: String?
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
          isPrivateEmail: $0.isPrivateEmail)
      },
      secondFactorPhones: sketch.secondFactorPhones.map(\.string))
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
          isPrivateEmail: credential.isPrivateEmail)
      }
      sketch.secondFactorPhones = secondFactorPhones.map { texts.copy($0) }
      return try body(sketch)
    }
  }
}
