import Timestamps

/// A hash of a record's content that is the same in every run, unlike Swift's `Hasher`.
struct ContentHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ number: UInt64) {
    value = (value ^ number).mixed
  }

  mutating func combine(_ number: Int64?) {
    combine(number.map { UInt64(bitPattern: $0).mixed } ?? 0)
  }

  mutating func combine(_ flag: Bool?) {
    combine(flag.map { $0 ? 2 : 1 } ?? UInt64(0))
  }
}

extension AccountSketch {
  /// Equal for records that say the same, whatever the order of their credentials and the letter case of addresses.
  func contentHash(_ keys: AccountKeys) -> UInt64 {
    var hash = ContentHash()
    hash.combine(keys.email ?? 0)
    hash.combine(phone.map { SubjectKey(phone: $0).bits } ?? 0)
    hash.combine(createdAt)
    hash.combine(claimsPrivateEmail)
    var credentialSum: UInt64 = 0
    for index in credentials.indices {
      let credential = credentials[index]
      var one = ContentHash()
      one.combine(SubjectKey(uid: credential.provider).bits)
      one.combine(credential.rawID.map { SubjectKey(uid: $0).bits } ?? 0)
      one.combine(keys.credentialEmails[index] ?? 0)
      one.combine(credential.phone.map { SubjectKey(phone: $0).bits } ?? 0)
      credentialSum &+= one.value.mixed
    }
    hash.combine(credentialSum)
    hash.combine(secondFactorPhones.reduce(0 as UInt64) { $0 &+ SubjectKey(phone: $1).bits })
    return hash.value.mixed
  }

  /// The same, of all that the store keeps.
  ///
  /// - Parameters:
  ///   - contentHash: the account's.
  ///   - isPrivateEmail: what is claimed of the account as a whole.
  func storedContentHash(_ contentHash: UInt64, isPrivateEmail: Bool?) -> UInt64 {
    var hash = ContentHash()
    hash.combine(contentHash)
    hash.combine(hasPassword)
    hash.combine(hasPhoto)
    hash.combine(isPrivateEmail)
    hash.combine(credentials.reduce(0 as UInt64) { $0 &+ $1.claimHash })
    let contacts = contactsHash
    if contacts != 0 { hash.combine(contacts) }
    return hash.value.mixed
  }
}

/// The keys of an account's uid and addresses, each computed once, for its content hash and for look-ups.
///
/// # Safety
/// The screener owns it, so one thread at a time uses it, and no access overlaps another.
final class AccountKeys {
  @exclusivity(unchecked) private(set) var uid: UInt64 = 0
  @exclusivity(unchecked) private(set) var email: UInt64?
  /// In the order of the credentials.
  @exclusivity(unchecked) private(set) var credentialEmails: [UInt64?] = []

  func take(_ account: AccountSketch) {
    uid = SubjectKey(uid: account.uid).bits
    email = account.email.map { SubjectKey(email: $0).bits }
    credentialEmails.removeAll(keepingCapacity: true)
    for index in account.credentials.indices {
      credentialEmails.append(account.credentials[index].email.map { key(ofEmail: $0, in: account) })
    }
  }

  /// The key of one of the account's addresses.
  func key(ofEmail text: BorrowedText, in account: AccountSketch) -> UInt64 {
    // Mostly the same bytes as the first one: to compare them is quicker than to hash them.
    if let own = account.email, let key = email, own.isEqual(to: text) { return key }
    return SubjectKey(email: text).bits
  }

  /// The key of an account among all of a project.
  static func key(uid: UInt64, tenant: BorrowedText?) -> UInt64 {
    tenant.map { (uid ^ SubjectKey(appleSub: $0).bits).mixed } ?? uid
  }
}

extension CredentialSketch {
  fileprivate var claimHash: UInt64 {
    guard let isPrivateEmail else { return 0 }
    var hash = ContentHash()
    hash.combine(SubjectKey(uid: provider).bits)
    hash.combine(rawID.map { SubjectKey(uid: $0).bits } ?? 0)
    hash.combine(isPrivateEmail)
    return hash.value.mixed
  }
}
