import Storage

/// What this run's sources still say of persons whom the store was told to forget (docs/contract.md, section 9).
///
/// A forgotten person takes part in the matching of names like an account that is gone: a record belongs to that
/// person, or to nobody if another had the name as well. Records of a forgotten person whom no export shows are then
/// removed, so that they are neither judged nor remembered. A person whom an export shows is judged like anybody else.
final class ForgottenRecords {
  /// It owns this.
  private unowned let session: EvidenceSession
  private(set) var persons: ForgottenPersons
  /// As `ForgottenFound.shown`.
  private(set) var shown: Set<Int64> = []
  private var database: Connection { session.database }
  /// The persons of records without names, by ref: signed tokens that were not accepted, and aliases.
  private var nameless: [Int64: Int64] = [:]

  init(session: EvidenceSession, persons: ForgottenPersons) {
    self.session = session
    self.persons = persons
  }

  /// Finds the forgotten names in the run's evidence, and lets them take part in the matching.
  ///
  /// To be called when the accounts are read, before records are matched.
  ///
  /// - Returns: as `ForgottenFound.back`.
  /// - Throws: `StorageError`.
  func find() throws -> [Int64: Int64] {
    var back = try findAccounts().union(findOtherAccounts())
    for (name, bearers) in try namesInEvidence() {
      for (person, isShared) in bearers where person.isHidden {
        if !isShared, isShown(name) {
          // A person who never had an account is known by such a name alone.
          if !person.hadAccount { back.insert(person.id) }
          continue
        }
        session.add(
          NameBearing(
            account: person.number, name: name, seen: .min, lastSeen: person.forgottenAt, ended: person.forgottenAt,
            tenant: person.tenant))
      }
    }
    try findNameless()
    return persons.persons.filter { back.contains($0.key) }.mapValues(\.forgottenAt)
  }

  /// Finds whose accounts the run's exports show. Of whom another part of the people has the account, the sums tell: by
  /// the actor of a record, this part may name that person too.
  ///
  /// - Returns: the ids of the persons with an account in this part.
  private func findAccounts() throws -> Set<Int64> {
    var back: Set<Int64> = []
    let presence = try SelectStatement(database, "SELECT 1 FROM accounts.account_row WHERE account = ? AND present")
    for person in persons.persons.values {
      guard let account = person.account else { continue }
      presence.start(account)
      if try presence.next() { back.insert(person.id) }
      presence.reset()
    }
    let rows = try SelectStatement(
      database,
      """
      SELECT account, uid_key FROM accounts.account_row WHERE present AND change = \(AccountChange.new.rawValue)
      """)
    while try rows.next() {
      for (person, _) in persons.bearers(of: .account(UInt64(bitPattern: rows.integer(1)))) {
        back.insert(person.id)
        shown.insert(person.id)
        persons.setAccount(rows.integer(0), of: person.id)
        try session.earlier.markBack(person.id, as: rows.integer(0))
      }
    }
    for person in session.whole?.forgottenShown ?? [] { persons.setShownElsewhere(person) }
    return back
  }

  /// A person may be back under another uid: Apple's `sub` and relay address are nobody else's. What names the uid of
  /// before still means an account that is gone.
  ///
  /// - Returns: the ids of the persons of whom the run's exports show such an account.
  private func findOtherAccounts() throws -> Set<Int64> {
    guard persons.persons.values.contains(where: \.isHidden) else { return [] }
    var back: Set<Int64> = []
    let rows = try SelectStatement(
      database,
      """
      SELECT apple_sub, relay_address FROM accounts.account_row
      WHERE present AND (apple_sub IS NOT NULL OR relay_address IS NOT NULL)
      """)
    while try rows.next() {
      let names = [
        rows.optionalText(0).map { SubjectKey(appleSub: $0) }, rows.optionalText(1).map { SubjectKey(email: $0) },
      ]
      for name in names.compactMap({ $0 }) {
        for (person, isShared) in persons.bearers(of: .key(name.bits)) where !isShared && person.isHidden {
          back.insert(person.id)
        }
      }
    }
    return back
  }

  private func namesInEvidence() throws -> [UInt64: [(person: ForgottenPersons.Person, isShared: Bool)]] {
    var found: [UInt64: [(person: ForgottenPersons.Person, isShared: Bool)]] = [:]
    let rows = try SelectStatement(
      database, "SELECT uid, apple_sub, email, email_sha256, phone FROM evidence.evidence_key")
    while try rows.next() {
      for name in SubjectKeys(rows, from: 0).all where found[name] == nil {
        let bearers = persons.bearers(of: .key(name))
        if !bearers.isEmpty { found[name] = bearers }
      }
    }
    return found
  }

