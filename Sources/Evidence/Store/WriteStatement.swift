import GRDB
import GRDBSQLite

/// One prepared statement that writes, on the raw handle, for tables that get a row for each account or record.
///
/// It saves GRDB's array of arguments for each row, which costs more than SQLite's insert itself.
final class WriteStatement {
  private let raw: RawStatement
  private var statement: OpaquePointer { raw.handle }
  // One thread at a time uses a statement. To check that at each value took 20 ms of a night of a million accounts.
  @exclusivity(unchecked) private var column: Int32 = 0
  /// The row's texts, which SQLite reads here while it inserts: for SQLite to copy each cost a tenth of a night.
  @exclusivity(unchecked) private var texts: UnsafeMutableRawBufferPointer = .allocate(byteCount: 4096, alignment: 1)
  @exclusivity(unchecked) private var used = 0
  @exclusivity(unchecked) private var places: [(column: Int32, start: Int, count: Int)] = []

  /// Inserts a row each time that it runs.
  convenience init(_ database: Database, into table: String, columns: [String]) throws {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ",")
    try self.init(database, "INSERT INTO \(table) (\(columns.joined(separator: ","))) VALUES (\(marks))")
  }

  init(_ database: Database, _ sql: String) throws {
    raw = try RawStatement(database, sql)
  }

  deinit {
    sqlite3_finalize(statement)
    texts.deallocate()
  }

  // Inlined, since otherwise each call counts a reference up and down, for some forty columns of each account.

  @inline(__always)
  @discardableResult
  func bind(_ value: Int64?) -> WriteStatement {
    column += 1
    if let value { sqlite3_bind_int64(statement, column, value) } else { sqlite3_bind_null(statement, column) }
    return self
  }

  @inline(__always)
  @discardableResult
  func bind(_ value: Bool?) -> WriteStatement { bind(value.map { $0 ? 1 : 0 } as Int64?) }

  @inline(__always)
  @discardableResult
  func bind(_ value: String?) -> WriteStatement {
    column += 1
    if let value { keep(value) } else { sqlite3_bind_null(statement, column) }
    return self
  }

  /// The text has to live until the statement has run.
  @inline(__always)
  @discardableResult
  func bind(_ value: BorrowedText?) -> WriteStatement {
    column += 1
    if let value { bind(value, to: column) } else { sqlite3_bind_null(statement, column) }
    return self
  }

  private func bind(_ text: BorrowedText, to column: Int32) {
    // Null would be SQL's NULL.
    let start = text.baseAddress ?? BorrowedText("").baseAddress
    start?.withMemoryRebound(to: CChar.self, capacity: text.count) { bytes in
      // A null destructor is SQLITE_STATIC: SQLite does not copy.
      _ = sqlite3_bind_text(statement, column, bytes, Int32(text.count), nil)
    }
  }

  private func keep(_ value: String) {
    var value = value
    value.withUTF8 { bytes in
      if used + bytes.count > texts.count { grow(by: bytes.count) }
      texts[used..<(used + bytes.count)].copyBytes(from: bytes)
      places.append((column, used, bytes.count))
      used += bytes.count
    }
  }

  private func grow(by count: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(texts.count * 2, used + count), alignment: 1)
    larger.copyBytes(from: texts[..<used])
    texts.deallocate()
    texts = larger
  }

  /// Runs with what was bound since the last time.
  func run() throws {
    let bytes = BorrowedText(texts.assumingMemoryBound(to: UInt8.self))
    for place in places {
      bind(BorrowedText(rebasing: bytes[place.start..<(place.start + place.count)]), to: place.column)
    }
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    column = 0
    used = 0
    places.removeAll(keepingCapacity: true)
    guard code == SQLITE_DONE else { throw raw.error(code) }
  }
}
