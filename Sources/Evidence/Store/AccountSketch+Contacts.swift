/// Something besides credentials, email and phone that says who a person is.
struct OtherContact: Hashable {
  /// As findings name it: `initial-email`, `mfa-email`, or `claim:KEY`.
  var object: String
  /// Normalised.
  var value: String
}

extension AccountSketch {
  private static let contactLimit = 32
  private static let keyLimit = 100

  /// The display name, where it says who the person is, and no credential but Apple's brings it.
  var identifyingName: BorrowedText? {
    guard let name = displayName?.nonEmpty else { return nil }
    var addresses: [BorrowedText] = []
    if let email { addresses.append(email) }
    for index in credentials.indices {
      let credential = credentials[index]
      if let address = credential.email { addresses.append(address) }
      if !credential.isApple, let theirs = credential.displayName?.nonEmpty, theirs.isEqual(to: name) { return nil }
    }
    return DisplayName.identifies(name, uid: uid, addresses: addresses) ? name : nil
  }

  var hasOtherContacts: Bool { initialEmail != nil || !secondFactorEmails.isEmpty || !claims.isEmpty }

  /// Addresses and numbers that are neither Apple's nor judged as the account's own or another credential's.
  ///
  /// - Parameter privateEmails: addresses that Apple calls private, by their keys.
  func otherContacts(privateEmails: Set<UInt64>, _ emails: inout EmailClassifier) -> [OtherContact] {
    let (addresses, numbers) = (ownEmails, ownPhones)
    var found: [OtherContact] = []
    func add(_ object: String, _ value: String) {
      let contact = OtherContact(object: object, value: value)
      if found.count < Self.contactLimit, !found.contains(contact) { found.append(contact) }
    }
    func add(_ object: String, email: BorrowedText) {
      let key = SubjectKey(email: email).bits
      guard !isPrivate(email, key), !addresses.contains(key), emails.classify(email).isSomebodys else { return }
      add(object, NormalText.email(email))
    }
    // What is judged of a person rests on the records that share a name with the account (`SharedNames`).
    func isPrivate(_ email: BorrowedText, _ key: UInt64) -> Bool {
      privateEmails.contains(key)
        && (SharedNames.isOfApple(email) || secondFactorEmails.contains { $0.isEqual(to: email) })
    }
    if let initialEmail { add("initial-email", email: initialEmail) }
    for email in secondFactorEmails { add("mfa-email", email: email) }
    for claim in claims {
      let object = "claim:" + claim.key.string.prefix(Self.keyLimit)
      if !claim.isPhone {
        add(object, email: claim.value)
      } else if !numbers.contains(SubjectKey(phone: claim.value).bits) {
        add(object, NormalText.phone(claim.value))
      }
    }
    return found.sorted { ($0.object, $0.value) < ($1.object, $1.value) }
  }

  private var ownEmails: [UInt64] {
    ([email] + credentials.map(\.email)).compactMap { $0.map { SubjectKey(email: $0).bits } }
  }

  private var ownPhones: Set<UInt64> {
    Set(([phone] + credentials.map(\.phone) + secondFactorPhones).compactMap { $0.map { SubjectKey(phone: $0).bits } })
  }

  /// Of what `identifyingName` and `otherContacts` rest on; 0 where there is nothing of it.
  var contactsHash: UInt64 {
    var sum: UInt64 = 0
    func add(_ text: BorrowedText?, _ kind: UInt64) {
      guard let text else { return }
      var hash = ContentHash()
      hash.combine(kind)
      hash.combine(SubjectKey(uid: text).bits)
      sum &+= hash.value.mixed
    }
    add(displayName, 1)
    add(initialEmail, 2)
    for email in secondFactorEmails { add(email, 3) }
    for claim in claims {
      var hash = ContentHash()
      hash.combine(SubjectKey(uid: claim.key).bits)
      hash.combine(SubjectKey(uid: claim.value).bits)
      sum &+= hash.value.mixed
    }
    for index in credentials.indices { add(credentials[index].displayName, 4) }
    return sum
  }
}
