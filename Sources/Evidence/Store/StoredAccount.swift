/// An account record as the store keeps it: texts normalised, addresses classified, Apple's part set apart.
///
/// Its texts lie in the arena of its batch, and live as long as that.
struct StoredAccount {
  struct Address {
    var text: BorrowedText
    var className: BorrowedText
    var resembles: BorrowedText?
    var isRelay: Bool
    /// Its `SubjectKey`.
    var key: UInt64

    init(_ text: BorrowedText, key: UInt64, _ emailClass: EmailClass, in arena: TextArena) {
      self.key = key
      self.text = arena.copyEmail(text)
      className = BorrowedText(emailClass.name)
      if case .lookAlike(let host) = emailClass { resembles = arena.copy(host) }
      isRelay = emailClass == .relay
    }
  }

  struct Identifier {
    var provider: BorrowedText
    var rawID: BorrowedText?
    var email: Address?
    var phone: BorrowedText?
    var role: IdentifierRole

    var identity: String {
      Self.identity(provider: provider.string, person: (rawID ?? phone ?? email?.text)?.string, role)
    }

    /// What makes two snapshots' identifiers one: the same provider and the same person there.
    static func identity(provider: String, person: String?, _ role: IdentifierRole) -> String {
      "\(provider)\u{0}\(person ?? "")\u{0}\(role.rawValue)"
    }

    fileprivate func precedes(_ other: Identifier) -> Bool {
      let (left, right) = (identity, other.identity)
      return left == right ? (email?.text ?? .empty).precedes(other.email?.text ?? .empty) : left < right
    }

    fileprivate func isEqual(to other: Identifier) -> Bool {
      func areEqual(_ left: BorrowedText?, _ right: BorrowedText?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.isEqual(to: right)
      }
      return provider.isEqual(to: other.provider) && areEqual(rawID, other.rawID) && areEqual(phone, other.phone)
        && areEqual(email?.text, other.email?.text) && role == other.role
    }
  }

  let uid: BorrowedText
  /// Its `SubjectKey`. The reading thread computes it, as those of the addresses, since the storing thread has more to
  /// do.
  let uidKey: UInt64
  let tenant: BorrowedText?
  let content: UInt64
  let email: Address?
  let phone: BorrowedText?
  let hasPhoto: Bool
  let hasPassword: Bool
  let createdAt: Int64?
  let hasAppleCredential: Bool
  let hasAppleClaim: Bool
  /// Whether it has further credentials of Apple, of which nothing is kept.
  let hasSeveralOfApple: Bool
  let appleSub: BorrowedText?
  let appleSubKey: UInt64?
  let appleEmail: Address?
  let isPrivateByClaim: Bool
  /// The name that is shown, where it says who the person is.
  let displayName: BorrowedText?
  let identifiers: UnsafeBufferPointer<Identifier>
  /// All ways to sign in, sorted, with spaces between them.
  let providers: BorrowedText

  /// Whether it shows by itself that Apple hides the person's address.
  var isShownPrivate: Bool { relayAddress != nil || isPrivateByClaim }

  /// Apple's before the account's own.
  var relayAddress: Address? {
    if let appleEmail, appleEmail.isRelay { return appleEmail }
    return email?.isRelay == true ? email : nil
  }

