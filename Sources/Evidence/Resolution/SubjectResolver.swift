import Storage
import Timestamps

/// Finds the account of each record (docs/contract.md, section 4, "Who is who").
struct SubjectResolver {
  let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  /// Adds accounts that the run's exports no longer show, and former names of those that they do: evidence may mean
  /// them.
  ///
  /// - Parameter snapshot: of the run's exports.
  func addHistory(_ snapshot: Snapshot?) throws {
    if session.scope.hasNames { try addFormerNames(snapshot) }
    try addOutside(snapshot)
    if session.scope.hasNames { try addEarlierSubs() }
  }

  private func addFormerNames(_ snapshot: Snapshot?) throws {
    // Accounts that tonight's snapshot lacks are about to be marked as gone.
    let tonight = session.isOutOfOrder ? nil : snapshot.flatMap { $0.isComplete ? $0.capturedFrom.milliseconds : nil }
    let withHashes = session.scope.namesByHash
    for unseen in session.accounts.unseen {
      guard let names = try session.earlier.names(of: unseen.account) else { continue }
      for bearing in names.bearings(withHashes: withHashes, ended: names.goneAt ?? tonight) {
        session.add(bearing)
      }
    }
    let notified = Set(
      try database.all(
        sql: """
          SELECT DISTINCT k.apple_sub FROM \(NotificationWriter.data.name) n
          CROSS JOIN \(RunTables.keys.name) k ON k.ref = n.ref WHERE k.apple_sub IS NOT NULL
          """
      ) { UInt64(bitPattern: $0.integer(0)) })
    let formerSub = try WriteStatement(
      database, "INSERT OR IGNORE INTO \(RunTables.formerSubs.name) (account, sub, last_seen) VALUES (?, ?, ?)")
    for bearing in try session.earlier.formerNames() + session.history.formerNames {
      if let lastSeen = bearing.lastSeen, notified.contains(bearing.name) {
        try formerSub.bind(bearing.account).bind(Int64(bitPattern: bearing.name)).bind(lastSeen).run()
      }
      if bearing.name == NameBearing.earlierAccount { session.noteMadeAnew(bearing) } else { session.add(bearing) }
    }
  }

  /// Adds the Apple subs of accounts that had an Apple credential before: the `sub` still means them.
  private func addEarlierSubs() throws {
    let row = try SelectStatement(
      database,
      """
      SELECT apple_sub, first_seen_at, captured_at, created_at, tenant FROM accounts.account_row
      WHERE account = ? AND apple_sub IS NOT NULL AND apple_credential = 0
      """)
    for account in session.accounts.toReconcile {
      row.start(account)
      defer { row.reset() }
      guard try row.next() else { continue }
      let name = SubjectKey(appleSub: row.text(0)).bits
      // Older stores keep no former names: the previous `sub` is all that they know.
      guard !session.accountsByName.hasBorne(account, name, in: session.scope) else { continue }
      session.add(
        NameBearing(
          account: account, name: name, seen: row.integer(1), lastSeen: session.previous?.capturedTo ?? row.integer(1),
          ended: row.integer(2), createdAt: row.optionalInteger(3), tenant: row.optionalText(4)))
    }
  }

  func resolve() throws {
    let insert = try RunTables.evidenceAccounts.insert(in: database)
    let ambiguous = try RunTables.ambiguous.insert(in: database)
    let bearings = try CurrentBearings(database)
    let kindsOfPersons = Set(
      EvidenceKinds.all.compactMap { definition in
        definition.record.flatMap { $0.meansEveryBearer ? definition.kind.rawValue : nil }
      })
    // What is about every bearer of a name is also about those that later exports show.
    let everyBearers = kindsOfPersons.sorted().map { "'\($0)'" }.joined(separator: ", ")
    // The bearer at the time of reading is known; since then the name may have passed to somebody else.
    let isKnown = "account IS NOT NULL AND (request_id IS NULL OR uid IS NOT NULL)"
    try database.execute(
      sql: """
        INSERT INTO \(RunTables.evidenceAccounts.name) SELECT account, ref FROM \(RunTables.keys.name)
        WHERE \(isKnown) AND coalesce(uid, apple_sub, email, email_sha256, phone) IS NOT NULL
        """)
    let rows = try SelectStatement(
      database,
      """
      SELECT ref, tenant, before, uid, apple_sub, email, email_sha256, phone, account, kind, at
      FROM \(RunTables.keys.name) WHERE NOT (\(isKnown)) OR kind IN (\(everyBearers)) ORDER BY ref
      """)
    while try rows.next() {
      let (ref, keys) = (rows.integer(0), SubjectKeys(rows, from: 3))
      // A record without names belongs to the person of the request that it cites.
      if keys.all.isEmpty { continue }
      let naming = AccountsByName.Naming(
        tenant: rows.optionalText(1), createdBefore: rows.optionalInteger(2), at: rows.optionalInteger(10),
        meansEveryBearer: kindsOfPersons.contains(rows.text(9)))
      let match = try session.accountsByName.match(keys, naming, in: session.scope, bearings)
      // If nobody has its names now, its request tied it to the account when it was first read. By now the request may
      // belong to two people.
      let noted = rows.optionalInteger(8)
      if let noted, !naming.meansEveryBearer, !match.accounts.isEmpty || match.isAmbiguous {
        try insert.bind(noted).bind(ref).run()
        continue
      }
      for account in match.accounts.sorted() where account != noted { try insert.bind(account).bind(ref).run() }
      if match.isAmbiguous { try ambiguous.bind(ref).bind(rows.text(9)).run() }
    }
    try database.execute(sql: RunTables.evidenceIndex)
    try session.forgotten?.attachByRequest()
    try Self.attachByRequest(in: database, isComplete: false)
    try preferRequests()
  }

