/// One account of an export, in borrowed bytes: the only form in which accounts come in.
///
/// Most accounts are only counted, so no strings are made for them. A reader fills one sketch per record, has it
/// screened, and hands over the same sketch if `EvidenceSink.screen` calls the account in scope.
///
/// # Safety
/// Its texts are the parser's or the reader's arena's, and valid only until the reader takes its next record. A sink
/// copies what it keeps.
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
  /// A password hash, or a `password` credential.
  package var hasPassword = false
  package var hasPhoto = false
  /// Apple's `is_private_email`, where the export carries the claim for the account as a whole.
  package var isPrivateEmail: Bool?
  package var credentials: [CredentialSketch] = []
  /// Phone numbers enrolled as second factors. Google may obfuscate all but the last digits.
  package var secondFactorPhones: [BorrowedText] = []
  // What follows decides nothing about scope. A reader may add it after `EvidenceSink.screen`, for accounts in scope
  // alone.
  package var displayName: BorrowedText?
  /// The address that the account was made with.
  package var initialEmail: BorrowedText?
  /// Addresses enrolled as second factors.
  package var secondFactorEmails: [BorrowedText] = []
  /// Addresses and phone numbers in the app's own data of the account.
  package var claims: [ClaimSketch] = []

  package init(uid: BorrowedText) {
    self.uid = uid
  }

  /// Whether Apple's claim says that the email is a relay address, wherever the account carries it.
  var claimsPrivateEmail: Bool { isPrivateEmail == true || credentials.contains { $0.isPrivateEmail == true } }
}

/// An address or a phone number in a custom claim, or in another field that the app fills as it likes.
package struct ClaimSketch {
  /// The claim's name; those of nested objects with dots between them.
  package var key: BorrowedText
  package var value: BorrowedText
  package var isPhone: Bool

  package init(key: BorrowedText, value: BorrowedText, isPhone: Bool) {
    self.key = key
    self.value = value
    self.isPhone = isPhone
  }
}

/// One sign-in method on an account.
package struct CredentialSketch {
  /// `apple.com`, `google.com`, `phone`, `password`, `oidc.x`, …; lower case.
  package var provider: BorrowedText
  /// The provider's own id of the person; for `apple.com`, the `sub`.
  package var rawID: BorrowedText?
  package var email: BorrowedText?
  package var phone: BorrowedText?
  /// Apple's `is_private_email` for this credential.
  package var isPrivateEmail: Bool?
  /// The name that the provider gave.
  package var displayName: BorrowedText?

  package init(
    provider: BorrowedText, rawID: BorrowedText? = nil, email: BorrowedText? = nil, phone: BorrowedText? = nil,
    isPrivateEmail: Bool? = nil, displayName: BorrowedText? = nil
  ) {
    self.provider = provider
    self.rawID = rawID
    self.email = email
    self.phone = phone
    self.isPrivateEmail = isPrivateEmail
    self.displayName = displayName
  }
}
