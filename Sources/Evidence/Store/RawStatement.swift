import GRDB
import GRDBSQLite

/// A statement on SQLite's own handle, which `SelectStatement` and `WriteStatement` use without GRDB's objects.
struct RawStatement {
  let handle: OpaquePointer
  private let connection: OpaquePointer

  /// Whoever makes one calls `sqlite3_finalize` on its handle.
  init(_ database: Database, _ sql: String) throws {
    guard let connection = database.sqliteConnection else { throw DatabaseError(message: "no connection") }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw DatabaseError(message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
    handle = statement
    self.connection = connection
  }

  /// What SQLite says of the failure that it answered with `code`.
  func error(_ code: Int32) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection)))
  }
}
