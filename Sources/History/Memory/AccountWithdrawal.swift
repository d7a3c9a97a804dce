import Evidence
import Storage

/// Takes back what a run saw of accounts.
///
/// Of the newest run, accounts become what they were before it. What a later run saw as well stays, as that run saw it:
/// no time rests on the withdrawn run's exports afterwards. Where such a time cannot be told any more, it is unknown.
struct AccountWithdrawal {
  let store: Connection
  let run: Int64
  let project: String

  init(run: Int64, in store: Connection) throws {
    self.store = store
    self.run = run
    project =
      try store.first(sql: "SELECT project FROM main.run WHERE number = ?", arguments: [run]) { $0.text(0) } ?? ""
  }

  /// - Throws: `StorageError`.
  func withdraw() throws {
    try forgetWhom("m.account_run = ?", [run])
    let captured = try store.first(
      sql: "SELECT captured_from, captured_to FROM main.run WHERE number = ? AND captured_from IS NOT NULL",
      arguments: [run]
    ) { (from: $0.integer(0), to: $0.integer(1)) }
    guard let captured else { return }
    let next = try neighbour("number > ?", order: "number")
    if let next {
      try leaveToLaterRuns(captured.from...captured.to, next)
    } else {
      try restore()
    }
    try FormerNames.withdraw(run: run, captured: captured.from...captured.to, next: next?.capturedFrom, in: store)
    try FormerNames.prune(in: store)
    try NameLog.withdraw(run: run, of: project, in: store)
    for table in ["account_before", "identifier_before"] {
      try store.execute(sql: "DELETE FROM main.\(table) WHERE changed_run = ?", arguments: [run])
    }
  }

  struct Neighbour {
    var number: Int64
    var capturedFrom: Int64
    var capturedTo: Int64
  }

  /// The nearest run with accounts that is not withdrawn.
  private func neighbour(_ condition: String, order: String) throws -> Neighbour? {
    try store.first(
      sql: """
        SELECT number, captured_from, captured_to FROM main.run
        WHERE project = ? AND captured_from IS NOT NULL AND withdrawn IS NULL AND \(condition) ORDER BY \(order) LIMIT 1
        """,
      arguments: [project, run]
    ) { Neighbour(number: $0.integer(0), capturedFrom: $0.integer(1), capturedTo: $0.integer(2)) }
  }

  private func restore() throws {
    let columns = try self.columns(of: "stored_account")
    let identifierColumns = try self.columns(of: "stored_identifier")
    let changed = "(SELECT account FROM main.account_before WHERE changed_run = \(run))"
    try remove("added_run = \(run)")
    try store.execute(
      sql: """
        INSERT OR REPLACE INTO main.stored_account (\(columns))
        SELECT \(columns) FROM main.account_before WHERE changed_run = \(run);
        DELETE FROM main.stored_identifier WHERE account IN \(changed);
        INSERT INTO main.stored_identifier (\(identifierColumns))
        SELECT \(identifierColumns) FROM main.identifier_before WHERE changed_run = \(run);
        """)
  }

  private func leaveToLaterRuns(_ captured: ClosedRange<Int64>, _ next: Neighbour) throws {
    // Where the next run did not see it, no other run did.
    try remove("added_run = \(run) AND gone_run = \(next.number)")
    let earlier = try neighbour("number < ?", order: "number DESC")
    let isIts = "BETWEEN \(captured.lowerBound) AND \(captured.upperBound)"
    let touched = """
      (added_run = \(run) OR account IN (SELECT account FROM main.account_before WHERE changed_run = \(run)))
      """
    // Where the withdrawn run changed nothing of an account, the account lacked it at the run before as well.
    let absent = { (item: Item, table: String) in
      """
      \(item.absentAt) = CASE WHEN NOT coalesce(\(item.absentAt) \(isIts), 0) THEN \(item.absentAt)
        WHEN \(isAsBefore(item, table)) THEN \(before(item.absentAt, table))
        WHEN NOT \(touched) AND first_seen_at <= \(earlier?.capturedFrom ?? .min) THEN \(earlier?.capturedFrom ?? 0) END
      """
    }
    let seen = { (column: String) in
      "\(column) = CASE WHEN \(column) \(isIts) THEN \(next.capturedTo) ELSE \(column) END"
    }
    let seenItem = { (item: Item, table: String) in
      """
      \(item.seenAt) = CASE
        WHEN \(item.absentAt) \(isIts) AND \(isAsBefore(item, table)) THEN \(before(item.seenAt, table))
        WHEN \(item.seenAt) \(isIts) THEN \(next.capturedTo) ELSE \(item.seenAt) END
      """
    }
    // An empty address tells that it was anonymized before, or that a claim says so. Of the states that are kept, that
    // before the next run is the withdrawn one's.
    let isShownByOthers = { (table: String) in
      """
      (relay_address <> '' OR apple_claim OR EXISTS (SELECT 1 FROM main.account_before b
        WHERE b.account = \(table).account AND b.changed_run > \(next.number) AND b.relay_address <> ''))
      """
    }
    let changes = { (table: String) -> [String] in
      Item.all.map { absent($0, table) } + Item.all.map { seenItem($0, table) }
        + [
          seen("first_seen_at"), seen("last_seen_at"), "is_as_first_seen = 0",
          """
          anonymized_at = CASE WHEN NOT coalesce(anonymized_at \(isIts), 0) THEN anonymized_at
            WHEN \(isShownByOthers(table)) THEN \(next.capturedTo) END
          """,
          """
          relay_address = CASE WHEN relay_address = '' AND coalesce(anonymized_at \(isIts), 0)
            AND NOT \(isShownByOthers(table)) THEN NULL ELSE relay_address END
          """,
          "gone_at = CASE WHEN gone_run = \(run) THEN \(next.capturedFrom) ELSE gone_at END",
          "gone_run = CASE WHEN gone_run = \(run) THEN \(next.number) ELSE gone_run END",
          "added_run = CASE WHEN added_run = \(run) THEN \(next.number) ELSE added_run END",
        ]
    }
    // Before the accounts, which say whom the run touched.
    try leaveIdentifiers(isIts, touched, earlier: earlier, next: next)
    let isConcerned =
      "\(touched) OR gone_run = \(run) OR first_seen_at \(isIts) OR anonymized_at \(isIts) OR "
      + Item.all.map { "\($0.absentAt) \(isIts) OR \($0.seenAt) \(isIts)" }.joined(separator: " OR ")
    for table in ["stored_account", "account_before"] {
      try store.execute(
        sql: """
          UPDATE main.\(table) SET \(changes(table).joined(separator: ", ")) WHERE project = ? AND (\(isConcerned))
          """, arguments: [project])
    }
    try handOver(to: next.number)
  }

