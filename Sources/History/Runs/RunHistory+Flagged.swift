package import Foundation
package import Storage

/// Accounts that follow one another in a `FlaggedList`. Nights differ in few accounts, and where a part ends depends on
/// its accounts, so that most parts of a list are those of the night before: the store has each once.
package struct FlaggedPart: Sendable {
  /// Of the part before it was compressed. Nil for a list that an earlier version kept whole.
  package var sha256: Data?
  /// Compressed. Empty where the store lacks it.
  package var accounts: Data

  package init(sha256: Data?, accounts: Data) {
    self.sha256 = sha256
    self.accounts = accounts
  }
}

extension RunHistory {
  static let flaggedSchema = """
    CREATE TABLE flagged_part (
      id INTEGER PRIMARY KEY,
      sha256 BLOB UNIQUE,
      accounts BLOB NOT NULL
    );
    CREATE TABLE run_flagged_part (
      run INTEGER NOT NULL,
      position INTEGER NOT NULL,
      part INTEGER NOT NULL,
      PRIMARY KEY (run, position)
    ) WITHOUT ROWID;
    """

  /// Puts another list in the place of a run's.
  ///
  /// - Throws: `StorageError`.
  package static func replaceFlagged(of run: Int64, by parts: [FlaggedPart], in store: Connection) throws {
    try store.execute(sql: "DELETE FROM main.run_flagged_part WHERE run = ?", arguments: [run])
    try keepFlagged(parts, of: run, in: store)
    try removeUnusedFlagged(in: store)
  }

  /// Keeps the list of all flagged accounts of a run, which need not be there yet.
  ///
  /// - Throws: `StorageError`.
  package static func keepFlagged(_ parts: [FlaggedPart], of run: Int64, in store: Connection) throws {
    let add = try SelectStatement(
      store, "INSERT INTO main.flagged_part (sha256, accounts) VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING")
    let list = try SelectStatement(
      store, "INSERT INTO main.run_flagged_part SELECT ?, ?, id FROM main.flagged_part WHERE sha256 = ?")
    for (position, part) in parts.enumerated() {
      try add.start([part.sha256, part.accounts])
      while try add.next() {}
      try list.start([run, position, part.sha256])
      while try list.next() {}
    }
  }

  /// Removes the parts that are in the list of no run.
  ///
  /// - Throws: `StorageError`.
  static func removeUnusedFlagged(in store: Connection) throws {
    try store.execute(sql: "DELETE FROM main.flagged_part WHERE id NOT IN (SELECT part FROM main.run_flagged_part)")
  }

  /// The list of a run; nil where none is kept: then the report holds all, or the run is too old.
  package static func flagged(of run: Int64, in store: Connection) throws -> [FlaggedPart]? {
    let parts = try store.all(
      sql: """
        SELECT coalesce(p.sha256, x''), coalesce(p.accounts, x'') FROM main.run_flagged_part r
          LEFT JOIN main.flagged_part p ON p.id = r.part
        WHERE r.run = ? ORDER BY r.position
        """, arguments: [run]
    ) { row in
      let sha256 = row.data(0)
      return FlaggedPart(sha256: sha256.isEmpty ? nil : sha256, accounts: row.data(1))
    }
    return parts.isEmpty ? nil : parts
  }

  /// Whether a part is in the list of no run, or of one that the store does not know.
  package static func hasStrayFlagged(in store: Connection) throws -> Bool {
    try store.first(
      sql: """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM main.flagged_part WHERE id NOT IN (SELECT part FROM main.run_flagged_part))
          OR EXISTS (SELECT 1 FROM main.run_flagged_part WHERE run NOT IN (SELECT number FROM main.run))
        """
    ) { _ in true } ?? false
  }
}