  private func isShown(_ name: UInt64) -> Bool {
    session.accountsByName.isShown(name, aliases: session.scope.aliases) || session.scope.isInSnapshot(name)
  }

  /// Records about others stay, without the forgotten person's name as their actor. Other columns that may have the
  /// name decide verdicts on whoever bears it by now.
  private func clearNamesInOthersRecords() throws {
    for table in MemoryTables.contents where table.columns.contains(where: { $0.name == MemoryTables.actor }) {
      let texts = try database.all(
        sql: "SELECT DISTINCT actor FROM \(table.name) WHERE actor IS NOT NULL AND ref < ?",
        arguments: [session.rememberedFrom]
      ) { $0.text(0) }
      for text in texts {
        let keys = [SubjectKey(uid: text), SubjectKey(email: text), SubjectKey(appleSub: text)]
        guard keys.contains(where: { persons.isHidden(.key($0.bits)) }) else { continue }
        try database.execute(
          sql: "UPDATE \(table.name) SET actor = '…' WHERE actor = ? AND ref < ?",
          arguments: [text, session.rememberedFrom])
      }
    }
  }

  /// Tokens that were not accepted name nobody, and aliases have no person of their own.
  private func findNameless() throws {
    func note(_ ref: Int64, _ names: [SubjectKey]) {
      let hidden = names.map(\.bits).filter { !isShown($0) }
      // An alias of a person who is there belongs to that person.
      guard hidden.count == names.count else { return }
      for name in hidden {
        if let person = persons.bearers(of: .key(name)).first(where: { $0.person.isHidden })?.person {
          nameless[ref] = person.id
        }
      }
    }
    let tokens = try SelectStatement(
      database, "SELECT ref, sub FROM \(SignedTokenWriter.table.name) WHERE sub IS NOT NULL AND problem IS NOT NULL")
    while try tokens.next() { note(tokens.integer(0), [SubjectKey(appleSub: tokens.text(1))]) }
    let aliases = try SelectStatement(
      database, "SELECT ref, old_sub, new_sub, old_email, new_email FROM \(AliasWriter.data.name)")
    while try aliases.next() {
      let names =
        [1, 2].compactMap { aliases.optionalText($0).map { SubjectKey(appleSub: $0) } }
        + [3, 4].compactMap { aliases.optionalText($0).map { SubjectKey(email: $0) } }
      note(aliases.integer(0), names)
    }
  }

  /// Assigns records that only a forgotten request names to that request's person. If the request is somebody else's as
  /// well, the record belongs to neither.
  ///
  /// - Throws: `StorageError`.
  func attachByRequest() throws {
    let rows = try SelectStatement(
      database,
      """
      SELECT ref, request_id FROM evidence.evidence_key k
      WHERE request_id IS NOT NULL AND uid IS NULL AND kind IN ('revocations', 'deletions')
        AND NOT EXISTS (SELECT 1 FROM evidence.evidence_account e WHERE e.ref = k.ref)
      """)
    var found: [(ref: Int64, person: Int64)] = []
    while try rows.next() {
      let bearers = persons.bearers(of: .request(rows.text(1))).filter { $0.person.isHidden }
      if let person = bearers.first?.person { found.append((rows.integer(0), person.number)) }
    }
    try attach(found)
  }

  private func attach(_ found: [(ref: Int64, person: Int64)]) throws {
    let insert = try RunTables.evidenceAccounts.insert(in: database)
    let certain = try WriteStatement(database, "DELETE FROM \(RunTables.ambiguous.name) WHERE ref = ?")
    for (ref, person) in found {
      try insert.bind(person).bind(ref).run()
      try certain.bind(ref).run()
    }
  }

