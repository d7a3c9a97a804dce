package import Evidence
package import Storage

/// Applies to a store what a run in shards changed of its state, as if one process had done it.
///
/// All changes pass by twice: `collect` finds accounts and records that are new, `apply` changes the store. In between
/// they get their numbers, in the order in which one process would have given them.
package final class StateMerge {
  private let store: Connection
  private let base: StateBase
  /// Whether a shard dropped an account.
  private var hasDropped = false
  /// By ordinal of a source, when it was read.
  private let ranks: [SourceOrdinal: Int64]
  private let numbers: MergedNumbers
  private let names: MergedNames
  private var tables: [String: MergedTable] = [:]

  /// - Parameters:
  ///   - store: within the transaction of the merge.
  ///   - base: as the skeleton notes it.
  ///   - readingOrder: the run's sources as they were read.
  /// - Throws: `StateError.storeHasChanged`, `StorageError`.
  package init(into store: Connection, base: StateBase, readingOrder: [SourceOrdinal]) throws {
    guard try StateBase(of: base.project, in: store) == base else { throw StateError.storeHasChanged }
    self.store = store
    self.base = base
    ranks = Dictionary(readingOrder.enumerated().map { ($1, Int64($0)) }) { first, _ in first }
    numbers = try MergedNumbers(in: store, base)
    names = try MergedNames(in: store)
  }

  /// Takes note of what is new in a change. To be called with all changes of all shards.
  ///
  /// - Throws: `StateError`, `StorageError`.
  package func collect(_ change: StateChange, shard: Int) throws {
    if let ref = change.ref, let row = change.put["stored_account"]?.first {
      let table = try table("stored_account")
      let place = Place(ref: ref)
      guard let rank = ranks[place.source] else { throw StateError.malformed(what: "`ref` is of no source") }
      try numbers.addAccount(
        table.number(in: row), key: table.values(["uid_key"], in: row)[0], rank: rank, ref: ref, shard: shard)
    }
    let records = try table(MemorySchema.keys)
    for row in change.put[MemorySchema.keys] ?? [] {
      let id = try records.id(in: row)
      if id >= base.firstRecord {
        try numbers.addRecord(id, records.values(["kind", "source", "place"], in: row), shard)
      }
    }
  }

  /// To be called when all changes are collected.
  ///
  /// - Throws: `StorageError`.
  package func endCollecting() throws { try numbers.make() }

  /// The number in the store of an account that a shard numbers so; of a person without an account, whose number is
  /// negative and the run's own, one that no other shard has.
  ///
  /// - Throws: `StateError`, `StorageError`.
  package func number(of local: Int64, shard: Int) throws -> Int64 {
    local < 0 ? local - Int64(shard) << 40 : try numbers.account(local, shard)
  }

  /// - Throws: `StateError`, `StorageError`.
  package func apply(_ change: StateChange, shard: Int) throws {
    for (name, rows) in change.removed {
      hasDropped = hasDropped || name == "stored_account"
      for row in rows {
        if name == StateTables.outsideNames { try names.add(row, isBorne: false) } else { try table(name).remove(row) }
      }
    }
    for name in change.put.keys.sorted() {
      if name == ShardChanges.rewriting {
        try StoreRewriting.setDue(in: store)
        continue
      }
      for row in change.put[name] ?? [] {
        if name == StateTables.outsideNames {
          try names.add(row, isBorne: true)
          continue
        }
        let table = try table(name)
        try table.put(
          table.renumbered(
            row, account: { try numbers.account($0, shard) }, record: { try numbers.record($0, shard) }))
      }
    }
  }

  /// To be called when all changes are applied.
  ///
  /// - Throws: `StorageError`.
  package func finish() throws {
    try names.write()
    try numbers.end()
    try names.end()
    if hasDropped {
      try FormerNames.prune(in: store)
      try AccountNumbers.note(base.firstAccount - 1, in: store)
    }
    tables = [:]
  }

  private func table(_ name: String) throws -> MergedTable {
    if let table = tables[name] { return table }
    let table = try MergedTable(name, in: store)
    tables[name] = table
    return table
  }
}
