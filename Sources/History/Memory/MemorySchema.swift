import Evidence
import Storage

/// The store's tables of remembered records. Their columns follow from the kinds of evidence: a column that a kind
/// gains is added when the store is opened, and rows from before have none of its value.
enum MemorySchema {
  /// The keys of records: whom they name, which source says so, and until when they count.
  static let keys = "remembered_record"

  /// The table of what records of one of the run's tables say.
  static func contents(_ table: MemoryTables.Table) -> String { "remembered_\(table.baseName)" }

  /// Columns of `keys` that no run table has.
  static let places =
    "source INTEGER NOT NULL, place INTEGER NOT NULL, first_source INTEGER NOT NULL, first_place INTEGER NOT NULL, ended_run INTEGER, account_run INTEGER"

  /// Their names.
  static let placeColumns = places.split(separator: ", ").map { String($0.prefix { $0 != " " }) }

  /// The columns of the run's keys that the store keeps. The number of a content is the run's own.
  static let keyColumns = MemoryTables.keys.columns.filter { $0.name != "content" }

  /// Makes the tables, and adds the columns that the store lacks.
  ///
  /// - Throws: `StorageError`.
  static func complete(in store: Connection) throws {
    try store.transaction {
      try complete(keys, keyColumns, more: ", " + places, in: store)
      for table in MemoryTables.contents { try complete(contents(table), table.columns, more: "", in: store) }
    }
  }

  private static func complete(
    _ table: String, _ columns: [MemoryTables.Column], more: String, in store: Connection
  ) throws {
    let known = Set(try store.all(sql: "SELECT name FROM pragma_table_info(?)", arguments: [table]) { $0.text(0) })
    guard !known.isEmpty else {
      let declarations = columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
      return try store.execute(sql: "CREATE TABLE main.\(table) (id INTEGER PRIMARY KEY, \(declarations)\(more))")
    }
    for column in columns where !known.contains(column.name) {
      try store.execute(sql: "ALTER TABLE main.\(table) ADD COLUMN \(column.name) \(column.type)")
    }
  }
}
