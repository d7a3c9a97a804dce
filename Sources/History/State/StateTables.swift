import Evidence
import Storage

/// What becomes of each of the store's tables where an audit is judged in shards (docs/scale.md). A table that is not
/// here has no part in it; a test finds those that are missing.
enum StateTables {
  enum Part: Hashable {
    /// About no person, or so that nobody can tell about whom: all shards get it, and what a run changes in it, the
    /// merge changes.
    case skeleton
    /// Cut by persons. What a run changes in it comes back from the shards.
    case persons
    /// All shards get it, and what a run changes in it comes back from the shards.
    case shared
    /// No shard gets it, and what a run adds to it comes back from the shards.
    case added
    /// No shard gets it; `why`.
    case left(why: String)
  }

  static let parts: [String: Part] = Dictionary(
    uniqueKeysWithValues: [
      ("setting", .skeleton), ("run", .skeleton), ("run_kind", .skeleton), ("run_source", .skeleton),
      ("run_rule", .skeleton), ("remembered_source", .skeleton),
      ("rejected_name", .skeleton),
      // Its last entry.
      ("ledger", .skeleton),
      // Findings about nobody are in the skeleton. The merge writes the table.
      ("finding", .persons),
      ("stored_account", .persons), ("stored_identifier", .persons), ("former_name", .persons),
      ("outside_name", .persons), (MemorySchema.keys, .persons),
      ("forgotten_person", .shared), ("forgotten_name", .shared),
      ("account_before", .added), ("identifier_before", .added),
      ("timeline", .left(why: "each run writes it anew")),
      ("ledger_text", .left(why: "the ledger alone reads it")),
      ("report_part", .left(why: "reports are the merge's")), ("report_index", .left(why: "reports are the merge's")),
      ("flagged_part", .left(why: "lists of past runs")), ("run_flagged_part", .left(why: "lists of past runs")),
      ("grdb_migrations", .left(why: "each store has its own")),
    ] + MemoryTables.contents.map { (MemorySchema.contents($0), .persons) })

  /// The columns of a table, in the order of the rows of lines and changes.
  ///
  /// - Throws: `StorageError`.
  static func columns(of table: String, in store: Connection) throws -> [String] {
    if table == outsideNames { return outsideColumns }
    if table == MemorySchema.keys {
      return ["id"] + (MemorySchema.keyColumns.map(\.name) + MemorySchema.placeColumns)
    }
    if let contents = MemoryTables.contents.first(where: { MemorySchema.contents($0) == table }) {
      return ["id"] + contents.columns.map(\.name)
    }
    // The steps of the schema make these columns in the same order in each store.
    return try store.all(sql: "SELECT name FROM pragma_table_info(?, 'main')", arguments: [table]) { $0.text(0) }
  }

  /// The columns of a table as SQL reads them. A store to which the newest columns of memory were not added yet has
  /// nulls in them.
  ///
  /// - Parameter alias: of the table in the query.
  /// - Throws: `StorageError`.
  static func values(of table: String, as alias: String, in store: Connection) throws -> String {
    let known = Set(
      try store.all(sql: "SELECT name FROM pragma_table_info(?, 'main')", arguments: [table]) { $0.text(0) })
    return try columns(of: table, in: store).map { known.contains($0) ? "\(alias).\($0)" : "NULL" }
      .joined(separator: ", ")
  }

  /// What a line has of `outside_name`: a row for each pair.
  static let outsideNames = "outside_name"
  static let outsideColumns = ["account", "run", "event", "place", "name"]

  /// Those of remembered records, the keys first.
  static let memory = [MemorySchema.keys] + MemoryTables.contents.map(MemorySchema.contents)
}
