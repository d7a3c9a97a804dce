import Storage

/// Makes persons out of deletion requests that match no account, past or present: what was asked for is judged even
/// when no export ever showed the account. The same goes for an account that is deleted, by its uid. The result does
/// not depend on the order of records.
struct ShadowBuilder {
  private struct Request {
    var ref: Int64
    var tenant: String?
    var keys: SubjectKeys
    var uid: String?
    var email: String?
    var appleSub: String?
  }

  /// A uid of a tenant, by its key.
  private struct Person: Hashable {
    var uid: UInt64?
    var tenant: String?

    init(uid: UInt64?, tenant: String?) {
      self.uid = uid
      self.tenant = tenant
    }

    init(_ request: Request) { self.init(uid: request.keys.uid, tenant: request.tenant) }
  }

  private let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  func build() throws {
    try makePersons()
    try SubjectResolver.attachByRequest(in: database, isComplete: true)
  }

  private func makePersons() throws {
    let requests = try fetch(kind: "= 'deletions'")
    // What fits several accounts is about nobody, whoever else has the name.
    let removals = try fetch(kind: "= 'account-deletions' AND \(isUnambiguous)").filter { $0.uid != nil }
    guard !requests.isEmpty || !removals.isEmpty else { return }
    let unmatched = requests + removals
    var groups: [[Request]] = []

    // A uid is one person.
    let withUID = Dictionary(grouping: unmatched.filter { $0.uid != nil }) { "\($0.tenant ?? "")\u{0}\($0.uid ?? "")" }
    for key in withUID.keys.sorted() { groups.append(withUID[key] ?? []) }
    let listed = Set(unmatched.map(\.ref))
    let others = try fetch(kind: "NOT IN ('deletions', 'consents', 'links') AND \(isUnambiguous)")
      .filter { !listed.contains($0.ref) }
    var groupsByName: [UInt64: [Int]] = [:]
    let groupsByUID = Dictionary(uniqueKeysWithValues: withUID.keys.sorted().enumerated().map { ($1, $0) })
    for (index, group) in groups.enumerated() {
      for request in group { add(names(of: request), of: index, to: &groupsByName) }
    }
    // Another record that knows the uid may know the person by other names as well.
    for other in others {
      guard let uid = other.uid, let index = groupsByUID["\(other.tenant ?? "")\u{0}\(uid)"] else { continue }
      add(names(of: other), of: index, to: &groupsByName)
    }

    // Requests without a uid belong to a person found so far, or share a person among themselves.
    var anonymous: [Request] = []
    for request in unmatched where request.uid == nil {
      if let index = match(request, in: groupsByName).first {
        groups[index].append(request)
      } else {
        anonymous.append(request)
      }
    }
    for group in joined(anonymous) {
      for request in group { add(names(of: request), of: groups.count, to: &groupsByName) }
      groups.append(group)
    }

    let insert = try RunTables.evidenceAccounts.insert(in: database)
    for (index, group) in groups.enumerated() {
      let number = Int64(-1 - index)
      func least(_ value: (Request) -> String?) -> String? { group.compactMap(value).min() }
      let email = least(\.email)
      try database.execute(
        sql: "INSERT INTO evidence.shadow VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [
          number, least(\.tenant), least(\.uid), email,
          email.map { session.settings.relayHosts.classify($0).name.description }, least(\.appleSub),
        ])
      for request in group { try insert.bind(number).bind(request.ref).run() }
    }
    for other in others {
      let indexes: [Int] =
        if let uid = other.uid {
          groupsByUID["\(other.tenant ?? "")\u{0}\(uid)"].map { [$0] } ?? []
        } else {
          match(other, in: groupsByName)
        }
      for index in indexes { try insert.bind(Int64(-1 - index)).bind(other.ref).run() }
    }
    var groupsByPerson: [Person: Int] = [:]
    for (index, group) in groups.enumerated() where group[0].uid != nil { groupsByPerson[Person(group[0])] = index }
    for (person, ref) in try linksAndConsents(of: unmatched) {
      if let index = groupsByPerson[person] { try insert.bind(Int64(-1 - index)).bind(ref).run() }
    }
  }

  private let isUnambiguous = "ref NOT IN (SELECT ref FROM \(RunTables.ambiguous.name))"

  private func fetch(kind: String) throws -> [Request] {
    let rows = try SelectStatement(
      database,
      """
      SELECT ref, tenant, uid_text, email_text, apple_sub_text, uid, apple_sub, email, email_sha256, phone
      FROM evidence.evidence_key k
      WHERE kind \(kind) AND coalesce(uid, apple_sub, email, email_sha256, phone) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM evidence.evidence_account e WHERE e.ref = k.ref)
      ORDER BY ref
      """)
    var requests: [Request] = []
    while try rows.next() {
      requests.append(
        Request(
          ref: rows.integer(0), tenant: rows.optionalText(1), keys: SubjectKeys(rows, from: 5),
          uid: rows.optionalText(2),
          email: rows.optionalText(3), appleSub: rows.optionalText(4)))
    }
    return requests
  }

  /// Links and consents that name the uid of such a person. Others of their kinds are not even looked at: they are as
  /// many as accounts.
  private func linksAndConsents(of requests: [Request]) throws -> [(person: Person, ref: Int64)] {
    try database.execute(sql: "CREATE TEMP TABLE shadow_uid (uid INTEGER PRIMARY KEY)")
    defer { try? database.execute(sql: "DROP TABLE temp.shadow_uid") }
    let insert = try WriteStatement(database, "INSERT OR IGNORE INTO temp.shadow_uid (uid) VALUES (?)")
    for request in requests {
      if let uid = request.keys.uid { try insert.bind(Int64(bitPattern: uid)).run() }
    }
    return try database.all(
      sql: """
        SELECT uid, tenant, ref FROM evidence.evidence_key
        WHERE uid IN (SELECT uid FROM temp.shadow_uid) AND kind IN ('consents', 'links') AND \(isUnambiguous)
        """
    ) { row in
      (person: Person(uid: UInt64(bitPattern: row.integer(0)), tenant: row.optionalText(1)), ref: row.integer(2))
    }
  }

  /// The names below the uid, strongest first, each under all its aliases; an address is known by its hash as well.
  private func names(of request: Request) -> [UInt64] {
    var names = request.keys.withoutUID
    if let email = request.email { names.append(SubjectKey.hashed(email: email).bits) }
    return names.map(session.scope.aliases.canonical)
  }

  private func add(_ names: [UInt64], of group: Int, to table: inout [UInt64: [Int]]) {
    for name in names where table[name]?.contains(group) != true { table[name, default: []].append(group) }
  }

  private func match(_ request: Request, in table: [UInt64: [Int]]) -> [Int] {
    for name in names(of: request) {
      if let found = table[name], !found.isEmpty { return found }
    }
    return []
  }

  private func joined(_ requests: [Request]) -> [[Request]] {
    var joins = Aliases()
    for request in requests {
      let names = names(of: request)
      for name in names.dropFirst() { joins.join(names[0], name) }
    }
    let groups = Dictionary(grouping: requests) { request in
      names(of: request).first.map(joins.canonical) ?? UInt64(bitPattern: request.ref)
    }
    return groups.keys.sorted().map { groups[$0] ?? [] }
  }
}
