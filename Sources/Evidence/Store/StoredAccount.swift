import Timestamps

/// An account record as the store keeps it: texts normalised, addresses classified, Apple's part set apart.
///
/// A class, since it goes through several hands and never changes: each copy of a value took a dozen of Swift's counts of
/// references, a fifth of the time in which a night's accounts were stored.
final class StoredAccount: Sendable {
  struct Address: Sendable {
    var text: String
    var className: String
    var resembles: String?

    init(_ text: String, _ emailClass: EmailClass) {
      self.text = NormalText.email(text)
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

  init(_ record: AccountRecord, emails: inout EmailClassifier) {
    uid = record.uid
    tenant = record.tenant
    content = record.contentHash
    phone = record.phone.map(NormalText.phone)
    hasPhoto = record.hasPhoto
    hasPassword = record.hasPassword || record.credentials.contains { $0.provider == "password" }
    createdAt = record.createdAt?.milliseconds

    var apples = record.credentials.filter { $0.provider == "apple.com" }
    // The least `sub` is the first, so that the order of credentials does not matter.
    if apples.count > 1 { apples.sort { ($0.rawID ?? "") < ($1.rawID ?? "") } }
    let claim = apples.lazy.compactMap(\.isPrivateEmail).first ?? record.isPrivateEmail
    let claimedEmail = apples.lazy.compactMap(\.email).first.map(NormalText.email)
    hasAppleCredential = !apples.isEmpty
    hasAppleClaim = claim != nil
    isPrivateByClaim = claim == true
    appleSub = apples.lazy.compactMap(\.rawID).first

    func address(_ text: String, isClaimed: Bool) -> Address {
      Address(text, isClaimed && claim == true ? .relay : emails.classify(text))
    }
    let topLevel = record.email.map {
      // The claim speaks of the address that Apple gave: the credential's, or the only one there is.
      address($0, isClaimed: claimedEmail == nil || claimedEmail == NormalText.email($0))
    }
    email = topLevel
    appleEmail = claimedEmail.map { address($0, isClaimed: true) }
    relayAddress = (appleEmail.flatMap { $0.isRelay ? $0 : nil } ?? topLevel.flatMap { $0.isRelay ? $0 : nil })?.text

    guard record.credentials.count > apples.count || !record.secondFactorPhones.isEmpty else {
      identifiers = []
      return
    }
    var identifiers = record.credentials.filter { $0.provider != "apple.com" }.map { credential in
      let address = credential.email.map { Address($0, emails.classify($0)) }
      return Identifier(
        provider: credential.provider, rawID: credential.rawID, email: address?.text, emailClass: address?.className,
        emailResembles: address?.resembles, phone: credential.phone.map(NormalText.phone), isFactor: false)
    }
    identifiers += record.secondFactorPhones.map {
      // An obfuscated number stays as it is: its stars say how much of it is unknown.
      let number = NormalText.isObfuscated(phone: $0) ? $0 : NormalText.phone($0)
      return Identifier(
        provider: "phone", rawID: nil, email: nil, emailClass: nil, emailResembles: nil, phone: number, isFactor: true)
    }
    self.identifiers =
      identifiers.count < 2 ? identifiers : Array(Set(identifiers)).sorted { $0.identity < $1.identity }
  }
}
