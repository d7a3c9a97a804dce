import Storage

/// Makes persons out of deletion requests that match no account, past or present: what was asked for is judged even when
/// no export ever showed the account. So are deletions of accounts, where there is more to judge: they were deleted in a
/// batch, or something happened on them. The result does not depend on the order of records.
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
    let requests = try fetch(kind: "= 'deletions'")
    let removals = try fetch(kind: "= 'account-deletions'").filter { $0.keys.uid != nil }
    guard !requests.isEmpty || !removals.isEmpty else { return }
    let activity = try activity(of: requests + removals)
    let batches = removals.isEmpty ? [] : try refsOfBatches()
    let active = Set(activity.map(\.person))
    let unmatched = requests + removals.filter { batches.contains($0.ref) || active.contains(Person($0)) }
    var groups: [[Request]] = []

    // A uid is one person.
    let withUID = Dictionary(grouping: unmatched.filter { $0.uid != nil }) { "\($0.tenant ?? "")\u{0}\($0.uid ?? "")" }
    for key in withUID.keys.sorted() { groups.append(withUID[key] ?? []) }
    let listed = Set(unmatched.map(\.ref))
    let others = try fetch(kind: "NOT IN ('deletions', 'consents', 'links')").filter { !listed.contains($0.ref) }
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

    let insert = try WriteStatement(database, into: "evidence.evidence_account", columns: ["account", "ref"])
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
    let groupsByPerson = Dictionary(
      groups.enumerated().compactMap { index, group in group[0].keys.uid.map { _ in (Person(group[0]), index) } },
      uniquingKeysWith: { first, _ in first })
    for record in activity where record.isOfOtherKind {
      if let index = groupsByPerson[record.person] { try insert.bind(Int64(-1 - index)).bind(record.ref).run() }
    }
    try Self.attachByRequest(in: database)
  }

  /// A revocation, or the status of a request, whose subject says nothing belongs to the persons of the deletion request that it names.
  static func attachByRequest(in database: Connection) throws {
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO evidence.evidence_account
        SELECT e.account, r.ref FROM evidence.evidence_key r
        JOIN evidence.evidence_key d ON d.kind = 'deletions' AND d.request_id = r.request_id AND d.ref <> r.ref
        JOIN evidence.evidence_account e ON e.ref = d.ref
        WHERE (r.kind = 'revocations' OR r.kind = 'deletions') AND r.uid IS NULL
          AND NOT EXISTS (SELECT 1 FROM evidence.evidence_account x WHERE x.ref = r.ref)
        """)
  }

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

  /// Sign-ins, links and consents that name the uid of a request or removal.
  private func activity(of requests: [Request]) throws -> [(ref: Int64, person: Person, isOfOtherKind: Bool)] {
    try database.execute(sql: "CREATE TEMP TABLE unmatched_uid (uid INTEGER PRIMARY KEY)")
    defer { try? database.execute(sql: "DROP TABLE temp.unmatched_uid") }
    let insert = try WriteStatement(database, "INSERT OR IGNORE INTO temp.unmatched_uid (uid) VALUES (?)")
    for case let uid? in requests.map(\.keys.uid) { try insert.bind(Int64(bitPattern: uid)).run() }
    // One scan: the keys have no index by uid, and consents are as many as accounts.
    return try database.all(
      sql: """
        SELECT ref, uid, tenant, kind FROM evidence.evidence_key
        WHERE uid IN (SELECT uid FROM temp.unmatched_uid) AND kind IN ('sign-ins', 'links', 'consents')
        """
    ) { row in
      (
        ref: row.integer(0), person: Person(uid: UInt64(bitPattern: row.integer(1)), tenant: row.optionalText(2)),
        // The others are fetched with all that names persons.
        isOfOtherKind: row.text(3) != EvidenceKind.signIns.rawValue
      )
    }
  }

  private func refsOfBatches() throws -> Set<Int64> {
    Set(
      try database.all(
        sql: """
          SELECT ref FROM \(AccountDeletionWriter.data.name) WHERE method = '\(AccountDeletionMethod.batch.rawValue)'
          """
      ) { $0.integer(0) })
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
