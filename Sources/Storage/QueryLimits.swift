import CMemory
import GRDBSQLite

/// What a restricted query may use.
///
/// Sorting and materialised tables go to temporary files (`temp_store`), so what is left in memory is values.
package struct QueryLimits: Sendable {
  /// Seconds.
  package let time: Double

  /// Bytes of one value, and of one row. The largest record that is read has 16 MiB.
  static let valueSize: Int32 = 32 << 20
  /// Bytes that SQLite may have allocated on the query's thread at a time.
  static let memory: Int64 = 256 << 20
  /// Steps of SQLite's virtual machine between two checks of the clock and the memory: some tens of microseconds.
  static let stepsBetweenLooks: Int32 = 1_000

  /// SQLite's limits by their numbers (https://www.sqlite.org/c3ref/c_limit_attached.html). A view has fewer than 60
  /// columns, and a rule's text some kilobytes.
  private static let ofSQLite: [(number: Int32, value: Int32)] = [
    (SQLITE_LIMIT_LENGTH, valueSize), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20), (SQLITE_LIMIT_COLUMN, 200),
  ]

  /// - Parameter time: seconds.
  package init(time: Double) {
    self.time = time
  }

  /// Runs `body` while the connection has SQLite's limits and the thread that of memory, and takes them away again.
  static func apply<Result>(to connection: OpaquePointer, _ body: () throws -> Result) rethrows -> Result {
    let before = ofSQLite.map { (number: $0.number, value: sqlite3_limit(connection, $0.number, $0.value)) }
    relay_limit_sqlite_memory(connection, memory)
    defer {
      relay_limit_sqlite_memory(nil, 0)
      for limit in before { sqlite3_limit(connection, limit.number, limit.value) }
    }
    return try body()
  }
}
