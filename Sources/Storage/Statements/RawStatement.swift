import Foundation
import GRDBSQLite

/// A prepared statement on SQLite's own handle.
///
/// GRDB makes an object for each row and an array for each row's arguments. Over a night's accounts these cost more
/// than SQLite itself, so the statements that run for each account or record use the handle.
///
/// # Safety
/// Its owner keeps the connection alive, calls `finalize` once, and does not use the handle afterwards.
struct RawStatement {
  let handle: OpaquePointer

  init(handle: OpaquePointer) {
    self.handle = handle
  }

  /// - Throws: `StorageError`.
  init(_ connection: Connection, _ sql: String) throws {
    connection.checkOwner()
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection.handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw StorageError(code: code, on: connection.handle) }
    handle = statement
  }

  func finalize() { sqlite3_finalize(handle) }

  /// SQLite's error for the result code `code`.
  func error(_ code: Int32) -> StorageError { StorageError(code: code, on: sqlite3_db_handle(handle)) }
}

extension RawStatement {
  /// Binds a value, of which SQLite makes a copy.
  ///
  /// - Parameter index: from 1.
  /// - Throws: `StorageError` where there is no memory for it.
  func bind(_ value: SQLValue, at index: Int32) throws {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .text(let text): sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), Self.transient)
      // Empty data has a null pointer, which SQLite takes for NULL.
      case .blob(let data) where data.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
      case .blob(let data):
        data.withUnsafeBytes { sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), Self.transient) }
      }
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies the bytes before the call returns.
  static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
