import Foundation
import GRDB
import GRDBSQLite

/// An error of SQLite. Its message names tables and constraints, never values.
package struct StorageError: Error, Hashable, Sendable {
  package enum Kind: Sendable {
    /// Another connection holds the lock.
    case busy
    /// A disk is read-only or failing, or the rights are missing.
    case cannotWrite
    /// The disk is full that has the database, or the one that has what SQLite sorts in a temporary file.
    case full
    /// A process ended in the middle of a change, and a connection that may not write cannot undo it.
    case interrupted
    case noMemory
    /// The file is damaged or no database, or the statement is wrong.
    case unreadable
  }

  package var kind: Kind
  package var message: String

  package init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }

  static let noMemory = StorageError(kind: .noMemory, message: "out of memory")

  /// - Parameters:
  ///   - code: an SQLite result code, primary or extended.
  ///   - connection: the one that returned it.
  init(code: Int32, on connection: OpaquePointer?) {
    self.init(code: code, message: connection.map { String(cString: sqlite3_errmsg($0)) } ?? "no connection")
    // For other failures, SQLite keeps no `errno`.
    guard [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF), code != Self.damagedPage, let connection else {
      return
    }
    let noted = sqlite3_system_errno(connection)
    let number = noted != 0 ? noted : CheckedPages.writeError
    if number != 0 { message += ": \(String(cString: strerror(number)))" }
  }

  private init(code: Int32, message: String) {
    kind =
      switch (code & 0xFF, code >> 8) {
      // Of the system, and of `CheckedPages`.
      case (SQLITE_IOERR, 1), (SQLITE_IOERR, 32): .unreadable
      case (SQLITE_NOMEM, _), (SQLITE_IOERR, 12): .noMemory
      case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): .busy
      // Of a journal (`_RECOVERY`, `_ROLLBACK`) and of shared memory (`_CANTINIT`), which sqlite3.h makes by macros.
      case (SQLITE_READONLY, 1), (SQLITE_READONLY, 3), (SQLITE_READONLY, 5): .interrupted
      case (SQLITE_FULL, _): .full
      case (SQLITE_READONLY, _), (SQLITE_IOERR, _), (SQLITE_CANTOPEN, _), (SQLITE_PERM, _): .cannotWrite
      default: .unreadable
      }
    self.message = code == Self.damagedPage ? CheckedPages.problem : message
  }

  /// `SQLITE_IOERR_DATA`, which sqlite3.h makes by a macro.
  private static let damagedPage = SQLITE_IOERR | 32 << 8

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
