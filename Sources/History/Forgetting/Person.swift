import Evidence
package import Storage

/// A person whom the store is to forget: an account, or somebody whom evidence or reports alone name.
package struct Person: Sendable {
  package let project: String
  /// Nil for somebody whom no export showed.
  package let account: Int64?
  package let tenant: String?
  /// The key that tells the account from all others of the project.
  let accountKey: UInt64?
  package internal(set) var names: PersonNames
  /// Ids of requests to delete the account.
  package internal(set) var requests: Set<String> = []
  /// The keys among `names.keys` that other accounts bear as well.
  var shared: Set<UInt64> = []
  /// Ids of the remembered records about the person.
  var records: Set<Int64> = []
  /// The keys under which the store has accounts of the person that were out of scope.
  var outside: Set<UInt64> = []

  /// Whether the store's tables have anything of the person. Reports may, even where the tables have nothing.
  package var isKnown: Bool { account != nil || !records.isEmpty || !outside.isEmpty }

  /// The names that no other account has, as texts.
  package var ownTexts: Set<String> {
    func own(_ texts: Set<String>, _ name: (String) -> PersonName) -> Set<String> {
      texts.filter { !shared.contains(name($0).key) }
    }
    return own(names.uids, PersonName.uid).union(own(names.subs, PersonName.appleSub))
      .union(own(names.emails, PersonName.email)).union(own(names.phones, PersonName.phone)).union(names.others)
  }

  /// What the store keeps hashes of; true for what other accounts bear as well.
  var hashed: [ForgottenHash.Name: Bool] {
    var all: [ForgottenHash.Name: Bool] = [:]
    for key in names.keys { all[.key(key)] = shared.contains(key) }
    for request in requests { all[.request(request)] = false }
    for key in outside.union([accountKey].compactMap { $0 }) { all[.account(key)] = false }
    return all
  }
}

/// Finds the person whom a name means.
package enum PersonSearch {
  package enum Result: Sendable {
    case person(Person)
    /// The name fits several accounts: how many, and the uids and tenants of some.
    case several(count: Int, shown: [Candidate])
  }

  package struct Candidate: Hashable, Comparable, Sendable {
    package var uid: String
    package var tenant: String?

    /// - Parameter name: of a tenant; empty for none, nil for any.
    func isOf(_ name: String?) -> Bool { name == nil || tenant ?? "" == name }

    package static func < (left: Candidate, right: Candidate) -> Bool {
      (left.uid, left.tenant ?? "") < (right.uid, right.tenant ?? "")
    }
  }

  private static let shownCandidates = 5

  /// - Parameter tenant: the account's; nil for any, empty for an account without one.
  /// - Returns: a person without account and records where the store lacks the name. Reports may have it.
  /// - Throws: `StorageError`.
  package static func find(
    _ name: PersonName, tenant: String?, project: String, in store: Connection
  ) throws -> Result {
    let records = PersonRecords(store: store, project: project)
    var names = PersonNames()
    names.add(name)
    try records.addAliases(to: &names)
    var accounts: [Int64: Candidate] = [:]
    for account in try candidates(name, names.keys, records, project, in: store) {
      guard let candidate = try candidate(account, in: store), candidate.isOf(tenant) else { continue }
      accounts[account] = candidate
    }
    var strangers: [Candidate: UInt64] = [:]
    let own = tenant?.isEmpty == true ? nil : tenant
    if case .uid(let uid) = name {
      if accounts.isEmpty { strangers[Candidate(uid: uid, tenant: own)] = name.key }
    } else {
      let known = Set(accounts.values.map(\.uid))
      strangers = try records.strangers(named: names.keys).filter {
        !known.contains($0.key.uid) && $0.key.isOf(tenant)
      }
    }
    let outside = try outside(name, names, own, project, isAlone: accounts.isEmpty && strangers.isEmpty, in: store)
    guard outside.count < 2 else { return .several(count: outside.count, shown: []) }
    guard accounts.count + strangers.count < 2 else {
      let all = Array(accounts.values) + strangers.keys
      return .several(count: all.count, shown: Array(all.sorted().prefix(shownCandidates)))
    }
    var person = try person(accounts.first?.key, strangers.first, names, own, records)
    let keys = outside.union([person.accountKey].compactMap { $0 })
    person.outside = try NameLog.accounts(bearing: [], among: keys, of: project, in: store)
    return .person(person)
  }

  /// The keys of accounts out of scope that the name may mean; of such accounts the store knows keys alone.
  ///
  /// - Parameter isAlone: whether it means nobody else.
  private static func outside(
    _ name: PersonName, _ names: PersonNames, _ tenant: String?, _ project: String, isAlone: Bool, in store: Connection
  ) throws -> Set<UInt64> {
    if case .uid(let uid) = name { return [NamePair.account(uid: uid, tenant: tenant)] }
    return isAlone ? try NameLog.accounts(bearing: names.keys, among: [], of: project, in: store) : []
  }

  private static func person(
    _ account: Int64?, _ stranger: (key: Candidate, value: UInt64)?, _ given: PersonNames, _ tenant: String?,
    _ records: PersonRecords
  ) throws -> Person {
    let accounts = AccountNames(store: records.store, project: records.project)
    var names = given
    var person: Person
    if let account, let place = try accounts.place(of: account) {
      let own = try accounts.names(of: account)
      names = own
      names.keys.formUnion(given.keys)
      person = Person(
        project: records.project, account: account, tenant: place.tenant, accountKey: place.key, names: names)
    } else {
      if let stranger {
        names.uids.formUnion(stranger.key.uid.isEmpty ? [] : [stranger.key.uid])
        names.keys.insert(stranger.value)
      }
      person = Person(
        project: records.project, account: nil, tenant: stranger?.key.tenant ?? tenant, accountKey: nil, names: names)
    }
    try records.collect(for: &person, accounts)
    return person
  }

  private static func candidates(
    _ name: PersonName, _ keys: Set<UInt64>, _ records: PersonRecords, _ project: String, in store: Connection
  ) throws -> Set<Int64> {
    if case .uid(let uid) = name {
      return Set(
        try store.all(
          sql: "SELECT account FROM main.stored_account WHERE project = ? AND uid = ?", arguments: [project, uid]
        ) { $0.integer(0) })
    }
    let bearers = try AccountNames(store: store, project: project).bearers(of: keys)
    return bearers.values.reduce(try records.accounts(named: keys)) { $0.union($1) }
  }

  private static func candidate(_ account: Int64, in store: Connection) throws -> Candidate? {
    try store.first(sql: "SELECT uid, tenant FROM main.stored_account WHERE account = ?", arguments: [account]) {
      Candidate(uid: $0.text(0), tenant: $0.optionalText(1))
    }
  }
}