  /// Removes the records of forgotten persons, and notes further names of these persons in them.
  ///
  /// To be called when records are matched, before persons are made of those that match nobody.
  ///
  /// - Returns: what was removed from this run's own sources, in order of path and kind.
  /// - Throws: `StorageError`.
  func remove() throws -> [ForgottenFound.Records] {
    // Records about several people stay, as the records of the others.
    try database.execute(
      sql: """
        DELETE FROM evidence.evidence_account WHERE \(ForgottenPersons.Person.isForgotten("account")) AND ref IN
          (SELECT o.ref FROM evidence.evidence_account o WHERE NOT \(ForgottenPersons.Person.isForgotten("o.account")))
        """)
    try attachByFurtherNames()
    var removal = try ForgottenRemoval(session, isTheirsAlone: isTheirsAlone)
    let rows = try database.all(
      sql: """
        SELECT e.ref, k.kind, e.account FROM evidence.evidence_account e JOIN evidence.evidence_key k ON k.ref = e.ref
        WHERE \(ForgottenPersons.Person.isForgotten("e.account"))
        """
    ) { (ref: $0.integer(0), kind: $0.text(1), person: ForgottenPersons.Person.id(ofNumber: $0.integer(2))) }
    for row in rows { try removal.remove(row.ref, row.kind, of: row.person, isCounted: true) }
    let kinds = try SelectStatement(database, "SELECT kind FROM evidence.evidence_key WHERE ref = ?")
    for (ref, person) in nameless.sorted(by: { $0.key < $1.key }) {
      kinds.start(ref)
      guard try kinds.next() else { continue }
      let kind = kinds.text(0)
      kinds.reset()
      // A token that was not accepted was not counted.
      try removal.remove(ref, kind, of: person, isCounted: kind == EvidenceKind.aliases.rawValue)
    }
    try removal.tellStore()
    try clearNamesInOthersRecords()
    return removal.found
  }

  /// A record of a forgotten person may have a name that the store does not know, and other records only that name.
  private func attachByFurtherNames() throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE further_name (name INTEGER PRIMARY KEY, person INTEGER NOT NULL);
        CREATE TEMP TABLE further_request (id TEXT PRIMARY KEY, person INTEGER NOT NULL);
        """)
    defer { try? database.execute(sql: "DROP TABLE temp.further_name; DROP TABLE temp.further_request") }
    var before = -1
    while true {
      try learn()
      let known =
        try database.first(
          sql: "SELECT (SELECT count(*) FROM temp.further_name) + (SELECT count(*) FROM temp.further_request)"
        ) { Int($0.integer(0)) } ?? 0
      guard known > before, known > 0 else { return }
      before = known
      let isFree = """
        k.uid IS NULL AND k.ref NOT IN (SELECT ref FROM evidence.evidence_account) AND \(RunTables.isUnambiguous)
        """
      try attach(
        database.all(
          sql: """
            SELECT ref, person FROM (
              SELECT k.ref AS ref, (SELECT min(n.person) FROM temp.further_name n
                WHERE n.name IN (k.apple_sub, k.email, k.email_sha256, k.phone)) AS person
              FROM evidence.evidence_key k WHERE \(isFree))
            WHERE person IS NOT NULL
            UNION
            SELECT k.ref, n.person FROM temp.further_request n JOIN evidence.evidence_key k ON k.request_id = n.id
            WHERE \(isFree) AND k.kind IN ('revocations', 'deletions')
            """
        ) { (ref: $0.integer(0), person: $0.integer(1)) })
    }
  }

  private func learn() throws {
    let names = try WriteStatement(database, "INSERT OR IGNORE INTO temp.further_name (name, person) VALUES (?, ?)")
    let requests = try WriteStatement(database, "INSERT OR IGNORE INTO temp.further_request (id, person) VALUES (?, ?)")
    let rows = try database.all(
      sql: """
        SELECT e.account, k.request_id, k.uid, k.apple_sub, k.email, k.email_sha256, k.phone
        FROM evidence.evidence_account e JOIN evidence.evidence_key k ON k.ref = e.ref
        WHERE \(ForgottenPersons.Person.isForgotten("e.account"))
        """
    ) { ($0.integer(0), $0.optionalText(1), SubjectKeys($0, from: 2).withoutUID) }
    for (person, request, keys) in rows {
      for key in keys where isTheirsAlone(key) { try names.bind(Int64(bitPattern: key)).bind(person).run() }
      if let request { try requests.bind(request).bind(person).run() }
    }
  }

  /// Whether no account bears or bore the name.
  private func isTheirsAlone(_ name: UInt64) -> Bool {
    !isShown(name)
      && session.accountsByName.accounts(bearing: name, aliases: session.scope.aliases)
        .allSatisfy(ForgottenPersons.Person.isForgotten)
  }
}
