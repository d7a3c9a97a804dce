import GRDB
import GRDBSQLite

/// What SQLite answered instead of doing what it was asked. Its words name tables and constraints, never values.
package struct StorageError: Error, Hashable, Sendable {
  package enum Kind: Sendable {
    /// Another connection holds the lock.
    case busy
    /// The disk is full, read-only or failing, or the rights are missing.
    case cannotWrite
    /// The file is damaged or no database, or the statement is wrong.
    case unreadable
  }

  package var kind: Kind
  package var message: String

  package init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }

  /// - Parameters:
  ///   - code: an SQLite result code, primary or extended.
  ///   - connection: that answered it.
  init(code: Int32, on connection: OpaquePointer?) {
    self.init(code: code, message: connection.map { String(cString: sqlite3_errmsg($0)) } ?? "no connection")
  }

  private init(code: Int32, message: String) {
    kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM: .cannotWrite
      default: .unreadable
      }
    self.message = message
  }

  /// Runs `body`, and throws what GRDB throws as a `StorageError`.
  static func translated<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StorageError(
        code: error.extendedResultCode.rawValue,
        message: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
    }
  }
}
