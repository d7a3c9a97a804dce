/// The accounts that evidence may mean by each name, for the names that evidence uses and no others.
struct AccountsByName {
  /// One account for nearly every name: an array for each took 60 MB of a night of ten million.
  struct Table {
    private var first: [UInt64: Int64] = [:]
    private var others: [UInt64: Set<Int64>] = [:]

    /// Each account once, in no order that matters.
    subscript(_ name: UInt64) -> [Int64] {
      guard let first = first[name] else { return [] }
      return [first] + (others[name] ?? [])
    }

    func has(_ name: UInt64) -> Bool { first[name] != nil }

    func has(_ name: UInt64, where isWanted: (Int64) -> Bool) -> Bool {
      first[name].map(isWanted) == true || others[name]?.contains(where: isWanted) == true
    }

    /// Whether more accounts than a few have the name, such as the address that an app gives to all deleted accounts.
    func isWidelyShared(_ name: UInt64) -> Bool { others[name].map { $0.count >= 16 } ?? false }

    mutating func add(_ account: Int64, under name: UInt64) {
      guard let known = first[name] else {
        first[name] = account
        return
      }
      if known != account { others[name, default: []].insert(account) }
    }
  }

  /// The facts of a record that narrow down whom its names mean.
  struct Naming {
    var tenant: String?
    /// Milliseconds. A name other than a uid does not mean an account that was created later.
    var createdBefore: Int64?
    /// The record's own time, in milliseconds.
    var at: Int64?
    /// Whether it is about every account with the name: Apple's notifications are about a person, not an account.
    var meansEveryBearer: Bool
  }

  struct Match {
    var accounts: Set<Int64> = []
    /// The names fit several accounts, so the record belongs to none.
    var isAmbiguous = false
  }

  /// Accounts by the names that the run's exports show.
  private var current = Table()
  /// Accounts by names that the run's exports no longer show.
  private var past: [UInt64: [NameBearing]] = [:]
  /// Accounts out of scope, by names that an account in scope has or had as well. Each has a negative number.
  private var strangers: [UInt64: [NameBearing]] = [:]
  private var tenants: [Int64: String] = [:]
  /// The creation times of accounts that the run's exports show and evidence names.
  private var creations: [Int64: Int64] = [:]

  /// The number of any account out of scope that the run's exports show; only its names are known.
  private static let stranger: Int64 = 0

  mutating func add(_ account: Int64, _ stored: StoredAccount, in scope: AccountScope) {
    guard scope.hasNames else { return }
    var isNamed = false
    stored.forEachName(withHashes: scope.namesByHash) { key in
      guard let name = scope.namedKey(key) else { return }
      isNamed = true
      current.add(account, under: name)
    }
    guard isNamed else { return }
    if let tenant = stored.tenant { tenants[account] = tenant.string }
    if let createdAt = stored.createdAt { creations[account] = createdAt }
  }

  mutating func add(_ bearing: NameBearing, in scope: AccountScope) {
    guard let name = scope.namedKey(bearing.name) else { return }
    past[name, default: []].append(bearing)
    if let tenant = bearing.tenant { tenants[bearing.account] = tenant }
  }

  /// - Parameter bearing: of an account out of scope.
  mutating func addStranger(_ bearing: NameBearing, in scope: AccountScope) {
    if let name = scope.namedKey(bearing.name) { strangers[name, default: []].append(bearing) }
  }

  /// Whether an account in scope bears or bore a name, which stands for all its aliases.
  func isKnown(_ name: UInt64) -> Bool { current.has(name) || past[name] != nil }

  /// Whether an earlier night showed the account with the name.
  func hasBorne(_ account: Int64, _ name: UInt64, in scope: AccountScope) -> Bool {
    past[scope.aliases.canonical(name)]?.contains { $0.account == account } ?? false
  }

  /// Whether this run's exports show an account in scope with the name.
  func isShown(_ name: UInt64, aliases: Aliases) -> Bool { !current[aliases.canonical(name)].isEmpty }

  /// Every account that bears or bore a name, in whatever tenant and at whatever time.
  func accounts(bearing name: UInt64, aliases: Aliases) -> Set<Int64> {
    let name = aliases.canonical(name)
    return Set(current[name] + (past[name] ?? []).map(\.account))
  }

