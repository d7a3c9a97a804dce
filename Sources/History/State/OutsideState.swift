import Evidence
import Foundation
import Storage

/// The names of accounts out of scope, by account: the store has them by bucket, run and event.
///
/// Temporary tables put those of accounts that are in the store by now where these are read in order of number. There
/// are few of these; of all others one bucket at a time is in memory.
struct OutsideState {
  private let store: Connection
  private let project: String
  private let width = StateTables.outsideColumns.count

  /// - Throws: `StorageError`.
  init(of project: String, in store: Connection) throws {
    self.store = store
    self.project = project
    end()
    try store.execute(
      sql: """
        CREATE TEMP TABLE state_key (uid_key INTEGER PRIMARY KEY, number INTEGER NOT NULL);
        CREATE TEMP TABLE state_outside (number INTEGER NOT NULL, account INTEGER NOT NULL, run INTEGER NOT NULL,
          event INTEGER NOT NULL, place INTEGER NOT NULL, name INTEGER NOT NULL);
        """)
    let hasNames = try store.first(sql: "SELECT 1 FROM main.outside_name LIMIT 1") { _ in true }
    guard hasNames == true else { return }
    // Where two accounts have one key, the first counts (`KnownAccounts`).
    try store.execute(
      sql: """
        INSERT OR IGNORE INTO temp.state_key SELECT uid_key, account FROM main.stored_account WHERE project = ?
        ORDER BY account
        """, arguments: [project])
  }

  func end() {
    try? store.execute(sql: "DROP TABLE IF EXISTS temp.state_key; DROP TABLE IF EXISTS temp.state_outside")
  }

  /// Passes on the rows of each account that is not in the store, in order of key, and sets the others aside.
  ///
  /// - Throws: `StorageError`, and what `body` throws.
  func forEachStranger(_ body: ([[SQLValue]]) throws -> Void) throws {
    let notes = try SelectStatement(
      store,
      """
      SELECT o.run, o.event, o.pairs FROM main.outside_name o JOIN main.run r ON r.number = o.run
      WHERE o.bucket = ? AND r.project = ? ORDER BY o.run, o.event
      """)
    let number = try SelectStatement(store, "SELECT number FROM temp.state_key WHERE uid_key = ?")
    let known = try SelectStatement(store, "INSERT INTO temp.state_outside VALUES (?, ?, ?, ?, ?, ?)")
    for bucket in 0..<NamePair.bucketCount {
      var byAccount: [UInt64: [[SQLValue]]] = [:]
      try notes.start([bucket, project])
      while try notes.next() {
        let (run, event) = (notes.value(0), notes.value(1))
        for (place, pair) in NameLog.pairs(notes.data(2)).enumerated() {
          byAccount[pair.account, default: []].append([
            .integer(Int64(bitPattern: pair.account)), run, event, .integer(Int64(place)),
            .integer(Int64(bitPattern: pair.name)),
          ])
        }
      }
      for key in byAccount.keys.sorted() {
        guard let rows = byAccount[key] else { continue }
        number.start(Int64(bitPattern: key))
        defer { number.reset() }
        guard try number.next() else {
          try body(rows)
          continue
        }
        for row in rows {
          try known.start([number.value(0)] + row)
          while try known.next() {}
        }
      }
    }
  }

  /// The rows that were set aside.
  ///
  /// - Throws: `StorageError`.
  func ofAccounts() throws -> GroupedRows {
    try GroupedRows(
      StateTables.outsideNames, store,
      """
      SELECT number, account, run, event, place, name FROM temp.state_outside ORDER BY number, run, event, place
      """, [], width: width)
  }
}
