/// The person whom a piece of evidence names, by any of several names.
///
/// Values are as the source wrote them; `SubjectKey` normalises them.
package struct Subject: Hashable, Codable, Sendable {
  package var tenant: String?
  package var uid: String?
  package var email: String?
  package var phone: String?
  package var appleSub: String?
  /// Lower-case hex SHA-256 of the trimmed, lower-cased address.
  package var emailSHA256: String?
  /// Of the strongest name, as a `SubjectKey` has it, where no name is known as a text: of a person without an account
  /// whom a number or a hash names. It tells persons apart, and is shown nowhere.
  package var key: UInt64?
  /// Apple's `is_private_email`, where the record says it of the person. It is no name.
  package var isPrivateEmail: Bool?

  package init(
    tenant: String? = nil, uid: String? = nil, email: String? = nil, phone: String? = nil, appleSub: String? = nil,
    emailSHA256: String? = nil, isPrivateEmail: Bool? = nil
  ) {
    self.tenant = tenant
    self.uid = uid
    self.email = email
    self.phone = phone
    self.appleSub = appleSub
    self.emailSHA256 = emailSHA256
    self.isPrivateEmail = isPrivateEmail
  }
}

extension Subject {
  /// Cognito names a person who signed in with Apple `SignInWithApple_` and the `sub`. That is no uid of an account.
  var withoutUserName: Subject {
    let prefix = "signinwithapple_"
    guard let uid, uid.utf8.count > prefix.utf8.count, uid.lowercased().hasPrefix(prefix) else { return self }
    var subject = self
    subject.uid = nil
    subject.appleSub = appleSub ?? String(uid.dropFirst(prefix.count))
    return subject
  }

  /// Whether no name is known as a text. `key` may tell the person apart.
  package var isEmpty: Bool {
    uid == nil && email == nil && phone == nil && appleSub == nil && emailSHA256 == nil
  }
}
