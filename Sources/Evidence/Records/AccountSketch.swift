import Timestamps

/// Text that a parser lends for the length of one call.
package typealias BorrowedText = UnsafeBufferPointer<UInt8>

/// As much of an account as decides whether it is in scope, in borrowed bytes.
///
/// Most accounts of an export are only counted, so no string is made for them: a reader fills one sketch again and
/// again, and makes an `AccountRecord` only of an account that `EvidenceSink.screen` calls in scope.
package struct AccountSketch {
  package var uid: BorrowedText
  package var tenant: BorrowedText?
  package var email: BorrowedText?
  package var phone: BorrowedText?
  /// Milliseconds since 1970.
  package var createdAt: Int64?
  /// Whether Apple's claim says that the email is a relay address, wherever the account carries it.
  package var isPrivateEmail = false
  package var credentials: [CredentialSketch] = []
  package var secondFactorPhones: [BorrowedText] = []

  package init(uid: BorrowedText) {
    self.uid = uid
  }
}

package struct CredentialSketch {
  package var provider: BorrowedText
  package var rawID: BorrowedText?
  package var email: BorrowedText?
  package var phone: BorrowedText?

  package init(
    provider: BorrowedText, rawID: BorrowedText? = nil, email: BorrowedText? = nil, phone: BorrowedText? = nil
  ) {
    self.provider = provider
    self.rawID = rawID
    self.email = email
    self.phone = phone
  }
}

extension AccountRecord {
  /// Calls `body` with a sketch of this record, for readers that have made the record already.
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
      (place($0.provider) ?? 0..<0, place($0.rawID), place($0.email), place($0.phone))
    }
    let factorRanges = secondFactorPhones.compactMap { place($0) }
    return try bytes.withUnsafeBufferPointer { buffer in
      func text(_ range: Range<Int>) -> BorrowedText { BorrowedText(rebasing: buffer[range]) }
      var sketch = AccountSketch(uid: text(uidRange))
      sketch.tenant = tenantRange.map(text)
      sketch.email = emailRange.map(text)
      sketch.phone = phoneRange.map(text)
      sketch.createdAt = createdAt?.milliseconds
      sketch.isPrivateEmail = isPrivateEmail == true || credentials.contains { $0.isPrivateEmail == true }
      sketch.credentials = credentialRanges.map {
        CredentialSketch(provider: text($0.0), rawID: $0.1.map(text), email: $0.2.map(text), phone: $0.3.map(text))
      }
      sketch.secondFactorPhones = factorRanges.map(text)
      return try body(sketch)
    }
  }
}
