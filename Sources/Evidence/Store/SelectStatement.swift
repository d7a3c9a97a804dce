package import GRDB
import GRDBSQLite

/// One prepared query on the raw handle, for what is asked for each account, record or finding.
///
/// GRDB makes an object for each row and looks columns up by name; over a night's accounts that took longer than
/// SQLite itself. Columns are counted from 0.
package final class SelectStatement {
  private let raw: RawStatement
  private var statement: OpaquePointer { raw.handle }

  /// - Throws: `DatabaseError`.
  package init(_ database: Database, _ sql: String) throws {
    raw = try RawStatement(database, sql)
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// Asks anew, with a number for the first parameter.
  package func start(_ number: Int64) {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, number)
  }

  /// Asks anew, with a text for the first parameter.
  package func start(_ text: String) {
    sqlite3_reset(statement)
    // -1 is SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes.
    sqlite3_bind_text(
      statement, 1, text, Int32(text.utf8.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }

  /// Ends before the last row; an open question keeps its files from being written by another connection.
  func reset() {
    sqlite3_reset(statement)
  }

  /// Goes to the next row; false after the last one.
  ///
  /// - Throws: `DatabaseError`.
  package func next() throws -> Bool {
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
}