  /// The account of a record. A uid decides alone. Otherwise the strongest name decides; if it fits several accounts, a
  /// weaker one may decide between them.
  ///
  /// - Throws: `StorageError`.
  func match(
    _ keys: SubjectKeys, _ naming: Naming, in scope: AccountScope, _ bearings: CurrentBearings
  ) throws -> Match {
    var open: Set<Int64>?
    let names = keys.uid.map { [$0] } ?? keys.withoutUID
    for (index, name) in names.enumerated() {
      if open == nil, keys.uid == nil, try isCertainlyAmbiguous(name, naming, scope, bearings),
        !names[(index + 1)...].contains(where: { mayMeanAnybody($0, scope) })
      {
        return Match(isAmbiguous: true)
      }
      var found = try bearers(of: name, isUID: keys.uid != nil, naming, scope, bearings)
      if naming.meansEveryBearer { found = found.filter(Self.isInScope) }
      guard !found.isEmpty else { continue }
      let fitting = open.map(found.intersection) ?? found
      guard !fitting.isEmpty else { continue }
      if fitting.count == 1 || naming.meansEveryBearer || !fitting.contains(where: Self.isInScope) {
        return Match(accounts: fitting.filter(Self.isInScope))
      }
      open = fitting
    }
    return Match(isAmbiguous: open != nil)
  }

  /// Whether two accounts are found that fit a widely shared name, however the others may fit. Then `bearers` need not
  /// go through thousands of accounts for each record. False where that is not seen at once.
  private func isCertainlyAmbiguous(
    _ name: UInt64, _ naming: Naming, _ scope: AccountScope, _ bearings: CurrentBearings
  ) throws -> Bool {
    let canonical = scope.aliases.canonical(name)
    guard !naming.meansEveryBearer, current.isWidelyShared(canonical) else { return false }
    // An account of the record's tenant, or of none, is among the bearers whatever the tenants of the others are.
    func isBearer(_ account: Int64) -> Bool {
      guard Self.isInScope(account), tenants[account] == naming.tenant else { return false }
      guard let limit = naming.createdBefore, let createdAt = creations[account] else { return true }
      return createdAt <= limit
    }
    // One account in scope and one out of it are two.
    if naming.tenant == nil, scope.isInSnapshot(name) { return current.has(canonical, where: isBearer) }
    let shared = try bearings.shared(canonical, scope.aliases) { current[canonical] }
    func haveTwoBearers(_ fitting: some Sequence<NameBearing>) -> Bool {
      var first: Int64?
      for bearing in fitting where bearing.name == name && bearing.account != first && isBearer(bearing.account) {
        if first != nil { return true }
        first = bearing.account
      }
      return false
    }
    guard let time = naming.at else { return haveTwoBearers(shared.bySight) }
    // These bearings have no end: from its first sight on, each is certain.
    if let bearing = shared.bySight.first, bearing.seen <= time {
      return haveTwoBearers(shared.bySight.lazy.prefix { $0.seen <= time })
    }
    // Where none is certain, all that are possible count, since nobody succeeds an account that still bears the name.
    let rest = [past[canonical], strangers[canonical]].compactMap { $0 }.joined()
    guard !rest.contains(where: { $0.isCertain(at: time) }) else { return false }
    return haveTwoBearers(shared.byStart.lazy.prefix { $0.start <= time }.filter { $0.isPossible(at: time) })
  }

  /// Whether the name can be that of any account, in scope or not.
  private func mayMeanAnybody(_ name: UInt64, _ scope: AccountScope) -> Bool {
    isKnown(scope.aliases.canonical(name)) || scope.isInSnapshot(name)
  }

  private static func isInScope(_ account: Int64) -> Bool { account > stranger }

  /// The accounts that a record without a tenant may mean, of accounts with a tenant and without one. One without a
  /// tenant comes first, unless it bore the name at another time.
  ///
  /// - Parameters:
  ///   - bearings: of one name.
  ///   - present: accounts that bear it now.
  private func withoutTenant(_ bearings: [NameBearing], present: [Int64], at time: Int64?) -> Set<Int64> {
    let bearers = NameBearing.bearers(of: bearings, at: time)
    let plain = bearers.filter { tenants[$0] == nil }
    guard !plain.isEmpty, let time else { return plain.isEmpty ? bearers : plain }
    let isCertain = { (account: Int64) in
      bearings.contains { $0.account == account && $0.isCertain(at: time) } || present.contains(account)
    }
    // Where one of them lost the name to the other, and exports do not tell when, nobody can tell whom it means.
    return bearers.allSatisfy(isCertain) ? plain : bearers
  }

