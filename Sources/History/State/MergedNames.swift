import Evidence
import Foundation
import Storage

/// What shards changed in the log of names of accounts out of scope, put together bucket by bucket.
struct MergedNames {
  private let store: Connection
  private let insert: SelectStatement

  /// - Throws: `StorageError`.
  init(in store: Connection) throws {
    self.store = store
    try store.execute(
      sql: """
        DROP TABLE IF EXISTS temp.merge_outside;
        CREATE TEMP TABLE merge_outside (bucket INTEGER NOT NULL, run INTEGER NOT NULL, event INTEGER NOT NULL,
          is_borne INTEGER NOT NULL, pairs BLOB NOT NULL);
        """)
    insert = try SelectStatement(store, "INSERT INTO temp.merge_outside VALUES (?, ?, ?, ?, ?)")
  }

  /// - Throws: `StorageError`.
  func end() throws { try store.execute(sql: "DROP TABLE IF EXISTS temp.merge_outside") }

  /// - Parameters:
  ///   - row: a bucket, a run, an event and pairs.
  ///   - isBorne: whether the row of the log has them from now on, or no longer.
  /// - Throws: `StateError`, `StorageError`.
  func add(_ row: [SQLValue], isBorne: Bool) throws {
    guard row.count == 4, case .integer(0..<Int64(NamePair.bucketCount)) = row[0], case .integer = row[1],
      case .integer(let event) = row[2], NameNote.Event(rawValue: event) != nil, case .blob(let pairs) = row[3],
      pairs.count % MemoryLayout<NamePair>.stride == 0
    else { throw StateError.malformed(what: "names of accounts out of scope are not as they should be") }
    try insert.start(Array(row[..<3]) + [.integer(isBorne ? 1 : 0), row[3]])
    while try insert.next() {}
  }

  /// Writes the rows of the log. What is added is in order of account, so that the bytes do not depend on the shards;
  /// the order has no meaning.
  ///
  /// - Throws: `StorageError`.
  func write() throws {
    try store.execute(sql: "CREATE INDEX temp.merge_outside_by_key ON merge_outside (bucket, run, event)")
    let keys = try store.all(sql: "SELECT DISTINCT bucket, run, event FROM temp.merge_outside ORDER BY 1, 2, 3") {
      row in
      (0..<3).map { row.integer(Int32($0)) }
    }
    for key in keys {
      let isRow = "bucket = ? AND run = ? AND event = ?"
      func pairs(_ table: String, _ condition: String = "") throws -> [NamePair] {
        try store.all(sql: "SELECT pairs FROM \(table) WHERE \(isRow) \(condition)", arguments: key) {
          NameLog.pairs($0.data(0))
        }.flatMap { $0 }
      }
      let removed = Set(try pairs("temp.merge_outside", "AND NOT is_borne"))
      let kept = try pairs("main.outside_name").filter { !removed.contains($0) }
      let added = Set(try pairs("temp.merge_outside", "AND is_borne")).subtracting(kept)
        .sorted { ($0.account, $0.name) < ($1.account, $1.name) }
      try store.execute(sql: "DELETE FROM main.outside_name WHERE \(isRow)", arguments: key)
      guard !kept.isEmpty || !added.isEmpty else { continue }
      try store.execute(
        sql: "INSERT INTO main.outside_name VALUES (?, ?, ?, ?)", arguments: key + [NameLog.data(kept + added)])
    }
  }
}
