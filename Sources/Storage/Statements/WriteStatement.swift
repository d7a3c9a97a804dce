/// A prepared statement that writes, for tables that get a row for each account or record.
package final class WriteStatement {
  /// Outlives the statement.
  private let connection: Connection
  private let raw: RawStatement
  private let row: BoundRow

  /// Inserts a row each time that it runs.
  ///
  /// - Parameter digestedFrom: the column from which on `run` answers the row's digest; nil for none.
  /// - Throws: `StorageError`.
  package convenience init(
    _ connection: Connection, into table: String, columns: [String], digestedFrom: Int? = nil
  ) throws {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ",")
    try self.init(
      connection, "INSERT INTO \(table) (\(columns.joined(separator: ","))) VALUES (\(marks))",
      digestedFrom: digestedFrom)
  }

  /// - Throws: `StorageError`.
  package init(_ connection: Connection, _ sql: String, digestedFrom: Int? = nil) throws {
    self.connection = connection
    raw = try RawStatement(connection, sql)
    row = BoundRow(raw, digestedFrom: digestedFrom)
  }

  deinit {
    raw.finalize()
    row.deallocate()
  }

  @inline(__always)
  @discardableResult
  package func bind(_ value: Int64?) -> BoundRow { row.bind(value) }

  @inline(__always)
  @discardableResult
  package func bind(_ value: Bool?) -> BoundRow { row.bind(value) }

  @inline(__always)
  @discardableResult
  package func bind(_ value: String?) -> BoundRow { row.bind(value) }

  /// - Parameter value: must live until the statement has run.
  @inline(__always)
  @discardableResult
  package func bind(_ value: UnsafeBufferPointer<UInt8>?) -> BoundRow { row.bind(value) }

  /// Runs with the values bound since the last run, one for each parameter.
  ///
  /// - Returns: the digest of the columns that have one.
  /// - Throws: `StorageError`.
  @discardableResult
  package func run() throws -> RowDigest {
    connection.checkOwner()
    return try row.run()
  }

  /// Runs with these values, one for each parameter.
  ///
  /// - Throws: `StorageError`.
  package func run(_ values: [SQLValue]) throws {
    for value in values {
      switch value {
      case .null: bind(nil as Int64?)
      case .integer(let number): bind(number)
      case .text(let text): bind(text)
      case .blob: throw StorageError(kind: .unreadable, message: "a row cannot bind data")
      }
    }
    try run()
  }
}
