/// Decides which accounts are stored: those with an Apple credential or claim, a relay address or look-alike, and those
/// that other evidence names. It looks at borrowed bytes, since most accounts of an export end here.
struct AccountScope {
  private var emails: EmailClassifier
  /// The names of persons in all other evidence of the run.
  private(set) var named: Set<UInt64> = []
  private(set) var namesByHash = false
  private var namesByPhone = false
  private(set) var aliases = Aliases()

  init(hosts: RelayHosts) {
    emails = EmailClassifier(hosts: hosts)
  }

  mutating func name(_ keys: SubjectKeys) {
    for key in keys.all { named.insert(key) }
    namesByHash = namesByHash || keys.emailSHA256 != nil
    namesByPhone = namesByPhone || keys.phone != nil
  }

  mutating func join(_ alias: AliasRecord) {
    if let old = alias.oldSub, let new = alias.newSub {
      aliases.join(SubjectKey(appleSub: old).bits, SubjectKey(appleSub: new).bits)
    }
    if let old = alias.oldEmail, let new = alias.newEmail {
      aliases.join(SubjectKey(email: old).bits, SubjectKey(email: new).bits)
      aliases.join(SubjectKey.hashed(email: old).bits, SubjectKey.hashed(email: new).bits)
    }
  }

  /// Ends the reading of evidence other than accounts: from now on every name counts under all its aliases.
  mutating func close() {
    guard !aliases.isEmpty else { return }
    named = Set(named.map(aliases.canonical))
  }

  /// Whether evidence names somebody so; answers the name that stands for all its aliases.
  func namedKey(_ key: SubjectKey) -> UInt64? {
    let bits = aliases.canonical(key.bits)
    return named.contains(bits) ? bits : nil
  }

  mutating func contains(_ account: AccountSketch) -> Bool {
    if account.isPrivateEmail || isOfInterest(email: account.email) { return true }
    for credential in account.credentials {
      if credential.provider.elementsEqual("apple.com".utf8) || isOfInterest(email: credential.email) { return true }
    }
    guard !named.isEmpty else { return false }
    if namedKey(SubjectKey(uid: account.uid)) != nil { return true }
    if isNamed(email: account.email) || isNamed(phone: account.phone) { return true }
    for credential in account.credentials {
      if isNamed(email: credential.email) || isNamed(phone: credential.phone) { return true }
    }
    return account.secondFactorPhones.contains { isNamed(phone: $0) }
  }

  private mutating func isOfInterest(email: BorrowedText?) -> Bool {
    guard let email else { return false }
    return emails.classify(email) != .ordinary
  }

  private func isNamed(email: BorrowedText?) -> Bool {
    guard let email, !email.isEmpty else { return false }
    if namedKey(SubjectKey(email: email)) != nil { return true }
    return namesByHash
      && namedKey(.hashed(email: String(decoding: email, as: UTF8.self))) != nil
  }

  private func isNamed(phone: BorrowedText?) -> Bool {
    guard namesByPhone, let phone, !phone.isEmpty else { return false }
    return namedKey(SubjectKey(phone: phone)) != nil
  }
}
