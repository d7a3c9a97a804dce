/// The accounts that evidence may mean by each name, for the names that evidence uses and no others.
package struct AccountsByName {
  /// By what an account is known.
  package struct Names {
    package var uid: String
    package var tenant: String?
    package var appleSub: String?
    /// The account's own addresses: the top-level one and Apple's.
    package var emails: [String]
    /// Addresses that only other credentials bring; they count where no account has the address as its own.
    package var otherEmails: [String]
    package var phones: [String]
    /// Milliseconds.
    package var createdAt: Int64?

    package init(
      uid: String, tenant: String?, appleSub: String?, emails: [String], otherEmails: [String], phones: [String],
      createdAt: Int64?
    ) {
      self.uid = uid
      self.tenant = tenant
      self.appleSub = appleSub
      self.emails = emails
      self.otherEmails = otherEmails
      self.phones = phones
      self.createdAt = createdAt
    }
  }

  /// One account for nearly every name: an array for each took 60 MB of a night of ten million.
  struct Table {
    private var first: [UInt64: Int64] = [:]
    private var others: [UInt64: [Int64]] = [:]

    subscript(_ name: UInt64) -> [Int64] {
      guard let first = first[name] else { return [] }
      return [first] + (others[name] ?? [])
    }

    mutating func add(_ account: Int64, under name: UInt64) {
      guard let known = first[name] else {
        first[name] = account
        return
      }
      if known != account, others[name]?.contains(account) != true { others[name, default: []].append(account) }
    }
  }

  private(set) var own = Table()
  private(set) var borrowed = Table()
  private var tenants: [Int64: String] = [:]
  /// Of accounts that are known by a name other than a uid, which may pass from one to another.
  private var creations: [Int64: Int64] = [:]

  mutating func add(_ account: Int64, _ stored: StoredAccount, in scope: AccountScope) {
    guard scope.hasNames, mayBeNamed(stored, in: scope) else { return }
    add(
      account,
      Names(
        uid: stored.uid.string, tenant: stored.tenant?.string, appleSub: stored.appleSub?.string,
        emails: [stored.email, stored.appleEmail].compactMap { $0?.text.string },
        otherEmails: stored.identifiers.compactMap { $0.email?.text.string },
        phones: ([stored.phone] + stored.identifiers.map(\.phone)).compactMap { $0?.string },
        createdAt: stored.createdAt),
      in: scope)
  }

  /// Evidence names few accounts, and to list all names of one takes longer than to see that it uses none of the first.
  private func mayBeNamed(_ stored: StoredAccount, in scope: AccountScope) -> Bool {
    func isNamed(_ key: UInt64?) -> Bool { key.map { scope.namedKey($0) != nil } == true }
    func isNamed(phone: BorrowedText?) -> Bool { isNamed(phone.map { SubjectKey(phone: $0).bits }) }
    return scope.namesByHash || isNamed(stored.uidKey) || isNamed(stored.appleSubKey) || isNamed(stored.email?.key)
      || stored.appleEmail?.key != stored.email?.key && isNamed(stored.appleEmail?.key) || isNamed(phone: stored.phone)
      || stored.identifiers.contains { isNamed($0.email?.key) || isNamed(phone: $0.phone) }
  }

  mutating func add(_ account: Int64, _ names: Names, in scope: AccountScope) {
    var isNamed = false
    func add(_ key: SubjectKey, to table: inout Table) {
      guard let bits = scope.namedKey(key.bits) else { return }
      isNamed = true
      table.add(account, under: bits)
    }
    add(SubjectKey(uid: names.uid), to: &own)
    if isNamed, let tenant = names.tenant { tenants[account] = tenant }
    isNamed = false
    if let sub = names.appleSub { add(SubjectKey(appleSub: sub), to: &own) }
    for phone in names.phones { add(SubjectKey(phone: phone), to: &own) }
    for email in names.emails {
      add(SubjectKey(email: email), to: &own)
      if scope.namesByHash { add(.hashed(email: email), to: &own) }
    }
    for email in names.otherEmails {
      add(SubjectKey(email: email), to: &borrowed)
      if scope.namesByHash { add(.hashed(email: email), to: &borrowed) }
    }
    guard isNamed else { return }
    if let tenant = names.tenant { tenants[account] = tenant }
    if let createdAt = names.createdAt { creations[account] = createdAt }
  }

  /// The accounts that a record means. A uid is authoritative: where there is one, no other name is tried.
  ///
  /// - Parameter before: milliseconds; a name other than a uid does not mean an account created after it.
  func accounts(named keys: SubjectKeys, tenant: String?, before: Int64?, aliases: Aliases) -> [Int64] {
    if let uid = keys.uid {
      return fitting(own[aliases.canonical(uid)], tenant: tenant)
    }
    for key in keys.withoutUID {
      for table in [own, borrowed] {
        let found = fitting(table[aliases.canonical(key)], tenant: tenant).filter { account in
          guard let before, let created = creations[account] else { return true }
          return created <= before
        }
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  /// A record without a tenant means the account without one where there is such an account, else all.
  private func fitting(_ accounts: [Int64], tenant: String?) -> [Int64] {
    if let tenant { return accounts.filter { tenants[$0] == tenant } }
    let plain = accounts.filter { tenants[$0] == nil }
    return plain.isEmpty ? accounts : plain
  }
}
