import Storage

/// Gives what is remembered under one name of a project to another.
enum MemoryRenaming {
  /// Of an account that both have, the one of the later run stays, with the earlier of the two first sights. What it
  /// has is then not known to have been there at first sight.
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
    let same = "d.project = ?2 AND d.uid_key = k.uid_key AND d.uid = k.uid AND d.tenant IS k.tenant"
    try store.execute(
      sql: """
        UPDATE main.stored_account AS k SET is_as_first_seen = 0, first_seen_at = min(k.first_seen_at, coalesce(
          (SELECT min(d.first_seen_at) FROM main.stored_account d WHERE \(same)), k.first_seen_at)),
          anonymized_at = CASE WHEN k.apple_credential AND NOT k.ever_shown_without_apple THEN coalesce(k.anonymized_at,
            (SELECT min(d.anonymized_at) FROM main.stored_account d WHERE \(same))) ELSE k.anonymized_at END
        WHERE k.project = ?1 AND EXISTS (SELECT 1 FROM main.stored_account d WHERE \(same))
        """,
      arguments: [kept, dropped])
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
}
