import Timestamps

/// An account in borrowed bytes.
///
/// Most accounts of an export are only counted, so no string is made for them: a reader fills one sketch again and
/// again, and hands it over only where `EvidenceSink.screen` calls the account in scope.
package struct AccountSketch {
  package var uid: BorrowedText
  package var tenant: BorrowedText?
  package var email: BorrowedText?
  package var phone: BorrowedText?
  /// Milliseconds since 1970.
  package var createdAt: Int64?
  /// Milliseconds since 1970.
  package var lastSignInAt: Int64?
  package var isDisabled = false
  package var hasPassword = false
  package var hasPhoto = false
  /// Apple's `is_private_email`, where the export carries the claim for the account as a whole.
  package var isPrivateEmail: Bool?
  package var credentials: [CredentialSketch] = []
  package var secondFactorPhones: [BorrowedText] = []

  package init(uid: BorrowedText) {
    self.uid = uid
  }

  /// Whether Apple's claim says that the email is a relay address, wherever the account carries it.
  var claimsPrivateEmail: Bool { isPrivateEmail == true || credentials.contains { $0.isPrivateEmail == true } }
}

package struct CredentialSketch {
  package var provider: BorrowedText
  package var rawID: BorrowedText?
  package var email: BorrowedText?
  package var phone: BorrowedText?
  /// Apple's `is_private_email` for this credential.
  package var isPrivateEmail: Bool?

  package init(
    provider: BorrowedText, rawID: BorrowedText? = nil, email: BorrowedText? = nil, phone: BorrowedText? = nil,
    isPrivateEmail: Bool? = nil
  ) {
    self.provider = provider
    self.rawID = rawID
    self.email = email
    self.phone = phone
    self.isPrivateEmail = isPrivateEmail
  }
}

extension AccountRecord {
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

  /// Calls `body` with a sketch of this record, for readers that make one of each account.
  package func withSketch<Result>(_ body: (AccountSketch) throws -> Result) rethrows -> Result {
    // One buffer holds every text, so that all the borrowed parts live equally long.
    var bytes: [UInt8] = []
    func place(_ text: String?) -> Range<Int>? {
      guard let text else { return nil }
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      return start..<bytes.count
    }
    let uidRange = place(uid) ?? 0..<0
    let tenantRange = place(tenant)
    let emailRange = place(email)
    let phoneRange = place(phone)
    let credentialRanges = credentials.map {
      (place($0.provider) ?? 0..<0, place($0.rawID), place($0.email), place($0.phone), $0.isPrivateEmail)
    }
    let factorRanges = secondFactorPhones.compactMap { place($0) }
    return try bytes.withUnsafeBufferPointer { buffer in
      func text(_ range: Range<Int>) -> BorrowedText { BorrowedText(rebasing: buffer[range]) }
      var sketch = AccountSketch(uid: text(uidRange))
      sketch.tenant = tenantRange.map(text)
      sketch.email = emailRange.map(text)
      sketch.phone = phoneRange.map(text)
      sketch.createdAt = createdAt?.milliseconds
      sketch.lastSignInAt = lastSignInAt?.milliseconds
      sketch.isDisabled = isDisabled
      sketch.hasPassword = hasPassword
      sketch.hasPhoto = hasPhoto
      sketch.isPrivateEmail = isPrivateEmail
      sketch.credentials = credentialRanges.map {
        CredentialSketch(
          provider: text($0.0), rawID: $0.1.map(text), email: $0.2.map(text), phone: $0.3.map(text), isPrivateEmail: $0.4)
      }
      sketch.secondFactorPhones = factorRanges.map(text)
      return try body(sketch)
    }
  }
}