  /// - Parameters:
  ///   - keys: of the account.
  ///   - isPrivateAddress: whether its own address is one of `privateEmails`.
  ///   - privateEmails: addresses that Apple calls private, by their keys.
  ///   - content: of the account, `storedContentHash`.
  ///   - arena: of the batch.
  init(
    _ account: AccountSketch, _ keys: AccountKeys, isPrivateAddress: Bool, privateEmails: Set<UInt64>, content: UInt64,
    emails: inout EmailClassifier, in arena: TextArena
  ) {
    uid = arena.copy(account.uid)
    uidKey = keys.uid
    tenant = account.tenant.map { arena.copy($0) }
    self.content = content
    phone = account.phone.map { arena.copyPhone($0) }
    hasPhoto = account.hasPhoto
    hasPassword = account.hasPassword || account.credentials.contains { $0.provider.isEqual(to: "password") }
    createdAt = account.createdAt

    let (apple, appleCount) = account.appleCredential
    // What Apple says of an address says of the account that it has Apple's credential only where one is shown.
    let claim = apple?.isPrivateEmail ?? account.isPrivateEmail ?? (apple != nil && isPrivateAddress ? true : nil)
    let claimedEmail = apple?.email
    hasAppleCredential = apple != nil
    hasSeveralOfApple = appleCount > 1
    hasAppleClaim = claim != nil
    isPrivateByClaim = claim == true
    appleSub = (apple?.rawID).map { arena.copy($0) }
    appleSubKey = appleSub.map { SubjectKey(appleSub: $0).bits }

    func address(_ text: BorrowedText, isClaimed: Bool) -> Address {
      let key = keys.key(ofEmail: text, in: account)
      let isPrivate = isClaimed && claim == true || isPrivateAddress && key == keys.email
      return Address(text, key: key, isPrivate ? .relay : emails.classify(text), in: arena)
    }
    let appleEmail = claimedEmail.map { address($0, isClaimed: true) }
    let email = account.email.map {
      // Nearly always the same bytes: one text serves for both.
      if let appleEmail, let claimedEmail, claimedEmail.isEqual(to: $0) { return appleEmail }
      // The claim is about the address that Apple gave: the credential's, or the only one there is.
      return address(
        $0, isClaimed: appleEmail == nil || claim == true && appleEmail?.text.string == NormalText.email($0))
    }
    self.appleEmail = appleEmail
    self.email = email

    displayName = account.identifyingName.map { arena.copy($0) }
    let others = account.hasOtherContacts
    let hasCredentials = account.credentials.count > appleCount || !account.secondFactorPhones.isEmpty
    if hasCredentials || others {
      var all = hasCredentials ? Self.identifiers(of: account, keys, &emails, arena) : []
      if others {
        all += account.otherContacts(privateEmails: privateEmails, &emails).map { contact in
          Identifier(
            provider: arena.copy(contact.object), rawID: arena.copy(contact.value), email: nil, phone: nil,
            role: .profile)
        }
      }
      identifiers = arena.copy(all)
    } else {
      identifiers = .init(start: nil, count: 0)
    }
    guard hasCredentials || hasPassword || phone != nil else {
      providers = BorrowedText(hasAppleCredential ? "apple.com" : "")
      return
    }
    var names = identifiers.compactMap { $0.role == .credential ? $0.provider : nil }
    if hasAppleCredential { names.append(BorrowedText("apple.com")) }
    // Exports have no credential for either: a password hash and a number stand for them.
    if hasPassword { names.append(BorrowedText("password")) }
    if phone != nil { names.append(BorrowedText("phone")) }
    providers = arena.join(names)
  }

  private static func identifiers(
    of account: AccountSketch, _ keys: AccountKeys, _ emails: inout EmailClassifier, _ arena: TextArena
  ) -> [Identifier] {
    var all: [Identifier] = []
    for credential in account.credentials where !credential.isApple {
      all.append(
        Identifier(
          provider: arena.copy(credential.provider), rawID: credential.rawID.map { arena.copy($0) },
          email: credential.email.map {
            Address($0, key: keys.key(ofEmail: $0, in: account), emails.classify($0), in: arena)
          },
          phone: credential.phone.map { arena.copyPhone($0) }, role: .credential))
    }
    for phone in account.secondFactorPhones {
      // An obfuscated number stays as it is: its stars say how much of it is unknown.
      let number = NormalText.isObfuscated(phone: phone.string) ? arena.copy(phone) : arena.copyPhone(phone)
      all.append(Identifier(provider: BorrowedText("phone"), rawID: nil, email: nil, phone: number, role: .factor))
    }
    guard all.count > 1 else { return all }
    all.sort { $0.precedes($1) }
    return all.indices.filter { $0 == 0 || !all[$0].isEqual(to: all[$0 - 1]) }.map { all[$0] }
  }
}

extension AccountSketch {
  /// Apple's credential, and how many there are. Of several, what the one with the least `sub` lacks is taken from the
  /// next, so that the order of credentials does not matter.
  fileprivate var appleCredential: (CredentialSketch?, count: Int) {
    var apple: CredentialSketch?
    var count = 0
    // By position: an iterator would count references to the list of each account.
    for index in credentials.indices where credentials[index].isApple {
      if apple == nil { apple = credentials[index] }
      count += 1
    }
    guard count > 1 else { return (apple, count) }
    let all = credentials.filter(\.isApple).sorted { ($0.rawID ?? .empty).precedes($1.rawID ?? .empty) }
    apple?.rawID = all.lazy.compactMap(\.rawID).first
    apple?.email = all.lazy.compactMap(\.email).first
    apple?.isPrivateEmail = all.lazy.compactMap(\.isPrivateEmail).first
    return (apple, count)
  }
}

extension CredentialSketch {
  var isApple: Bool { provider.isEqual(to: "apple.com") }
}

extension TextArena {
  fileprivate func copyEmail(_ text: BorrowedText) -> BorrowedText {
    NormalText.isNormal(email: text) ? copy(text) : copy(NormalText.email(text))
  }

  fileprivate func copyPhone(_ text: BorrowedText) -> BorrowedText { copy(NormalText.phone(text)) }

  /// Each once, sorted.
  fileprivate func join(_ names: [BorrowedText]) -> BorrowedText {
    var all: [UInt8] = []
    var last: BorrowedText?
    for name in names.sorted(by: { $0.precedes($1) }) where last.map({ !$0.isEqual(to: name) }) ?? true {
      if last != nil { all.append(UInt8(ascii: " ")) }
      all += name
      last = name
    }
    return copy(all)
  }
}
