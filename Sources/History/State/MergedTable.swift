import Evidence
import Storage

/// A table of the store to which the changes of shards are applied.
final class MergedTable {
  private let columns: [String]
  private let insert: SelectStatement
  private let removal: [SelectStatement]
  private let accountColumn: Int?
  private let idColumn: Int?

  /// What becomes of a row that is there.
  private enum Clash: String {
    case replace = "OR REPLACE"
    case ignore = "OR IGNORE"
    case fail = ""
  }

  /// The tables that changes have rows of, but for the log of names.
  private static let clashes: [String: Clash] = [
    "stored_account": .replace, "forgotten_person": .replace, MemorySchema.keys: .replace,
    "forgotten_name": .ignore, "former_name": .ignore, "stored_identifier": .fail, "account_before": .fail,
    "identifier_before": .fail,
  ].merging(MemoryTables.contents.map { (MemorySchema.contents($0), .fail) }) { first, _ in first }

  /// - Throws: `StateError` for a table that changes have no rows of, `StorageError`.
  init(_ name: String, in store: Connection) throws {
    guard let clash = Self.clashes[name] else {
      throw StateError.malformed(what: "it changes a table that no shard may change")
    }
    columns = try StateTables.columns(of: name, in: store)
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    insert = try SelectStatement(
      store,
      "INSERT \(clash.rawValue) INTO main.\(name) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
    accountColumn = columns.firstIndex(of: "account")
    let isMemory = StateTables.memory.contains(name)
    idColumn = isMemory ? columns.firstIndex(of: "id") : nil
    removal =
      switch name {
      case "stored_account", "stored_identifier":
        [try SelectStatement(store, "DELETE FROM main.\(name) WHERE account = ?")]
      case MemorySchema.keys:
        try StateTables.memory.map { try SelectStatement(store, "DELETE FROM main.\($0) WHERE id = ?") }
      default: []
      }
  }

  /// - Throws: `StateError`, `StorageError`.
  func put(_ row: [SQLValue]) throws {
    try check(row)
    try insert.start(row)
    while try insert.next() {}
  }

  /// - Parameter key: the account, or the record's id.
  /// - Throws: `StateError`, `StorageError`.
  func remove(_ key: [SQLValue]) throws {
    guard key.count == 1, !removal.isEmpty else { throw StateError.malformed(what: "rows cannot be removed so") }
    for statement in removal {
      try statement.start(key)
      while try statement.next() {}
    }
  }

  /// - Throws: `StateError`, and what the closures throw.
  func renumbered(
    _ row: [SQLValue], account: (Int64) throws -> Int64, record: (Int64) throws -> Int64
  ) throws -> [SQLValue] {
    try check(row)
    var row = row
    if let accountColumn, case .integer(let number) = row[accountColumn] {
      row[accountColumn] = .integer(try account(number))
    }
    if let idColumn, case .integer(let id) = row[idColumn] { row[idColumn] = .integer(try record(id)) }
    return row
  }

  /// The account of a row.
  ///
  /// - Throws: `StateError`.
  func number(in row: [SQLValue]) throws -> Int64 { try integer(accountColumn, in: row) }

  /// The id of a remembered record.
  ///
  /// - Throws: `StateError`.
  func id(in row: [SQLValue]) throws -> Int64 { try integer(idColumn, in: row) }

  func values(_ names: [String], in row: [SQLValue]) throws -> [SQLValue] {
    try check(row)
    return names.map { name in columns.firstIndex(of: name).map { row[$0] } ?? .null }
  }

  private func integer(_ column: Int?, in row: [SQLValue]) throws -> Int64 {
    try check(row)
    guard let column, case .integer(let number) = row[column] else {
      throw StateError.malformed(what: "a row has no number")
    }
    return number
  }

  private func check(_ row: [SQLValue]) throws {
    guard row.count == columns.count else {
      throw StateError.malformed(what: "a row has not the columns of its table")
    }
  }
}
