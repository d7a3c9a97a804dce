import Glibc

/// An account record as the store keeps it: texts normalised, addresses classified, Apple's part set apart.
///
/// A class, since it goes through several hands and never changes: each copy of a value took a dozen of Swift's counts of
/// references, a fifth of the time in which a night's accounts were stored.
final class StoredAccount: Sendable {
  struct Address: Sendable {
    var text: String
    var className: String
    var resembles: String?

    init(_ bytes: BorrowedText, _ emailClass: EmailClass) {
      text = NormalText.email(bytes)
      className = emailClass.name
      if case .lookAlike(let host) = emailClass { resembles = host }
    }

    var isRelay: Bool { className == EmailClass.relay.name }
  }

  struct Identifier: Hashable, Sendable {
    var provider: String
    var rawID: String?
    var email: String?
    var emailClass: String?
    var emailResembles: String?
    var phone: String?
    var isFactor: Bool

    /// What makes two snapshots' identifiers one: the same provider and the same person there.
    var identity: String { "\(provider)\u{0}\(rawID ?? phone ?? email ?? "")\u{0}\(isFactor)" }
  }

  let uid: String
  let tenant: String?
  let content: UInt64
  let email: Address?
  let phone: String?
  let hasPhoto: Bool
  let hasPassword: Bool
  let createdAt: Int64?
  let hasAppleCredential: Bool
  let hasAppleClaim: Bool
  let appleSub: String?
  let appleEmail: Address?
  let relayAddress: String?
  let isPrivateByClaim: Bool
  let identifiers: [Identifier]

  /// All ways to sign in, sorted. Exports name neither a password nor a phone: a hash and a number tell of them.
  var providers: [String] {
    if identifiers.isEmpty, !hasPassword, phone == nil { return hasAppleCredential ? ["apple.com"] : [] }
    var names = identifiers.compactMap { $0.isFactor ? nil : $0.provider }
    if hasAppleCredential { names.append("apple.com") }
    if hasPassword { names.append("password") }
    if phone != nil { names.append("phone") }
    return names.count < 2 ? names : Set(names).sorted()
  }

  /// - Parameter content: of the account, `storedContentHash`.
  init(_ account: AccountSketch, content: UInt64, emails: inout EmailClassifier) {
    uid = String(decoding: account.uid, as: UTF8.self)
    tenant = account.tenant.map { String(decoding: $0, as: UTF8.self) }
    self.content = content
    phone = account.phone.map { NormalText.phone($0) }
    hasPhoto = account.hasPhoto
    hasPassword = account.hasPassword || account.credentials.contains { $0.provider.isEqual(to: "password") }
    createdAt = account.createdAt

    var apples = account.credentials.filter(\.isApple)
    // The least `sub` is the first, so that the order of credentials does not matter.
    if apples.count > 1 { apples.sort { ($0.rawID ?? .none).lexicographicallyPrecedes($1.rawID ?? .none) } }
    let claim = apples.lazy.compactMap(\.isPrivateEmail).first ?? account.isPrivateEmail
    let claimedEmail = apples.lazy.compactMap(\.email).first
    hasAppleCredential = !apples.isEmpty
    hasAppleClaim = claim != nil
    isPrivateByClaim = claim == true
    appleSub = apples.lazy.compactMap(\.rawID).first.map { String(decoding: $0, as: UTF8.self) }

    func address(_ text: BorrowedText, isClaimed: Bool) -> Address {
      Address(text, isClaimed && claim == true ? .relay : emails.classify(text))
    }
    let appleEmail = claimedEmail.map { address($0, isClaimed: true) }
    let email = account.email.map {
      // Nearly always the same bytes: one text serves for both.
      if let appleEmail, let claimedEmail, claimedEmail.isEqual(to: $0) { return appleEmail }
      // The claim speaks of the address that Apple gave: the credential's, or the only one there is.
      return address($0, isClaimed: appleEmail == nil || claim == true && appleEmail?.text == NormalText.email($0))
    }
    self.appleEmail = appleEmail
    self.email = email
    relayAddress = [appleEmail, email].lazy.compactMap { $0 }.first(where: \.isRelay)?.text

    guard account.credentials.count > apples.count || !account.secondFactorPhones.isEmpty else {
      identifiers = []
      return
    }
    var identifiers = account.credentials.filter { !$0.isApple }.map { credential in
      let address = credential.email.map { Address($0, emails.classify($0)) }
      return Identifier(
        provider: String(decoding: credential.provider, as: UTF8.self),
        rawID: credential.rawID.map { String(decoding: $0, as: UTF8.self) }, email: address?.text,
        emailClass: address?.className, emailResembles: address?.resembles,
        phone: credential.phone.map { NormalText.phone($0) }, isFactor: false)
    }
    identifiers += account.secondFactorPhones.map {
      // An obfuscated number stays as it is: its stars say how much of it is unknown.
      let text = String(decoding: $0, as: UTF8.self)
      let number = NormalText.isObfuscated(phone: text) ? text : NormalText.phone(text)
      return Identifier(
        provider: "phone", rawID: nil, email: nil, emailClass: nil, emailResembles: nil, phone: number, isFactor: true)
    }
    self.identifiers =
      identifiers.count < 2 ? identifiers : Array(Set(identifiers)).sorted { $0.identity < $1.identity }
  }
}

extension CredentialSketch {
  var isApple: Bool { provider.isEqual(to: "apple.com") }
}

extension BorrowedText {
  fileprivate static var none: BorrowedText { BorrowedText(start: nil, count: 0) }

  fileprivate func isEqual(to literal: StaticString) -> Bool {
    isEqual(to: BorrowedText(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  fileprivate func isEqual(to other: BorrowedText) -> Bool {
    guard count == other.count, let baseAddress, let start = other.baseAddress else { return false }
    return memcmp(baseAddress, start, count) == 0
  }
}
