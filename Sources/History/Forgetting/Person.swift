import Evidence
package import Storage

/// A person whom the store is to forget: an account, or somebody whom evidence or reports alone name.
package struct Person: Sendable {
  package let project: String
  /// Nil for somebody whom no export showed.
  package let account: Int64?
  package let tenant: String?
  /// Of the account among all of the project.
  let accountKey: UInt64?
  package internal(set) var names: PersonNames
  /// Ids of requests to delete the account.
  package internal(set) var requests: Set<String> = []
  /// Of `names.keys`, those that other accounts bear as well.
  var shared: Set<UInt64> = []
  /// Ids of the remembered records about the person.
  var records: Set<Int64> = []

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
    if let accountKey { all[.account(accountKey)] = false }
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

    package static func < (left: Candidate, right: Candidate) -> Bool {
      (left.uid, left.tenant ?? "") < (right.uid, right.tenant ?? "")
    }
  }

  private static let shownCandidates = 5

  /// - Parameter tenant: the account's; nil for any.
  /// - Returns: a person without account and records where the store does not know the name. Reports may do.
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
      guard let candidate = try candidate(account, in: store), tenant == nil || candidate.tenant == tenant else {
        continue
      }
      accounts[account] = candidate
    }
    var strangers: [Candidate: UInt64] = [:]
    if case .uid(let uid) = name {
      if accounts.isEmpty { strangers[Candidate(uid: uid, tenant: tenant)] = name.key }
    } else {
      let known = Set(accounts.values.map(\.uid))
      strangers = try records.strangers(named: names.keys).filter {
        !known.contains($0.key.uid) && (tenant == nil || $0.key.tenant == tenant)
      }
    }
    guard accounts.count + strangers.count < 2 else {
      let all = Array(accounts.values) + strangers.keys
      return .several(count: all.count, shown: Array(all.sorted().prefix(shownCandidates)))
    }
    return .person(try person(accounts.first?.key, strangers.first, names, tenant, records))
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
