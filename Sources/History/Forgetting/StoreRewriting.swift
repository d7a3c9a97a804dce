package import Storage

/// Writes the store's file anew, so that nothing is left of what was removed: SQLite clears the place of a row that is
/// deleted, but may have left copies in the unused part of a page when it moved rows.
package enum StoreRewriting {
  private static let name = "rewrite due"

  /// Within the transaction that removes: if the process ends before the file is written anew, the next one to open the
  /// store does it.
  package static func setDue(in store: Connection) throws {
    try store.execute(sql: "INSERT OR REPLACE INTO main.setting (name, value) VALUES (?, 1)", arguments: [name])
  }

  static func isDue(in store: Connection) throws -> Bool {
    try store.first(sql: "SELECT 1 FROM main.setting WHERE name = ?", arguments: [name]) { _ in true } ?? false
  }

  /// Outside of a transaction.
  ///
  /// - Parameter patience: how long a reader, such as a backup, is waited for; milliseconds.
  /// - Throws: `StorageError`, where the disk is full or another process holds the store.
  package static func run(in store: Connection, patience: Int = 60_000) throws {
    // To write the file anew, SQLite locks out readers before it counts as writing.
    try store.execute(sql: "PRAGMA busy_timeout = \(patience)")
    defer { store.waitForReaders() }
    try store.execute(sql: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    try store.execute(sql: "DELETE FROM main.setting WHERE name = ?", arguments: [name])
  }
}
