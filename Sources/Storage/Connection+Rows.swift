extension Connection {
  /// What `read` makes of the first row; nil where there is none.
  ///
  /// - Throws: `StorageError`, and what `read` throws.
  package func first<Value>(
    sql: String, arguments: [(any SQLBindable)?] = [], _ read: (SelectStatement) throws -> Value
  ) throws -> Value? {
    let rows = try SelectStatement(self, sql)
    try rows.start(arguments)
    guard try rows.next() else { return nil }
    let value = try read(rows)
    rows.reset()
    guard !lacksMemory else { throw StorageError.noMemory }
    return value
  }

  /// What `read` makes of each row.
  ///
  /// - Throws: `StorageError`, and what `read` throws.
  package func all<Value>(
    sql: String, arguments: [(any SQLBindable)?] = [], _ read: (SelectStatement) throws -> Value
  ) throws -> [Value] {
    let rows = try SelectStatement(self, sql)
    try rows.start(arguments)
    var values: [Value] = []
    while try rows.next() { values.append(try read(rows)) }
    return values
  }
}
