package import Storage

/// Writes what a store knows so that it can be cut by persons: a skeleton for all shards, and a line for each person.
package struct StateExport {
  private let store: Connection
  private let project: String
  private let names: StateNames

  /// In SQL: whether the number in a column is that of an account of the project.
  private static func isKnown(_ column: String) -> String {
    "EXISTS (SELECT 1 FROM main.stored_account a WHERE a.account = \(column) AND a.project = ?1)"
  }

  /// - Parameter store: as it is between two runs; it is only read.
  /// - Throws: `StorageError`.
  package init(of project: String, in store: Connection) throws {
    self.store = store
    self.project = project
    names = try StateNames(of: store, forgotten: ForgottenStore.persons(of: project, in: store))
  }

  // MARK: Skeleton

  /// Makes a store at a path, with the runs of all projects and what is about no person.
  ///
  /// - Returns: where the store stands, which the skeleton says too.
  /// - Throws: `StoreError`, `StorageError`.
  @discardableResult
  package func writeSkeleton(to path: String) throws -> StateBase {
    let base = try StateBase(of: project, in: store)
    try EvidenceStore(path: path, isChanged: false).read { skeleton in
      try skeleton.transaction {
        try skeleton.execute(sql: "DELETE FROM main.setting")
        let names = StoreSettings.keys.map { "'\($0)'" }.joined(separator: ", ")
        try copy("setting", where: "?1 IS NOT NULL AND name IN (\(names))", to: skeleton)
        for table in ["run", "run_kind", "run_source", "run_rule", "remembered_source", "rejected_name"] {
          try copy(table, to: skeleton)
        }
        try copy("ledger", where: "?1 IS NOT NULL AND number = (SELECT max(number) FROM main.ledger)", to: skeleton)
        let isTheirs = "project = ?1"
        try copy("forgotten_person", where: isTheirs, to: skeleton)
        try copy(
          "forgotten_name", where: "person IN (SELECT id FROM main.forgotten_person WHERE \(isTheirs))", to: skeleton)
        try copy(
          "finding", where: "\(isTheirs) AND NOT \(Self.isKnown("finding.account"))", to: skeleton)
        try base.note(in: skeleton)
      }
    }
    return base
  }

  /// - Parameter condition: in SQL, of which `?1` is the project.
  private func copy(_ table: String, where condition: String = "?1 IS NOT NULL", to skeleton: Connection) throws {
    let columns = try StateTables.columns(of: table, in: store)
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let insert = try SelectStatement(
      skeleton, "INSERT INTO main.\(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
    let rows = try SelectStatement(
      store, "SELECT \(columns.joined(separator: ", ")) FROM main.\(table) WHERE \(condition) ORDER BY 1")
    try rows.start([project])
    while try rows.next() {
      try insert.start(columns.indices.map { rows.value(Int32($0)) })
      while try insert.next() {}
    }
  }

  // MARK: Persons

  /// Passes on a line for each person whom the store knows, and for each record about nobody that it knows: accounts
  /// that were never in scope, then those of the store by number, then records by id.
  ///
  /// Rows are read in that order, so that memory does not grow with the store.
  ///
  /// - Throws: `StorageError`, and what `body` throws.
  package func forEachLine(_ body: (StateLine) throws -> Void) throws {
    let outside = try OutsideState(of: project, in: store)
    defer { outside.end() }
    try outside.forEachStranger { rows in try body(line(["outside_name": rows])) }
    var accounts = [
      try rows(
        "stored_account", "SELECT t.account, # FROM main.stored_account t WHERE project = ?1 ORDER BY t.account"),
      try ofAccounts("stored_identifier", "t.rowid"), try ofAccounts("former_name", "t.name, t.last_seen_at"),
      try rows(
        "finding", "SELECT t.account, # FROM main.finding t WHERE \(Self.isKnown("t.account")) ORDER BY t.account, t.id"
      ),
      try outside.ofAccounts(),
    ]
    let isKnown = Self.isKnown("m.account")
    accounts += try StateTables.memory.map { try records($0, by: "m.account", where: isKnown) }
    try forEachGroup(of: accounts, body)
    let isUnknown = """
      NOT \(isKnown) AND m.source IN (SELECT id FROM main.remembered_source WHERE project = ?1)
      """
    try forEachGroup(of: StateTables.memory.map { try records($0, by: "m.id", where: isUnknown) }, body)
  }

  private func line(_ rows: StateRows) -> StateLine { StateLine(names: names.names(of: rows), rows: rows) }

  /// - Parameter sql: with `#` for the table's columns.
  private func rows(_ table: String, _ sql: String) throws -> GroupedRows {
    let values = try StateTables.values(of: table, as: "t", in: store)
    return try GroupedRows(
      table, store, sql.replacing("#", with: values), [project],
      width: StateTables.columns(of: table, in: store).count)
  }

  private func ofAccounts(_ table: String, _ order: String) throws -> GroupedRows {
    try rows(
      table,
      """
      SELECT a.account, # FROM main.stored_account a CROSS JOIN main.\(table) t ON t.account = a.account
      WHERE a.project = ?1 ORDER BY a.account, \(order)
      """)
  }

  private func records(_ table: String, by group: String, where condition: String) throws -> GroupedRows {
    let join =
      table == MemorySchema.keys
      ? "main.\(table) m" : "main.\(MemorySchema.keys) m CROSS JOIN main.\(table) t ON t.id = m.id"
    let sql = "SELECT \(group), # FROM \(join) WHERE \(condition) ORDER BY \(group), m.id"
    let values = try StateTables.values(of: table, as: table == MemorySchema.keys ? "m" : "t", in: store)
    return try GroupedRows(
      table, store, sql.replacing("#", with: values), [project],
      width: StateTables.columns(of: table, in: store).count)
  }

  /// Puts together what several tables have of one group at a time.
  private func forEachGroup(of tables: [GroupedRows], _ body: (StateLine) throws -> Void) throws {
    while let group = tables.compactMap(\.group).min() {
      var rows: StateRows = [:]
      for table in tables where table.group == group { rows[table.table] = try table.takeGroup() }
      try body(line(rows))
    }
  }
}

/// The rows of a table in order of what they are grouped by, one group after another.
final class GroupedRows {
  let table: String
  /// Of the next row; nil after the last one.
  private(set) var group: Int64?
  private let rows: SelectStatement
  private let width: Int

  /// - Parameter sql: a query for the group, and the columns after it, in order of group.
  /// - Throws: `StorageError`.
  init(_ table: String, _ store: Connection, _ sql: String, _ arguments: [(any SQLBindable)?], width: Int) throws {
    self.table = table
    self.width = width
    rows = try SelectStatement(store, sql)
    try rows.start(arguments)
    try move()
  }

  private func move() throws { group = try rows.next() ? rows.integer(0) : nil }

  /// The rows of `group`, to move to the next one.
  ///
  /// - Throws: `StorageError`.
  func takeGroup() throws -> [[SQLValue]] {
    let current = group
    var found: [[SQLValue]] = []
    while let group, group == current {
      found.append((0..<width).map { rows.value(Int32($0 + 1)) })
      try move()
    }
    return found
  }
}