  /// What an account shows, and the times of it.
  private struct Item: Sendable {
    var name: String
    /// In SQL, of the row that is named: what tells one such thing from another; null where there is none.
    var value: @Sendable (_ row: String) -> String

    var seenAt: String { "\(name)_seen_at" }
    var absentAt: String { "\(name)_absent_at" }

    static let all = [
      Item(name: "apple") { "CASE WHEN \($0).apple_credential THEN coalesce(\($0).apple_sub, '') END" },
      Item(name: "email") { "\($0).email" }, Item(name: "phone") { "\($0).phone" },
      Item(name: "name") { "\($0).display_name" },
    ]
  }

  /// In SQL, the account of a row as it was before the withdrawn run, as `b`.
  private func stateBefore(_ table: String) -> String {
    "main.account_before b WHERE b.changed_run = \(run) AND b.account = \(table).account"
  }

  /// In SQL, a column of that state.
  private func before(_ column: String, _ table: String) -> String {
    "(SELECT b.\(column) FROM \(stateBefore(table)))"
  }

  /// In SQL, whether the run before showed the same: the withdrawn one alone lacked it.
  private func isAsBefore(_ item: Item, _ table: String) -> String {
    "EXISTS (SELECT 1 FROM \(stateBefore(table)) AND \(item.value("b")) = \(item.value(table)))"
  }

  /// What accounts were before the withdrawn run, they were before the next one.
  private func handOver(to next: Int64) throws {
    let accounts = "(SELECT account FROM main.account_before WHERE changed_run = \(run))"
    for table in ["identifier_before", "account_before"] {
      try store.execute(
        sql: "DELETE FROM main.\(table) WHERE changed_run = \(next) AND account IN \(accounts)")
    }
    for table in ["identifier_before", "account_before"] {
      try store.execute(sql: "UPDATE main.\(table) SET changed_run = \(next) WHERE changed_run = \(run)")
    }
  }

  /// Removes accounts that no other run saw. Records that meant them name them again.
  private func remove(_ condition: String) throws {
    let accounts = "(SELECT account FROM main.stored_account WHERE project = ? AND \(condition))"
    try forgetWhom("a.account IN \(accounts)", [project])
    for table in ["stored_identifier", "stored_account"] {
      try store.execute(sql: "DELETE FROM main.\(table) WHERE account IN \(accounts)", arguments: [project])
    }
  }

  /// Restores the names of records whose account is removed.
  ///
  /// - Parameter condition: in SQL, on the record `m` and its account `a`.
  private func forgetWhom(_ condition: String, _ arguments: [(any SQLBindable)?]) throws {
    let rows = try SelectStatement(
      store,
      """
      SELECT m.id, m.kind, m.uid, m.email, m.apple_sub, a.uid, a.email, a.apple_email, a.apple_sub
      FROM main.\(MemorySchema.keys) m JOIN main.stored_account a ON a.account = m.account WHERE \(condition)
      """)
    try rows.start(arguments)
    var records: [Named] = []
    while try rows.next() {
      // A record may name the account's person by what the account does not show, such as a request.
      func text(_ column: Int32, _ texts: [String?], _ key: (String) -> SubjectKey) -> String? {
        guard MemoryTables.namedKinds.contains(rows.text(1)), let name = rows.optionalInteger(column)
        else { return nil }
        return texts.compactMap { $0 }.first { key($0).bits == UInt64(bitPattern: name) }
      }
      records.append(
        Named(
          id: rows.integer(0), uid: text(2, [rows.optionalText(5)], SubjectKey.init(uid:)),
          email: text(3, [rows.optionalText(6), rows.optionalText(7)], SubjectKey.init(email:)),
          appleSub: text(4, [rows.optionalText(8)], SubjectKey.init(appleSub:))))
    }
    let update = try WriteStatement(
      store,
      """
      UPDATE main.\(MemorySchema.keys) SET account = NULL, account_run = NULL, uid_text = coalesce(uid_text, ?),
        email_text = coalesce(email_text, ?), apple_sub_text = coalesce(apple_sub_text, ?)
      WHERE id = ?
      """)
    for record in records {
      try update.bind(record.uid).bind(record.email).bind(record.appleSub).bind(record.id).run()
    }
  }

  /// A record of memory, with the names that it has in common with the account that it meant.
  private struct Named {
    var id: Int64
    var uid: String?
    var email: String?
    var appleSub: String?
  }

  private func columns(of table: String) throws -> String {
    try store.all(sql: "SELECT name FROM pragma_table_info(?, 'main')", arguments: [table]) { $0.text(0) }
      .joined(separator: ", ")
  }
}
