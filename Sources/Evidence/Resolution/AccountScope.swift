/// Decides which accounts are stored: those with an Apple credential or claim, a relay address or look-alike, and those
/// that other evidence names. It reads borrowed bytes, since most accounts of an export end here.
///
/// A class, because a struct would be copied for each account.
final class AccountScope {
  /// # Safety
  /// One thread at a time uses a scope: the screener has a copy of its own. No method calls back into the scope while
  /// it changes this, so accesses never overlap.
  @exclusivity(unchecked) private var emails: EmailClassifier
  /// The names of persons in all other evidence of the run.
  private var names = NameTable()
  /// Names in evidence that came with the accounts themselves. Their accounts are in scope already.
  private var lateNames: Set<UInt64> = []
  private var isClosed = false
  private(set) var namesByHash = false
  private var namesByPhone = false
  private(set) var aliases = Aliases()
  /// Of the account that was tested last, the names that evidence uses.
  ///
  /// # Safety
  /// As of `emails`.
  @exclusivity(unchecked) private var hits: [UInt64] = []

  init(hosts: RelayHosts) {
    emails = EmailClassifier(hosts: hosts)
  }

  /// A scope for another thread, which shares the names and nothing else.
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

  /// - Parameter bringsIntoScope: false for consents, nearly all of which are of people without Apple.
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

  /// Ends the reading of evidence other than accounts. From now on every name counts under all its aliases.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    if !aliases.isEmpty { names = names.renamed(aliases.canonical) }
  }

  /// The canonical key of a name that evidence uses; nil if none does.
  ///
  /// - Parameter key: the bits of a `SubjectKey`.
  func namedKey(_ key: UInt64) -> UInt64? {
    let bits = aliases.canonical(key)
    return names.contains(bits) || lateNames.contains(bits) ? bits : nil
  }

  /// Whether evidence uses the name for persons whose accounts are stored, whatever they are.
  ///
  /// - Parameter key: the bits of a `SubjectKey`.
  func bringsIntoScope(_ key: UInt64) -> Bool { names.has(.bringsIntoScope, aliases.canonical(key)) }

  /// Whether the snapshot has an account out of scope with this name, which evidence uses.
  ///
  /// - Parameter key: the bits of a `SubjectKey`.
  func isInSnapshot(_ key: UInt64) -> Bool { names.has(.isInSnapshot, aliases.canonical(key)) }

  /// - Parameter keys: of the account.
  func contains(_ account: AccountSketch, _ keys: AccountKeys) -> Bool {
    if account.claimsPrivateEmail || isOfInterest(email: account.email) { return true }
    for index in account.credentials.indices {
      if account.credentials[index].isApple || isOfInterest(email: account.credentials[index].email) { return true }
    }
    guard !names.isEmpty else { return false }
    if !hits.isEmpty { hits.removeAll(keepingCapacity: true) }
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
    return switch emails.classify(email) {
    case .relay, .lookAlike: true
    case .placeholder, .ordinary: false
    }
  }

  /// Marks the names of the account that `contains` tested last and found out of scope. Evidence that uses them is
  /// about an account that exists, so it cannot safely be given to another one.
  func noteOutOfScope() {
    for name in hits { names.mark(name, .isInSnapshot) }
  }

  private func isInScope(_ key: UInt64) -> Bool {
    let bits = aliases.canonical(key)
    guard names.contains(bits) else { return false }
    hits.append(bits)
    return names.has(.bringsIntoScope, bits)
  }

  private func isInScope(email: BorrowedText?, _ key: UInt64?) -> Bool {
    guard let email, !email.isEmpty, let key else { return false }
    let isInScope = isInScope(key)
    guard namesByHash else { return isInScope }
    return self.isInScope(SubjectKey.hashed(email: email).bits) || isInScope
  }

  private func isInScope(phone: BorrowedText?) -> Bool {
    guard namesByPhone, let phone, let key = SubjectKey.named(phone: phone) else { return false }
    return isInScope(key.bits)
  }
}