  /// A revocation that names a request is about the person of the request, even if somebody else bears its other names
  /// by now: whoever registered anew has the same `sub`.
  func preferRequests() throws {
    // A request, and a person by other names than the uid.
    let namesBoth = """
      r.kind = 'revocations' AND r.request_id IS NOT NULL AND r.uid IS NULL
        AND coalesce(r.apple_sub, r.email, r.email_sha256, r.phone) IS NOT NULL
      """
    guard
      try database.first(sql: "SELECT 1 FROM evidence.evidence_key r WHERE \(namesBoth) LIMIT 1", { _ in true })
        != nil
    else { return }
    try Self.withPersonsOfRequests(database) { persons in
      let rows = try database.all(
        sql: """
          SELECT r.ref, p.account, r.uid, r.apple_sub, r.email, r.email_sha256, r.phone, EXISTS (
            SELECT 1 FROM evidence.evidence_key d
            WHERE d.kind = 'deletions' AND d.request_id = r.request_id AND (d.apple_sub = r.apple_sub
              OR d.email = r.email OR d.email_sha256 = r.email_sha256 OR d.phone = r.phone))
          FROM evidence.evidence_key r CROSS JOIN \(persons) p ON p.request_id = r.request_id
          WHERE \(namesBoth) AND p.persons = 1 AND p.account IS NOT NULL
            AND EXISTS (SELECT 1 FROM evidence.evidence_account x WHERE x.ref = r.ref AND x.account <> p.account)
          """
      ) { row in
        (ref: row.integer(0), account: row.integer(1), keys: SubjectKeys(row, from: 2), isNamedAlike: row.flag(7))
      }
      for row in rows where row.isNamedAlike || row.keys.withoutUID.contains(where: { bears(row.account, $0) }) {
        try database.execute(sql: "DELETE FROM evidence.evidence_account WHERE ref = ?", arguments: [row.ref])
        try database.execute(
          sql: "INSERT INTO evidence.evidence_account VALUES (?, ?)", arguments: [row.account, row.ref])
      }
    }
  }

  private func bears(_ account: Int64, _ name: UInt64) -> Bool {
    session.accountsByName.accounts(bearing: name, aliases: session.scope.aliases).contains(account)
  }

  /// A revocation, or the status of a request, whose subject says nothing belongs to the person of the deletion request
  /// that it names, if that is one person's.
  ///
  /// - Parameter isComplete: whether every request has its person; until then, one that nobody's account has is a
  ///   person of its own.
  static func attachByRequest(in database: Connection, isComplete: Bool) throws {
    if try hasRecordsOfRequests(database) { try attach(byRequestsIn: database, isComplete: isComplete) }
    guard isComplete else { return }
    // If names fit several accounts, the request decides between them.
    try database.execute(
      sql: """
        DELETE FROM \(RunTables.ambiguous.name)
        WHERE ref IN (SELECT e.ref FROM evidence.evidence_account e WHERE e.account > 0)
        """)
  }

  /// SQL on `evidence_key r`: a record that may belong to the person of a request.
  private static let isOfRequest = """
    r.kind IN ('revocations', 'deletions') AND r.uid IS NULL
      AND NOT EXISTS (SELECT 1 FROM evidence.evidence_account x WHERE x.ref = r.ref)
    """

  /// Whether any record depends on its request. Most evidence names its persons, and then requests need no look-up.
  private static func hasRecordsOfRequests(_ database: Connection) throws -> Bool {
    try database.first(
      sql: "SELECT 1 FROM evidence.evidence_key r WHERE r.request_id IS NOT NULL AND \(isOfRequest) LIMIT 1"
    ) { _ in true } ?? false
  }

  private static func attach(byRequestsIn database: Connection, isComplete: Bool) throws {
    try withPersonsOfRequests(database) { persons in
      let records =
        "evidence.evidence_key r CROSS JOIN \(persons) p ON p.request_id = r.request_id WHERE \(isOfRequest)"
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO evidence.evidence_account
          SELECT p.account, r.ref FROM \(records) AND p.persons = 1 AND p.account IS NOT NULL
          """)
      // A request id of two people decides nothing.
      guard isComplete else { return }
      try database.execute(
        sql: "INSERT OR IGNORE INTO \(RunTables.ambiguous.name) SELECT r.ref, r.kind FROM \(records) AND p.persons > 1")
    }
  }

  /// - Parameter body: gets the name of a table that has of each request how many persons have it, and one of them.
  private static func withPersonsOfRequests(_ database: Connection, _ body: (String) throws -> Void) throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE request_person (request_id TEXT PRIMARY KEY, account INTEGER, persons INTEGER NOT NULL);
        INSERT INTO temp.request_person SELECT d.request_id, min(e.account),
          count(DISTINCT e.account) + count(DISTINCT CASE WHEN e.account IS NULL THEN d.uid END)
        FROM evidence.evidence_key d LEFT JOIN evidence.evidence_account e ON e.ref = d.ref
        WHERE d.kind = 'deletions' AND d.request_id IS NOT NULL
        GROUP BY d.request_id
        """)
    defer { try? database.execute(sql: "DROP TABLE temp.request_person") }
    try body("temp.request_person")
  }
}

extension SubjectKeys {
  /// Reads the five keys from five columns of a row.
  init(_ row: SelectStatement, from index: Int32) {
    self.init()
    func key(_ offset: Int32) -> UInt64? { row.optionalInteger(index + offset).map { UInt64(bitPattern: $0) } }
    uid = key(0)
    appleSub = key(1)
    email = key(2)
    emailSHA256 = key(3)
    phone = key(4)
  }
}
