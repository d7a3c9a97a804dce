import Evidence
import Foundation
package import Storage

/// The state of a shard's persons in a store that was made of a skeleton: their rows come in before the run, and what
/// the run changes goes out before it ends.
///
/// Triggers note which rows the run touches, so that a person who did not change costs nothing. They are temporary, and
/// so are the notes: they end with the connection.
package final class ShardState {
  private let store: Connection
  private let base: StateBase
  private var inserts: [String: (statement: SelectStatement, width: Int)] = [:]

  /// Begins the import.
  ///
  /// - Parameter store: of a copy of a skeleton, the connection by which the run will write it.
  /// - Throws: `StateError` for a store that is none, `StorageError`.
  package init(importingInto store: Connection) throws {
    guard let base = try StateBase.noted(in: store) else {
      throw StateError.malformed(what: "the store was not made of a skeleton")
    }
    self.store = store
    self.base = base
    try store.execute(
      sql: """
        BEGIN;
        CREATE TEMP TABLE shard_outside (bucket INTEGER NOT NULL, run INTEGER NOT NULL, event INTEGER NOT NULL,
          place INTEGER NOT NULL, account INTEGER NOT NULL, name INTEGER NOT NULL);
        """)
  }

  /// - Throws: `StateError`, `StorageError`.
  package func add(_ line: StateLine) throws {
    for table in line.rows.keys.sorted() {
      guard StateTables.parts[table] == .persons else {
        throw StateError.malformed(what: "it has rows of a table that no line has")
      }
      for row in line.rows[table] ?? [] { try insert(row, into: table) }
    }
  }

  private func insert(_ row: [SQLValue], into table: String) throws {
    let insert = try inserts[table] ?? makeInsert(into: table)
    inserts[table] = insert
    guard row.count == insert.width else { throw StateError.malformed(what: "a row has not the columns of its table") }
    if table == StateTables.outsideNames {
      guard case .integer(let account) = row[0] else { throw StateError.malformed(what: "an account has no key") }
      let bucket = NamePair.bucket(of: UInt64(bitPattern: account))
      try insert.statement.start([.integer(Int64(bucket))] + row)
    } else {
      try insert.statement.start(row)
    }
    while try insert.statement.next() {}
  }

  private func makeInsert(into table: String) throws -> (SelectStatement, Int) {
    let columns = try StateTables.columns(of: table, in: store)
    let isOutside = table == StateTables.outsideNames
    let target = isOutside ? "temp.shard_outside" : "main.\(table)"
    let all = isOutside ? ["bucket"] + columns : columns
    let marks = all.map { _ in "?" }.joined(separator: ", ")
    return (
      try SelectStatement(store, "INSERT INTO \(target) (\(all.joined(separator: ", "))) VALUES (\(marks))"),
      columns.count
    )
  }

  /// Ends the import. What is changed from here on is noted.
  ///
  /// - Throws: `StorageError`.
  package func endImport() throws {
    inserts = [:]
    try packOutside()
    try store.execute(sql: "DROP TABLE temp.shard_outside; COMMIT")
    try store.execute(sql: ShardNotes.schema)
  }

  /// The pairs of each row in the order that they had in the store.
  private func packOutside() throws {
    let rows = try SelectStatement(
      store,
      """
      SELECT bucket, run, event, account, name FROM temp.shard_outside ORDER BY bucket, run, event, place, account, name
      """)
    var key: [Int64] = []
    var pairs: [NamePair] = []
    func write() throws {
      guard !pairs.isEmpty else { return }
      try store.execute(
        sql: "INSERT INTO main.outside_name VALUES (?, ?, ?, ?)", arguments: key + [NameLog.data(pairs)])
    }
    while try rows.next() {
      let next = (0..<3).map { rows.integer(Int32($0)) }
      if next != key {
        try write()
        (key, pairs) = (next, [])
      }
      pairs.append(
        NamePair(account: UInt64(bitPattern: rows.integer(3)), name: UInt64(bitPattern: rows.integer(4))))
    }
    try write()
  }

  /// Passes on what the run changed, account by account and record by record.
  ///
  /// To be called when the run has kept its accounts and its evidence, within its transaction: new accounts have the
  /// places of their records in the run's own file of accounts.
  ///
  /// - Throws: `StorageError`, and what `body` throws.
  package func forEachChange(_ body: (StateChange) throws -> Void) throws {
    try ShardChanges(in: store, since: base).forEach(body)
  }
}
