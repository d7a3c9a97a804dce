import Storage

/// Makes persons out of deletion requests that match no account, past or present, so that a request is judged even if
/// no export ever showed the account. The same goes for deleted accounts with a uid. The result does not depend on the
/// order of records.
struct ShadowBuilder {
  private struct Request {
    var ref: Int64
    var tenant: String?
    var keys: SubjectKeys
    var uid: String?
    var email: String?
    var appleSub: String?
    /// Its own time, in milliseconds.
    var at: Int64?

    /// The tenant and uid of its person; nil without a uid.
    var person: String? { uid.map { "\(tenant ?? "")\u{0}\($0)" } }
  }

  /// The persons found so far, by their places in `groups`.
  private struct Persons {
    /// The requests of each.
    var groups: [[Request]] = []
    /// By `Request.person`.
    var byUID: [String: Int] = [:]
    private var byName: [UInt64: [Int]] = [:]

    mutating func add(_ names: [UInt64], of person: Int) {
      for name in names where byName[name]?.contains(person) != true { byName[name, default: []].append(person) }
    }

    /// Those who bear the first of the names that anybody bears.
    func bearing(_ names: [UInt64]) -> [Int] {
      for name in names {
        if let found = byName[name], !found.isEmpty { return found }
      }
      return []
    }
  }

  private let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  func build() throws {
    try makePersons()
    try SubjectResolver.attachByRequest(in: database, isComplete: true)
    try SubjectResolver(session: session).preferRequests()
  }

  private func makePersons() throws {
    let requests = try fetch(kind: "= 'deletions'")
    // A record that fits several accounts belongs to nobody.
    let removals = try fetch(kind: "= 'account-deletions' AND \(RunTables.isUnambiguous)").filter { $0.uid != nil }
    guard !requests.isEmpty || !removals.isEmpty else { return }
    let unmatched = requests + removals
    let listed = Set(unmatched.map(\.ref))
    let kinds = "NOT IN ('deletions', 'consents', 'links') AND other_activity IS NULL"
    let others = try fetch(kind: "\(kinds) AND \(RunTables.isUnambiguous)").filter { !listed.contains($0.ref) }
    let persons = persons(of: unmatched, knownBy: others)
    let insert = try RunTables.evidenceAccounts.insert(in: database)
    for (index, group) in persons.groups.enumerated() {
      try write(group, as: Self.number(index))
      for request in group { try insert.bind(Self.number(index)).bind(request.ref).run() }
    }
    for other in others {
      let indexes = other.person.map { [persons.byUID[$0]].compactMap { $0 } } ?? persons.bearing(names(of: other))
      for index in indexes { try insert.bind(Self.number(index)).bind(other.ref).run() }
    }
    for (index, ref) in try linksConsentsAndActivity(of: persons) {
      try insert.bind(Self.number(index)).bind(ref).run()
    }
  }

  private static func number(_ index: Int) -> Int64 { Int64(-1 - index) }

  /// - Parameter others: further records, which may know a person's uid and other names as well.
  private func persons(of requests: [Request], knownBy others: [Request]) -> Persons {
    var persons = Persons()
    func add(_ group: [Request]) {
      for request in group { persons.add(names(of: request), of: persons.groups.count) }
      persons.groups.append(group)
    }
    // A uid is one person.
    let withUID = Dictionary(grouping: requests, by: \.person)
    for uid in withUID.keys.compactMap({ $0 }).sorted() {
      persons.byUID[uid] = persons.groups.count
      add(withUID[uid] ?? [])
    }
    for other in others {
      if let index = other.person.flatMap({ persons.byUID[$0] }) { persons.add(names(of: other), of: index) }
    }
    // Requests without a uid belong to a person found so far, or share a person among themselves.
    var anonymous: [Request] = []
    for request in withUID[nil] ?? [] {
      if let index = persons.bearing(names(of: request)).first {
        persons.groups[index].append(request)
      } else {
        anonymous.append(request)
      }
    }
    for group in joined(anonymous) { add(group) }
    return persons
  }

  private func write(_ group: [Request], as number: Int64) throws {
    func least(_ value: (Request) -> String?) -> String? { group.compactMap(value).min() }
    let (uid, email, sub) = (least(\.uid), least(\.email), least(\.appleSub))
    let key = uid == nil && email == nil && sub == nil ? key(of: group) : nil
    try database.execute(
      sql: "INSERT INTO evidence.shadow VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        number, least(\.tenant), uid, email,
        email.map { session.settings.relayHosts.classify($0).name.description }, sub,
        key.map { Int64(bitPattern: $0) },
      ])
  }

  /// The strongest name of the first record. A later one that has further names makes no other person of it.
  private func key(of group: [Request]) -> UInt64? {
    let first = group.compactMap(\.at).min()
    return group.filter { $0.at == first }.compactMap(\.keys.all.first).min()
  }

  private func fetch(kind: String) throws -> [Request] {
    let rows = try SelectStatement(
      database,
      """
      SELECT ref, tenant, uid_text, email_text, apple_sub_text, uid, apple_sub, email, email_sha256, phone, at
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
          email: rows.optionalText(3), appleSub: rows.optionalText(4), at: rows.optionalInteger(10)))
    }
    return requests
  }

  /// Links, consents and other activity that name the uid of such a person. Others are not read, since they are as many
  /// as accounts.
  private func linksConsentsAndActivity(of persons: Persons) throws -> [(person: Int, ref: Int64)] {
    try database.execute(sql: "CREATE TEMP TABLE shadow_uid (uid INTEGER PRIMARY KEY)")
    defer { try? database.execute(sql: "DROP TABLE temp.shadow_uid") }
    let insert = try WriteStatement(database, "INSERT OR IGNORE INTO temp.shadow_uid (uid) VALUES (?)")
    struct Key: Hashable {
      var uid: Int64
      var tenant: String?
    }
    var indexes: [Key: Int] = [:]
    for index in persons.byUID.values.sorted() {
      guard let first = persons.groups[index].first, let uid = first.keys.uid else { continue }
      let key = Key(uid: Int64(bitPattern: uid), tenant: first.tenant)
      indexes[key] = index
      try insert.bind(key.uid).run()
    }
    return try database.all(
      sql: """
        SELECT uid, tenant, ref FROM evidence.evidence_key
        WHERE uid IN (SELECT uid FROM temp.shadow_uid) AND (kind IN ('consents', 'links') OR other_activity)
          AND \(RunTables.isUnambiguous)
        """
    ) { row in
      indexes[Key(uid: row.integer(0), tenant: row.optionalText(1))].map { (person: $0, ref: row.integer(2)) }
    }.compactMap { $0 }
  }

  /// The names below the uid, strongest first, each under all its aliases; an address is known by its hash as well.
  private func names(of request: Request) -> [UInt64] {
    var names = request.keys.withoutUID
    if let email = request.email { names.append(SubjectKey.hashed(email: email).bits) }
    return names.map(session.scope.aliases.canonical)
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
