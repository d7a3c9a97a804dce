package import Foundation
import GRDBSQLite
import Platform

/// A prepared query. Columns are counted from 0.
///
/// # Safety
/// SQLite's pointer to a text is valid until the next step, reset or conversion; each reading copies it at once. The
/// statement is used by the owner of its connection, and finalized while the connection is open.
package final class SelectStatement {
  /// Outlives the statement.
  private let connection: Connection
  private let raw: RawStatement
  private var statement: OpaquePointer { raw.handle }

  /// - Throws: `StorageError`.
  package init(_ connection: Connection, _ sql: String) throws {
    self.connection = connection
    raw = try RawStatement(connection, sql)
  }

  deinit { raw.finalize() }

  /// Starts the query again, with values for its parameters in their order.
  ///
  /// - Throws: `StorageError`.
  package func start(_ arguments: [(any SQLBindable)?]) throws {
    reset()
    guard arguments.count == Int(sqlite3_bind_parameter_count(statement)) else {
      throw StorageError(kind: .unreadable, message: "a query got \(arguments.count) values for its parameters")
    }
    for (index, argument) in arguments.enumerated() { try raw.bind(argument?.sqlValue ?? .null, at: Int32(index + 1)) }
  }

  /// Starts the query again, with a number for its only parameter.
  package func start(_ number: Int64) {
    reset()
    sqlite3_bind_int64(statement, 1, number)
  }

  /// Ends the query before its last row. An open query keeps other connections from writing its files.
  ///
  /// A text for which there was no memory was read as empty. The next step reports that, or this call does.
  package func reset() {
    if sqlite3_reset(statement) == SQLITE_NOMEM { connection.lacksMemory = true }
  }

  /// Moves to the next row; false after the last one.
  ///
  /// - Throws: `StorageError`, `Interruption.Stopped`.
  package func next() throws -> Bool {
    try Interruption.check()
    connection.checkOwner()
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(statement)
      return false
    case let code: throw raw.error(code)
    }
  }

  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// 0 for null.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  package func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  /// Empty for null.
  package func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))), as: UTF8.self)
  }

  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Empty for null.
  package func data(_ column: Int32) -> Data {
    sqlite3_column_blob(statement, column).map { Data(bytes: $0, count: Int(sqlite3_column_bytes(statement, column))) }
      ?? Data()
  }

  /// The column's value as it is stored.
  package func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_NULL: .null
    case SQLITE_BLOB: .blob(data(column))
    default: .text(text(column))
    }
  }
}
