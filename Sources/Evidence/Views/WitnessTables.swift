package import Storage

/// Tables in place of the views of records, for rules that are judged over witnesses: people are judged elsewhere, and
/// what a rule of the whole needs of their records comes as rows of these tables.
///
/// The connection's own views are replaced for good, so that nothing else can be asked of it by their names.
package struct WitnessTables {
  private let database: Connection
  private let inserts: [String: WriteStatement]

  /// - Parameter database: a connection to the tables of a run that has no records.
  /// - Throws: `StorageError`.
  package init(in database: Connection) throws {
    self.database = database
    var inserts: [String: WriteStatement] = [:]
    for view in PublicView.ofRecords {
      let columns = view.columns.map { "\"\($0.name)\" \($0.isInteger ? "INTEGER" : "TEXT")" }
      try database.execute(sql: "DROP VIEW IF EXISTS temp.\(view.name)")
      try database.execute(sql: "CREATE TEMP TABLE \(view.name) (\(columns.joined(separator: ", ")))")
      inserts[view.name] = try WriteStatement(
        database, into: "temp.\(view.name)", columns: view.columns.map { "\"\($0.name)\"" })
    }
    self.inserts = inserts
  }

  /// Adds a row, once or several times.
  ///
  /// - Parameter values: of all columns of the view, in their order.
  /// - Throws: `StorageError`.
  package func add(_ values: [SQLValue], to view: PublicView, times: Int) throws {
    guard let insert = inserts[view.name] else { return }
    for _ in 0..<times {
      for value in values {
        switch value {
        case .null, .blob: insert.bind(nil as Int64?)
        case .integer(let number): insert.bind(number)
        case .text(let text): insert.bind(text)
        }
      }
      try insert.run()
    }
  }

  /// Empties all tables.
  ///
  /// - Throws: `StorageError`.
  package func clear() throws {
    for view in inserts.keys { try database.execute(sql: "DELETE FROM temp.\(view)") }
  }
}
