import Evidence
import Foundation
import Storage

/// Reads what `ShardNotes` noted, as changes.
struct ShardChanges {
  private let store: Connection
  private let base: StateBase
  private let tables: [String: SelectStatement]
  private let widths: [String: Int]
  /// Pairs of names in one change: as much as one line should have.
  private static let pairsInAChange = 4096

  /// - Throws: `StorageError`.
  init(in store: Connection, since base: StateBase) throws {
    self.store = store
    self.base = base
    var tables: [String: SelectStatement] = [:]
    var widths: [String: Int] = [:]
    let conditions = [
      "stored_account": "account = ?", "stored_identifier": "account = ? ORDER BY rowid",
      // No shard has the rows of earlier runs, so that these are of this run alone.
      "account_before": "account = ?", "identifier_before": "account = ? ORDER BY rowid",
      "former_name": "account = ? AND run = \(base.run) ORDER BY name, last_seen_at", "forgotten_person": "id = ?",
    ]
    let memory = Dictionary(uniqueKeysWithValues: StateTables.memory.map { ($0, "id = ?") })
    for (table, condition) in conditions.merging(memory, uniquingKeysWith: { first, _ in first }) {
      let values = try StateTables.values(of: table, as: "t", in: store)
      tables[table] = try SelectStatement(store, "SELECT \(values) FROM main.\(table) t WHERE \(condition)")
      widths[table] = try StateTables.columns(of: table, in: store).count
    }
    self.tables = tables
    self.widths = widths
  }

  /// - Throws: `StorageError`, and what `body` throws.
  func forEach(_ body: (StateChange) throws -> Void) throws {
    try forEachAccount(body)
    try forEachRecord(body)
    try forEachNote(body)
    for id in try store.all(sql: "SELECT id FROM temp.shard_person ORDER BY id", { $0.integer(0) }) {
      try body(StateChange(put: ["forgotten_person": rows("forgotten_person", id)]))
    }
    let names = try store.all(
      sql: """
        SELECT f.hash, f.person, f.tag, f.is_shared FROM temp.shard_person_name n
          JOIN main.forgotten_name f ON f.hash = n.hash AND f.person = n.person ORDER BY f.person, f.hash
        """
    ) { row in (0..<4).map { row.value(Int32($0)) } }
    for name in names { try body(StateChange(put: ["forgotten_name": [name]])) }
    if try StoreRewriting.isDue(in: store) { try body(StateChange(put: [Self.rewriting: []])) }
  }

  /// Stands for a table: what was removed has to leave the file too.
  static let rewriting = "rewriting"

  private func rows(_ table: String, _ key: Int64) throws -> [[SQLValue]] {
    guard let statement = tables[table], let width = widths[table] else { return [] }
    statement.start(key)
    var found: [[SQLValue]] = []
    while try statement.next() { found.append((0..<width).map { statement.value(Int32($0)) }) }
    return found
  }

  private func forEachAccount(_ body: (StateChange) throws -> Void) throws {
    let touched = try SelectStatement(
      store, "SELECT account, sum(part) FROM temp.shard_account GROUP BY account ORDER BY account")
    let place = try SelectStatement(store, "SELECT ref FROM accounts.account_row WHERE account = ?")
    while try touched.next() {
      let (account, parts) = (touched.integer(0), touched.integer(1))
      func has(_ part: ShardNotes.Part) -> Bool { parts & part.rawValue != 0 }
      var change = StateChange()
      func put(_ table: String) throws {
        let rows = try rows(table, account)
        if !rows.isEmpty { change.put[table] = rows }
      }
      if has(.account) {
        try put("stored_account")
        if change.put.isEmpty { change.removed["stored_account"] = [[.integer(account)]] }
      }
      let isNew = account >= base.firstAccount
      if has(.identifiers) {
        if !isNew { change.removed["stored_identifier"] = [[.integer(account)]] }
        try put("stored_identifier")
      }
      if has(.before) {
        try put("account_before")
        try put("identifier_before")
      }
      if has(.formerNames) { try put("former_name") }
      if isNew {
        place.start(account)
        if try place.next() { change.ref = place.integer(0) }
        place.reset()
      }
      if !change.isEmpty { try body(change) }
    }
  }

  private func forEachRecord(_ body: (StateChange) throws -> Void) throws {
    let touched = try SelectStatement(store, "SELECT id FROM temp.shard_record ORDER BY id")
    let kindColumn = try StateTables.columns(of: MemorySchema.keys, in: store).firstIndex(of: "kind") ?? 0
    while try touched.next() {
      let id = touched.integer(0)
      let isNew = id >= base.firstRecord
      let keys = try rows(MemorySchema.keys, id)
      guard let row = keys.first else {
        if !isNew { try body(StateChange(removed: [MemorySchema.keys: [[.integer(id)]]])) }
        continue
      }
      var change = StateChange(put: [MemorySchema.keys: keys])
      // What an earlier record says never changes.
      if isNew, case .text(let kind) = row[kindColumn] {
        for table in MemoryTables.contents where table.kinds.contains(kind) {
          let contents = try rows(MemorySchema.contents(table), id)
          if !contents.isEmpty { change.put[MemorySchema.contents(table)] = contents }
        }
      }
      try body(change)
    }
  }

  /// The names of accounts out of scope, in pieces of a bucket: bucket, run, event and pairs, as the store has them.
  private func forEachNote(_ body: (StateChange) throws -> Void) throws {
    let touched = try SelectStatement(store, "SELECT bucket, run FROM temp.shard_name_log ORDER BY bucket, run")
    func pairs(_ table: String, _ key: [Int64]) throws -> [NamePair] {
      try store.first(sql: "SELECT pairs FROM \(table) WHERE bucket = ? AND run = ? AND event = ?", arguments: key) {
        NameLog.pairs($0.data(0))
      } ?? []
    }
    while try touched.next() {
      for event in [NameNote.Event.borne, .ended] {
        let key = [touched.integer(0), touched.integer(1), event.rawValue]
        let before = try pairs("temp.shard_name_before", key)
        let now = try pairs("main.outside_name", key)
        let (wereThere, areThere) = (Set(before), Set(now))
        for piece in pieces(before.filter { !areThere.contains($0) }, key) {
          try body(StateChange(removed: [StateTables.outsideNames: [piece]]))
        }
        for piece in pieces(now.filter { !wereThere.contains($0) }, key) {
          try body(StateChange(put: [StateTables.outsideNames: [piece]]))
        }
      }
    }
  }

  private func pieces(_ pairs: [NamePair], _ key: [Int64]) -> [[SQLValue]] {
    stride(from: 0, to: pairs.count, by: Self.pairsInAChange).map { start in
      let piece = Array(pairs[start..<min(start + Self.pairsInAChange, pairs.count)])
      return key.map { .integer($0) } + [.blob(NameLog.data(piece))]
    }
  }
}
