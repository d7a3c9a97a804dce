import GRDB
import GRDBSQLite

/// One prepared statement on the raw handle, for tables that get a row for each account or record.
///
/// It saves GRDB's array of arguments for each row, which costs more than SQLite's insert itself.
final class InsertStatement {
  private let statement: OpaquePointer
  private let connection: OpaquePointer
  private var column: Int32 = 0

  init(_ database: Database, into table: String, columns: [String]) throws {
    guard let connection = database.sqliteConnection else { throw DatabaseError(message: "no connection") }
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ",")
    var statement: OpaquePointer?
    let sql = "INSERT INTO \(table) (\(columns.joined(separator: ","))) VALUES (\(marks))"
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw DatabaseError(message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
    self.statement = statement
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(statement)
  }

  @discardableResult
  func bind(_ value: Int64?) -> InsertStatement {
    column += 1
    if let value { sqlite3_bind_int64(statement, column, value) } else { sqlite3_bind_null(statement, column) }
    return self
  }

  @discardableResult
  func bind(_ value: Bool?) -> InsertStatement { bind(value.map { $0 ? 1 : 0 } as Int64?) }

  @discardableResult
  func bind(_ value: String?) -> InsertStatement {
    column += 1
    guard var value else {
      sqlite3_bind_null(statement, column)
      return self
    }
    value.withUTF8 { bytes in
      // -1 is SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes.
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      bytes.withMemoryRebound(to: CChar.self) { text in
        // An empty buffer may have no address, which SQLite would take for null.
        if let start = text.baseAddress {
          _ = sqlite3_bind_text(statement, column, start, Int32(text.count), transient)
        } else {
          _ = sqlite3_bind_text(statement, column, "", 0, transient)
        }
      }
    }
    return self
  }

  /// Inserts the row bound so far.
  func run() throws {
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    column = 0
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection)))
    }
  }
}
