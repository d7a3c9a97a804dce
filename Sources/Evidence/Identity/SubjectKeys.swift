/// The normalised names by which one record names its person.
struct SubjectKeys: Hashable, Sendable {
  var uid: UInt64?
  var appleSub: UInt64?
  var email: UInt64?
  var emailSHA256: UInt64?
  var phone: UInt64?

  init(_ subject: Subject) {
    uid = subject.uid.map { SubjectKey(uid: $0).bits }
    appleSub = subject.appleSub.map { SubjectKey(appleSub: $0).bits }
    email = subject.email.map { SubjectKey(email: $0).bits }
    emailSHA256 = subject.emailSHA256.map { SubjectKey(emailSHA256: $0).bits }
    phone = subject.phone.flatMap { SubjectKey.named(phone: $0)?.bits }
  }

  init() {}

  var all: [UInt64] { [uid, appleSub, email, emailSHA256, phone].compactMap { $0 } }

  /// The names below a uid, strongest first.
  var withoutUID: [UInt64] { [appleSub, email, emailSHA256, phone].compactMap { $0 } }
}
