import GRDB
import GRDBSQLite

/// One prepared statement that writes, on the raw handle, for tables that get a row for each account or record.
///
/// It saves GRDB's array of arguments for each row, which costs more than SQLite's insert itself. One thread at a time
/// uses a statement.
final class WriteStatement {
  private let raw: RawStatement
  private let row: BoundRow

  /// Inserts a row each time that it runs.
  convenience init(_ database: Database, into table: String, columns: [String]) throws {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ",")
    try self.init(database, "INSERT INTO \(table) (\(columns.joined(separator: ","))) VALUES (\(marks))")
  }

  init(_ database: Database, _ sql: String) throws {
    raw = try RawStatement(database, sql)
    row = BoundRow(raw)
  }

  deinit {
    sqlite3_finalize(raw.handle)
    row.deallocate()
  }

  @inline(__always)
  @discardableResult
  func bind(_ value: Int64?) -> BoundRow { row.bind(value) }

  @inline(__always)
  @discardableResult
  func bind(_ value: Bool?) -> BoundRow { row.bind(value) }

  @inline(__always)
  @discardableResult
  func bind(_ value: String?) -> BoundRow { row.bind(value) }

  /// The text has to live until the statement has run.
  @inline(__always)
  @discardableResult
  func bind(_ value: BorrowedText?) -> BoundRow { row.bind(value) }

  /// Runs with what was bound since the last time.
  func run() throws { try row.run() }
}
