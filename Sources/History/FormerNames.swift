import Evidence
import Storage

/// Names that accounts bore on earlier nights and that a newer export of them no longer showed, by their keys: what
/// they were is in no table.
enum FormerNames {
  static let schema = """
    CREATE TABLE former_name (
      account INTEGER NOT NULL,
      name INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      absent_at INTEGER,
      last_seen_at INTEGER NOT NULL,
      ended_at INTEGER NOT NULL,
      -- The run that noted it.
      run INTEGER NOT NULL,
      PRIMARY KEY (account, name, last_seen_at)
    ) WITHOUT ROWID;
    """

  /// - Throws: `StorageError`.
  static func all(of project: String, in store: Connection) throws -> [NameBearing] {
    try store.all(
      sql: """
        SELECT f.account, f.name, f.seen_at, f.absent_at, f.last_seen_at, f.ended_at,
          -- An account that was last seen before this one was made was another one under the same uid.
          CASE WHEN a.created_at <= f.last_seen_at THEN a.created_at END, a.tenant
        FROM main.former_name f JOIN main.stored_account a ON a.account = f.account
        WHERE a.project = ? ORDER BY f.account, f.name, f.last_seen_at
        """,
      arguments: [project]
    ) { row in
      NameBearing(
        account: row.integer(0), name: UInt64(bitPattern: row.integer(1)), seen: row.integer(2),
        absent: row.optionalInteger(3), lastSeen: row.integer(4), ended: row.integer(5),
        createdAt: row.optionalInteger(6), tenant: row.optionalText(7))
    }
  }

  /// - Parameter run: the number of the run.
  /// - Throws: `StorageError`.
  static func add(_ names: [NameBearing], run: Int64, to store: Connection) throws {
    guard !names.isEmpty else { return }
    let insert = try WriteStatement(
      store, "INSERT OR IGNORE INTO main.former_name VALUES (?, ?, ?, ?, ?, ?, ?)")
    for name in names {
      guard let lastSeen = name.lastSeen, let ended = name.ended else { continue }
      insert.bind(name.account).bind(Int64(bitPattern: name.name)).bind(name.seen).bind(name.absent).bind(lastSeen)
        .bind(ended).bind(run)
      try insert.run()
    }
  }

  /// Takes back what a withdrawn run noted.
  ///
  /// - Parameters:
  ///   - captured: from when to when its exports were captured; milliseconds.
  ///   - next: when those of the next run were; nil where none came after it.
  /// - Throws: `StorageError`.
  static func withdraw(run: Int64, captured: ClosedRange<Int64>, next: Int64?, in store: Connection) throws {
    let isIts = "BETWEEN \(captured.lowerBound) AND \(captured.upperBound)"
    guard let next else {
      return try store.execute(sql: "DELETE FROM main.former_name WHERE run = ?", arguments: [run])
    }
    // No other run saw a name that was first and last seen in this one. What was missing in this one for the first time
    // was missing in the next one as well.
    try store.execute(sql: "DELETE FROM main.former_name WHERE seen_at \(isIts) AND last_seen_at \(isIts)")
    try store.execute(sql: "UPDATE main.former_name SET ended_at = ? WHERE ended_at \(isIts)", arguments: [next])
  }

  /// Deletes what was noted of accounts that are no longer in the store.
  ///
  /// - Throws: `StorageError`.
  static func prune(in store: Connection) throws {
    try store.execute(
      sql: "DELETE FROM main.former_name WHERE account NOT IN (SELECT account FROM main.stored_account)")
  }
}
