/// Decides which accounts are stored: those with an Apple credential or claim, a relay address or look-alike, and those
/// that other evidence names. It looks at borrowed bytes, since most accounts of an export end here.
///
/// A class: as a value it was copied for each account that was asked about.
final class AccountScope {
  // One thread at a time uses a scope.
  @exclusivity(unchecked) private var emails: EmailClassifier
  /// The names of persons in all other evidence of the run.
  private var names = NameTable()
  /// Names in evidence that came with the accounts themselves. They mean accounts that are in scope already.
  private var lateNames: Set<UInt64> = []
  private var isClosed = false
  private(set) var namesByHash = false
  private var namesByPhone = false
  private(set) var aliases = Aliases()

  init(hosts: RelayHosts) {
    emails = EmailClassifier(hosts: hosts)
  }

  /// Shares the names, and nothing else, for use in another thread.
  init(copy scope: AccountScope) {
    emails = scope.emails
    names = scope.names
    lateNames = scope.lateNames
    isClosed = scope.isClosed
    namesByHash = scope.namesByHash
    namesByPhone = scope.namesByPhone
    aliases = scope.aliases
  }

  var hasNames: Bool { !names.isEmpty || !lateNames.isEmpty }

  /// - Parameter bringsIntoScope: false for consents: of ten million, nearly all are of people who have nothing of Apple.
  func name(_ keys: SubjectKeys, bringsIntoScope: Bool) {
    for key in keys.all {
      if isClosed { lateNames.insert(aliases.canonical(key)) } else { names.add(key, bringsIntoScope: bringsIntoScope) }
    }
    namesByHash = namesByHash || keys.emailSHA256 != nil
    namesByPhone = namesByPhone || keys.phone != nil
  }

  func join(_ alias: AliasRecord) {
    if let old = alias.oldSub, let new = alias.newSub {
      aliases.join(SubjectKey(appleSub: old).bits, SubjectKey(appleSub: new).bits)
    }
    if let old = alias.oldEmail, let new = alias.newEmail {
      aliases.join(SubjectKey(email: old).bits, SubjectKey(email: new).bits)
      aliases.join(SubjectKey.hashed(email: old).bits, SubjectKey.hashed(email: new).bits)
    }
  }

  /// Ends the reading of evidence other than accounts: from now on every name counts under all its aliases.
  func close() {
    isClosed = true
    if !aliases.isEmpty { names = names.renamed(aliases.canonical) }
  }

  /// Whether evidence names somebody so; answers the name that stands for all its aliases.
  ///
  /// - Parameter key: the bits of a `SubjectKey`.
  func namedKey(_ key: UInt64) -> UInt64? {
    let bits = aliases.canonical(key)
    return names.contains(bits) || lateNames.contains(bits) ? bits : nil
  }

  /// Whether the snapshot has an account that is out of scope and that evidence names so.
  func isInSnapshot(_ key: UInt64) -> Bool { names.has(.isInSnapshot, aliases.canonical(key)) }

  /// - Parameter keys: of the account.
  func contains(_ account: AccountSketch, _ keys: AccountKeys) -> Bool {
    if account.claimsPrivateEmail || isOfInterest(email: account.email) { return true }
    for index in account.credentials.indices {
      if account.credentials[index].isApple || isOfInterest(email: account.credentials[index].email) { return true }
    }
    guard !names.isEmpty else { return false }
    var isInScope = isInScope(keys.uid)
    isInScope = self.isInScope(email: account.email, keys.email) || isInScope
    isInScope = self.isInScope(phone: account.phone) || isInScope
    for index in account.credentials.indices {
      isInScope = self.isInScope(email: account.credentials[index].email, keys.credentialEmails[index]) || isInScope
      isInScope = self.isInScope(phone: account.credentials[index].phone) || isInScope
    }
    for phone in account.secondFactorPhones { isInScope = self.isInScope(phone: phone) || isInScope }
    return isInScope
  }

  private func isOfInterest(email: BorrowedText?) -> Bool {
    guard let email else { return false }
    return emails.classify(email) != .ordinary
  }

  /// Marks the name, so that evidence which means an account out of scope is known to mean one that is there.
  private func isInScope(_ key: UInt64) -> Bool {
    let bits = aliases.canonical(key)
    guard names.contains(bits) else { return false }
    names.mark(bits, .isInSnapshot)
    return names.has(.bringsIntoScope, bits)
  }

  private func isInScope(email: BorrowedText?, _ key: UInt64?) -> Bool {
    guard let email, !email.isEmpty, let key else { return false }
    let isInScope = isInScope(key)
    guard namesByHash else { return isInScope }
    return self.isInScope(SubjectKey.hashed(email: String(decoding: email, as: UTF8.self)).bits) || isInScope
  }

  private func isInScope(phone: BorrowedText?) -> Bool {
    guard namesByPhone, let phone, !phone.isEmpty else { return false }
    return isInScope(SubjectKey(phone: phone).bits)
  }
}
