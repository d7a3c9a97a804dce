package import Storage
package import Vocabulary

extension FindingHistory {
  /// Whether any run that the store knows had the finding.
  package static func isKnown(_ id: String, in database: Connection) throws -> Bool {
    try database.first(sql: "SELECT 1 FROM main.finding WHERE id = ?", arguments: [id]) { _ in true } ?? false
  }

  /// The ids of all findings that the store knows.
  package static func ids(in database: Connection) throws -> [String] {
    try database.all(sql: "SELECT id FROM main.finding") { $0.text(0) }
  }

  /// The store's id of the finding that a report shows by this one; nil where no report that is known did.
  package static func id(published: String, in database: Connection) throws -> String? {
    try database.first(sql: "SELECT id FROM main.finding WHERE published = ?", arguments: [published]) { $0.text(0) }
  }

  /// Calls `body` with the id of each finding that the store knows, and the one by which reports show it, where it is
  /// noted, until that returns false.
  package static func forEachID(in database: Connection, _ body: (String, _ published: String?) throws -> Bool) throws {
    let rows = try SelectStatement(database, "SELECT id, published FROM main.finding")
    try rows.start([])
    while try rows.next() {
      guard try body(rows.text(0), rows.optionalText(1)) else { return rows.reset() }
    }
  }

  /// Tells of findings, one by one, what their reports may not show.
  package struct Names {
    private let rows: SelectStatement

    /// - Throws: `StorageError`.
    package init(in database: Connection) throws {
      rows = try SelectStatement(
        database,
        """
        SELECT a.uid, f.uid_hash, f.object_hash FROM main.finding f
        LEFT JOIN main.stored_account a ON a.account = f.account WHERE f.id = ?
        """)
    }

    /// - Returns: the uid of the account, where the store has it, and the hashes of names that were masked.
    /// - Throws: `StorageError`.
    package func of(_ id: String) throws -> (uid: String?, hidden: HiddenNames) {
      try rows.start([id])
      defer { rows.reset() }
      guard try rows.next() else { return (nil, HiddenNames()) }
      return (rows.optionalText(0), HiddenNames(uid: rows.optionalText(1), object: rows.optionalText(2)))
    }
  }
}
