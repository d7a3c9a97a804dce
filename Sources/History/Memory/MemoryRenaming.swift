import Evidence
import Storage

/// Gives what is remembered under one name of a project to another.
enum MemoryRenaming {
  /// If both projects have an account, the one of the later run stays, with the earlier of the two first sights.
  /// Nothing then tells whether what it has was there at first sight.
  ///
  /// - Throws: `StorageError`.
  static func rename(project: String, to name: String, in store: Connection) throws {
    func lastRun(of project: String) throws -> Int64 {
      try store.first(
        sql: "SELECT max(number) FROM main.run WHERE project = ? AND captured_from IS NOT NULL", arguments: [project]
      ) { $0.integer(0) } ?? 0
    }
    let (kept, dropped) =
      try lastRun(of: project) > lastRun(of: name) ? (project, name) : (name, project)
    let same = isSame("k", "d")
    try joinSights([kept, dropped], in: store)
    let isDropped = """
      project = ?2 AND EXISTS (SELECT 1 FROM main.stored_account k
        WHERE k.project = ?1 AND k.uid_key = stored_account.uid_key AND k.uid = stored_account.uid
          AND k.tenant IS stored_account.tenant)
      """
    try store.execute(
      sql: """
        DELETE FROM main.stored_identifier
        WHERE account IN (SELECT account FROM main.stored_account WHERE \(isDropped))
        """,
      arguments: [kept, dropped])
    // A record names an account that the store has, or none.
    try store.execute(
      sql: """
        UPDATE main.\(MemorySchema.keys) AS m SET account = k.account
        FROM main.stored_account d JOIN main.stored_account k ON k.project = ?1 AND \(same)
        WHERE d.account = m.account
        """,
      arguments: [kept, dropped])
    try store.execute(sql: "DELETE FROM main.stored_account WHERE \(isDropped)", arguments: [kept, dropped])
    try FormerNames.prune(in: store)
    try NameLog.join(project, name, in: store)
    try store.execute(
      sql: "UPDATE main.stored_account SET project = ? WHERE project = ?", arguments: [name, project])
    try store.execute(
      sql: "UPDATE main.remembered_source SET project = ? WHERE project = ?", arguments: [name, project])
  }

  /// In SQL: whether an account of the first project of the arguments and one of the second have one uid.
  private static func isSame(_ kept: String, _ dropped: String) -> String {
    """
    \(dropped).project = ?2 AND \(dropped).uid_key = \(kept).uid_key AND \(dropped).uid = \(kept).uid
    AND \(dropped).tenant IS \(kept).tenant
    """
  }

  /// Adds to the kept accounts what the others know of their past, unless the uid had another account there.
  ///
  /// - Parameter projects: the kept one and the other.
  private static func joinSights(_ projects: [String], in store: Connection) throws {
    let same = isSame("k", "d")
    let isOne = "coalesce(d.created_at = k.created_at, 1)"
    func sight(_ name: String, _ isEqual: String) -> String {
      let isEarlier = "\(isOne) AND \(isEqual) AND d.\(name)_seen_at < k.\(name)_seen_at"
      return ["seen", "absent"].map { kind in
        let column = "\(name)_\(kind)_at"
        return "\(column) = CASE WHEN \(isEarlier) THEN d.\(column) ELSE k.\(column) END"
      }.joined(separator: ", ")
    }
    let shownAt = """
      coalesce(r.last_seen_at, (SELECT max(captured_to) FROM main.run WHERE project = ?2), r.first_seen_at)
      """
    try store.execute(
      sql: GoneCredentials.insertion(
        pairs: """
          FROM main.stored_account s JOIN main.stored_account r
            ON \(isSame("s", "r"))
          WHERE s.project = ?1 AND coalesce(r.created_at = s.created_at, 1)
          """, shownAt: shownAt, identifiers: "main.stored_identifier"),
      arguments: projects)
    try store.execute(
      sql: """
        UPDATE main.stored_identifier AS s SET seen_at = o.seen_at, absent_at = o.absent_at
        FROM main.stored_account k JOIN main.stored_account d ON \(same) JOIN main.stored_identifier o
          ON o.account = d.account
        WHERE k.project = ?1 AND s.account = k.account AND \(isOne) AND o.role = s.role
          AND s.role <> \(IdentifierRole.unlinked.rawValue) AND o.provider = s.provider
          AND coalesce(o.raw_id, o.phone, o.email) IS coalesce(s.raw_id, s.phone, s.email) AND o.seen_at < s.seen_at
        """,
      arguments: projects)
    try store.execute(
      sql: """
        UPDATE main.stored_account AS k SET is_as_first_seen = 0,
          first_seen_at = min(k.first_seen_at, d.first_seen_at),
          anonymized_at = CASE WHEN k.apple_credential AND NOT k.ever_shown_without_apple
            THEN coalesce(k.anonymized_at, d.anonymized_at) ELSE k.anonymized_at END,
          ever_apple = CASE WHEN \(isOne) THEN max(k.ever_apple, d.ever_apple) ELSE k.ever_apple END,
          apple_sub = CASE WHEN \(isOne) THEN coalesce(k.apple_sub, d.apple_sub) ELSE k.apple_sub END,
          \(sight("apple", "1")), \(sight("email", "d.email IS k.email")), \(sight("phone", "d.phone IS k.phone")),
          \(sight("name", "d.display_name IS k.display_name"))
        FROM main.stored_account d WHERE k.project = ?1 AND \(same)
        """,
      arguments: projects)
  }
}