  /// Numbers that are not positive stand for accounts out of scope.
  private func bearers(
    of name: UInt64, isUID: Bool, _ naming: Naming, _ scope: AccountScope, _ bearings: CurrentBearings
  ) throws -> Set<Int64> {
    let canonical = scope.aliases.canonical(name)
    func isAdmitted(_ account: Int64, _ createdAt: Int64?) -> Bool {
      if let tenant = naming.tenant, tenants[account] != tenant { return false }
      guard !isUID, let limit = naming.createdBefore, let createdAt else { return true }
      return createdAt <= limit
    }
    var present = current[canonical].filter { isAdmitted($0, creations[$0]) }
    // Of a uid that was given anew, a former name belongs to the account before, which was made at another time.
    var earlier = (past[canonical] ?? []).filter { isAdmitted($0.account, $0.createdAt) }
    // A record without a tenant means the account without one, where there is such an account.
    let isOfProject = { (account: Int64) in tenants[account] == nil }
    let hasPlain = present.contains(where: isOfProject) || earlier.contains { isOfProject($0.account) }
    if naming.tenant == nil, hasPlain, !tenants.isEmpty {
      let all = Set(present + earlier.map(\.account))
      let meant =
        isUID || all.allSatisfy(isOfProject)
        ? all.filter(isOfProject)
        : try withoutTenant(
          earlier + present.flatMap { try bearings.of($0, scope.aliases, canonical) }, present: present, at: naming.at)
      present = present.filter(meant.contains)
      earlier = earlier.filter { meant.contains($0.account) }
    }
    // Their tenants are not known.
    let others = isUID || naming.tenant != nil || naming.meansEveryBearer ? [] : strangers[canonical] ?? []
    // Within a tenant, a uid belongs to one account.
    let isShared = naming.tenant == nil && !(isUID && hasPlain) && scope.isInSnapshot(name)
    let accounts = Set(present + earlier.map(\.account))
    guard isShared else {
      guard accounts.count > 1 || !accounts.isEmpty && !others.isEmpty else { return accounts }
      let all = try earlier + others + present.flatMap { try bearings.of($0, scope.aliases, canonical) }
      // After a team transfer, an account with the name itself comes before one with its alias, unless only the latter
      // existed at the time.
      let exact = all.filter { $0.name == name }
      let isPossible = { (bearing: NameBearing) in naming.at.map(bearing.isPossible) ?? true }
      let isTold =
        Set(exact.map(\.account)).count == 1 && !naming.meansEveryBearer
        && (exact.contains(where: isPossible) || !all.contains(where: isPossible))
      return NameBearing.bearers(of: isTold ? exact : all, at: naming.at)
    }
    guard present.isEmpty, let time = naming.at else { return accounts.union([Self.stranger]) }
    let possible = (earlier + others).filter { $0.isPossible(at: time) }
    let certain = possible.filter { $0.isCertain(at: time) }
    return certain.isEmpty ? Set(possible.map(\.account)).union([Self.stranger]) : Set(certain.map(\.account))
  }
}

extension StoredAccount {
  /// Calls `body` with the bits of each name by which evidence may know the account.
  ///
  /// - Parameter withHashes: with those of its addresses' hashes, which take long to work out.
  func forEachName(withHashes: Bool, _ body: (UInt64) -> Void) {
    func add(_ address: Address?) {
      guard let address else { return }
      body(address.key)
      if withHashes { body(SubjectKey.hashed(email: address.text.string).bits) }
    }
    body(uidKey)
    if let appleSubKey { body(appleSubKey) }
    add(email)
    if appleEmail?.key != email?.key { add(appleEmail) }
    if let phone, let key = SubjectKey.named(phone: phone) { body(key.bits) }
    for identifier in identifiers {
      add(identifier.email)
      if let phone = identifier.phone, let key = SubjectKey.named(phone: phone) { body(key.bits) }
    }
  }
}
