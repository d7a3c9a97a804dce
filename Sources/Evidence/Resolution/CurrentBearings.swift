import Storage

/// Since when the accounts that this run's exports show bear their names. It is asked only for names that several
/// accounts bear, which are few.
final class CurrentBearings {
  private let account: SelectStatement
  private let identifiers: SelectStatement
  private var known: [Int64: [NameBearing]] = [:]
  private var sharedNames: [UInt64: Shared] = [:]

  /// The bearings of all accounts by one name and its aliases.
  struct Shared {
    /// In the order in which exports first showed them.
    let bySight: [NameBearing]
    /// In the order of the earliest times at which they may have begun.
    let byStart: [NameBearing]
  }

  /// To be used when all accounts are read.
  ///
  /// - Throws: `StorageError`.
  init(_ database: Connection) throws {
    account = try SelectStatement(
      database,
      """
      SELECT uid, tenant, created_at, first_seen_at, email, email_seen_at, email_absent_at, phone, phone_seen_at,
        phone_absent_at, CASE WHEN apple_credential THEN apple_sub END, apple_email, apple_seen_at, apple_absent_at
      FROM accounts.account_row WHERE account = ? AND present
      """)
    identifiers = try SelectStatement(
      database,
      """
      SELECT email, phone, seen_at, absent_at FROM accounts.identifier_row
      WHERE account = ? AND \(IdentifierRole.isShown)
      """)
  }

  /// The bearings of one account by names that are aliases of `canonical`.
  ///
  /// - Throws: `StorageError`.
  func of(_ number: Int64, _ aliases: Aliases, _ canonical: UInt64) throws -> [NameBearing] {
    try of(number).filter { aliases.canonical($0.name) == canonical }
  }

  /// The bearings by the aliases of `canonical`, which are read and sorted once.
  ///
  /// - Parameter accounts: with one of these names.
  /// - Throws: `StorageError`.
  func shared(_ canonical: UInt64, _ aliases: Aliases, _ accounts: () -> [Int64]) throws -> Shared {
    if let shared = sharedNames[canonical] { return shared }
    let all = try accounts().flatMap { try of($0, aliases, canonical) }
    let shared = Shared(bySight: all.sorted { $0.seen < $1.seen }, byStart: all.sorted { $0.start < $1.start })
    sharedNames[canonical] = shared
    return shared
  }

  /// The bearings of one account, its uid first; none for an account that is not shown.
  ///
  /// - Throws: `StorageError`.
  func of(_ number: Int64) throws -> [NameBearing] {
    let all = try known[number] ?? read(number)
    known[number] = all
    return all
  }

  private func read(_ number: Int64) throws -> [NameBearing] {
    account.start(number)
    // An open query would keep the worker from reading the file of accounts as it is afterwards.
    defer { account.reset() }
    guard try account.next() else { return [] }
    var found: [NameBearing] = []
    let (tenant, createdAt) = (account.optionalText(1), account.optionalInteger(2))
    let firstSeen = account.integer(3)
    func add(_ key: SubjectKey, _ seen: Int64?, _ absent: Int64?) {
      found.append(
        NameBearing(
          account: number, name: key.bits, seen: seen ?? firstSeen, absent: absent, createdAt: createdAt,
          tenant: tenant))
    }
    func add(email: String, _ seen: Int64?, _ absent: Int64?) {
      add(SubjectKey(email: email), seen, absent)
      add(.hashed(email: email), seen, absent)
    }
    add(SubjectKey(uid: account.text(0)), firstSeen, nil)
    if let email = account.optionalText(4) { add(email: email, account.optionalInteger(5), account.optionalInteger(6)) }
    if let phone = account.optionalText(7), let key = SubjectKey.named(phone: phone) {
      add(key, account.optionalInteger(8), account.optionalInteger(9))
    }
    let (apple, without) = (account.optionalInteger(12), account.optionalInteger(13))
    if let sub = account.optionalText(10) { add(SubjectKey(appleSub: sub), apple, without) }
    if let email = account.optionalText(11) { add(email: email, apple, without) }
    identifiers.start(number)
    while try identifiers.next() {
      let (seen, absent) = (identifiers.integer(2), identifiers.optionalInteger(3))
      if let email = identifiers.optionalText(0) { add(email: email, seen, absent) }
      if let phone = identifiers.optionalText(1), let key = SubjectKey.named(phone: phone) { add(key, seen, absent) }
    }
    return found
  }
}
