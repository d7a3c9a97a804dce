package import Evidence
package import Storage
package import Timestamps

/// Deletes records that were last read long ago and on which no verdict rests (docs/contract.md, section 4).
///
/// Of a person who is there, in scope or not, what links, consents and requests rest on is kept, and what joins the
/// person's names before and after a team transfer. A person who is gone is kept as long as any record about that
/// person was read within the time, or an export showed the account, so that a request is not judged without its
/// revocation. The account goes with the last of the records: without them nothing would tell why it is gone.
package struct MemoryRetention {
  private let store: Connection
  private let project: String
  private let run: Int64
  private let asOf: Timestamp

  /// - Parameters:
  ///   - store: to which the run's files are attached, within the run's transaction.
  ///   - run: its number.
  package init(_ store: Connection, project: String, run: Int64, asOf: Timestamp) {
    self.store = store
    self.project = project
    self.run = run
    self.asOf = asOf
  }

  /// - Parameters:
  ///   - span: how long after it was last read a record is kept.
  ///   - judged: the accounts of which this run has findings; negative ones are persons without an account.
  ///   - session: the run's, which knows whom its exports show.
  /// - Throws: `StorageError`.
  package func forget(
    after span: TimeSpan, sparing judged: some Sequence<Int64>, in session: EvidenceSession
  ) throws {
    try forgetReplaced(in: session)
    guard try hasOld(before: limit(span)) else { return }
    try forgetRecords(before: limit(span), sparing: judged, session)
    try forgetSources(after: span)
  }

  private func forgetReplaced(in session: EvidenceSession) throws {
    let ids =
      try TokenUses(database: store, rememberedFrom: session.rememberedFrom).replacedInMemory()
      + OtherActivity(database: store, rememberedFrom: session.rememberedFrom).replacedInMemory()
    guard !ids.isEmpty else { return }
    try store.execute(sql: "CREATE TEMP TABLE replaced (id INTEGER PRIMARY KEY)")
    defer { try? store.execute(sql: "DROP TABLE temp.replaced") }
    let insert = try WriteStatement(store, "INSERT INTO temp.replaced (id) VALUES (?)")
    for id in ids { try insert.bind(id).run() }
    try MemoryRemoval.remove(where: "id IN (SELECT id FROM temp.replaced)", in: store)
  }

  /// The sources of which no record is left. A shard has few of their records, so the merge does this, when it has
  /// taken away those that the shards forgot.
  ///
  /// - Throws: `StorageError`.
  package func forgetSources(after span: TimeSpan) throws {
    guard try hasOld(before: limit(span)) else { return }
    try store.execute(
      sql: """
        DELETE FROM main.remembered_source WHERE id IN \(old)
          AND id NOT IN (SELECT source FROM main.\(MemorySchema.keys))
          AND id NOT IN (SELECT first_source FROM main.\(MemorySchema.keys))
        """, arguments: [project, limit(span)])
    try store.execute(
      sql: "DELETE FROM main.rejected_name WHERE source IN \(old)", arguments: [project, limit(span)])
    try RejectedMemory.removeLeftOver(in: store)
  }

  private func limit(_ span: TimeSpan) -> Int64 { (asOf - span).milliseconds }

  /// In SQL: the sources of runs that were too long ago. It takes the project and the time.
  private let old = """
    (SELECT s.id FROM main.remembered_source s JOIN main.run r ON r.number = s.run
     WHERE s.project = ? AND r.as_of < ?)
    """

  private func hasOld(before limit: Int64) throws -> Bool {
    try store.first(sql: "SELECT 1 WHERE EXISTS \(old)", arguments: [project, limit]) { _ in true } == true
  }

  private func forgetRecords(
    before limit: Int64, sparing judged: some Sequence<Int64>, _ session: EvidenceSession
  ) throws {
    try store.execute(
      sql: """
        CREATE TEMP TABLE spared (account INTEGER PRIMARY KEY);
        CREATE TEMP TABLE due (id INTEGER PRIMARY KEY);
        CREATE TEMP TABLE dropped (account INTEGER PRIMARY KEY);
        """)
    defer { try? store.execute(sql: "DROP TABLE temp.spared; DROP TABLE temp.due; DROP TABLE temp.dropped") }
    let spare = try WriteStatement(store, "INSERT OR IGNORE INTO temp.spared (account) VALUES (?)")
    for account in judged { try spare.bind(account).run() }
    // Nothing needs records that count no longer, or whose person this run could not find.
    try store.execute(
      sql: "INSERT INTO temp.due SELECT id FROM main.\(MemorySchema.keys) WHERE source IN \(old)",
      arguments: [project, limit])
    try store.execute(
      sql: """
        DELETE FROM temp.due WHERE id IN (
          SELECT c.id FROM evidence.recalled c
          JOIN evidence.evidence_account e ON e.ref = c.ref
          JOIN main.\(MemorySchema.keys) m ON m.id = c.id
          LEFT JOIN accounts.account_row a ON a.account = e.account
          WHERE e.account IN (SELECT account FROM temp.spared)
            OR m.kind NOT IN ('\(EvidenceKind.signIns.rawValue)', '\(EvidenceKind.mail.rawValue)')
              AND (a.present OR a.gone_at >= \(limit) OR EXISTS (SELECT 1 FROM evidence.evidence_account o
                WHERE o.account = e.account AND o.ref NOT IN
                  (SELECT ref FROM evidence.recalled WHERE id IN (SELECT id FROM temp.due)))))
        """)
    try spareOutOfScope(session)
    try spareAliases()
    try findDropped(before: limit)
    try MemoryRemoval.remove(where: "id IN (SELECT id FROM temp.due)", in: store)
    try removeDropped()
  }

  /// Keeps the consents of persons out of scope who are there: they may come into scope.
  private func spareOutOfScope(_ session: EvidenceSession) throws {
    let spared = try store.all(
      sql: """
        SELECT c.id, k.uid, k.apple_sub, k.email, k.email_sha256, k.phone FROM temp.due d
          JOIN evidence.recalled c ON c.id = d.id
          JOIN evidence.evidence_key k ON k.ref = c.ref
        WHERE k.kind = '\(EvidenceKind.consents.rawValue)'
          AND NOT EXISTS (SELECT 1 FROM evidence.evidence_account e WHERE e.ref = c.ref)
        """
    ) { session.mayExistOutOfScope($0, from: 1) ? $0.integer(0) : nil }
    let spare = try WriteStatement(store, "DELETE FROM temp.due WHERE id = ?")
    for id in spared.compactMap(\.self) { try spare.bind(id).run() }
  }

  /// Keeps aliases of accounts that the store has, also those that lead to them by way of others.
  private func spareAliases() throws {
    let aliases = MemorySchema.contents(MemoryTables.aliases)
    let due = "SELECT 1 FROM temp.due WHERE id IN (SELECT id FROM main.\(aliases))"
    guard try store.first(sql: due, { _ in true }) == true else { return }
    try store.execute(sql: "CREATE TEMP TABLE alias_name (id INTEGER NOT NULL, name TEXT NOT NULL)")
    defer { try? store.execute(sql: "DROP TABLE temp.alias_name") }
    for column in ["old_sub", "new_sub", "old_email", "new_email"] {
      try store.execute(
        sql: "INSERT INTO temp.alias_name SELECT id, \(column) FROM main.\(aliases) WHERE \(column) IS NOT NULL")
    }
    try store.execute(
      sql: """
        CREATE INDEX temp.alias_by_id ON alias_name (id);
        CREATE INDEX temp.alias_by_name ON alias_name (name);
        """)
    try store.execute(
      sql: """
        WITH RECURSIVE kept (id) AS (
          SELECT n.id FROM main.stored_account s CROSS JOIN temp.alias_name n
          WHERE n.name IN (s.apple_sub, lower(s.email), lower(s.apple_email), lower(s.relay_address)) AND s.project = ?
          UNION
          SELECT o.id FROM kept k CROSS JOIN temp.alias_name n ON n.id = k.id
            CROSS JOIN temp.alias_name o ON o.name = n.name)
        DELETE FROM temp.due WHERE id IN (SELECT id FROM kept)
        """, arguments: [project])
  }

  /// Finds the accounts that went long ago and of which no record is left.
  private func findDropped(before limit: Int64) throws {
    try store.execute(
      sql: """
        INSERT OR IGNORE INTO temp.dropped
        SELECT e.account FROM temp.due d
          JOIN evidence.recalled c ON c.id = d.id
          JOIN evidence.evidence_account e ON e.ref = c.ref
          JOIN accounts.account_row a ON a.account = e.account
          JOIN main.stored_account s ON s.account = e.account
        WHERE a.known AND NOT a.present AND s.gone_at < ? AND e.account NOT IN (SELECT account FROM temp.spared)
          AND NOT EXISTS (SELECT 1 FROM evidence.evidence_account o
            WHERE o.account = e.account AND o.ref NOT IN
              (SELECT ref FROM evidence.recalled WHERE id IN (SELECT id FROM temp.due)))
        """, arguments: [limit])
  }

  private func removeDropped() throws {
    let dropped = "SELECT account FROM temp.dropped"
    guard try store.first(sql: "\(dropped) LIMIT 1", { _ in true }) == true else { return }
    let last = try AccountNumbers.firstFree(in: store) - 1
    for statement in try AccountsBefore.statements(store, accounts: dropped) { try statement.bind(run).run() }
    for table in ["stored_identifier", "stored_account"] {
      try store.execute(sql: "DELETE FROM main.\(table) WHERE account IN (\(dropped))")
    }
    try FormerNames.prune(in: store)
    try AccountNumbers.note(last, in: store)
  }
}
