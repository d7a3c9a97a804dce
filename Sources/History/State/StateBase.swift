import Foundation
package import Storage

/// Where a store stood when its state was written: a shard's numbers begin there, and the merge applies changes to no
/// other state.
package struct StateBase: Codable, Hashable, Sendable {
  package var project: String
  /// The first number that no account has.
  package var firstAccount: Int64
  /// The first id that no remembered record has.
  package var firstRecord: Int64
  /// The number of the next run.
  package var run: Int64
  /// The last entry of the ledger, as `LedgerHead` writes itself; nil where there is none.
  package var ledger: String?

  /// - Throws: `StorageError`.
  package init(of project: String, in store: Connection) throws {
    self.project = project
    firstAccount = try AccountNumbers.firstFree(in: store)
    let hasMemory = try store.first(
      sql: "SELECT 1 FROM main.sqlite_schema WHERE name = ?", arguments: [MemorySchema.keys]
    ) { _ in true }
    let lastRecord =
      hasMemory == true ? try store.first(sql: "SELECT max(id) FROM main.\(MemorySchema.keys)") { $0.integer(0) } : nil
    firstRecord = (lastRecord ?? 0) + 1
    run = try RunHistory.nextNumber(in: store)
    ledger = try Ledger.head(in: store)?.description
  }

  /// Whether a store as new as one that is made now cannot be meant.
  package var storeHasRuns: Bool { run > 1 || ledger != nil }

  private static let name = "state base"

  /// What a skeleton, or a store that was made of one, says; nil for any other store.
  ///
  /// - Throws: `StorageError`.
  package static func noted(in store: Connection) throws -> StateBase? {
    try store.first(sql: "SELECT value FROM main.setting WHERE name = ?", arguments: [name]) {
      try? JSONDecoder().decode(StateBase.self, from: $0.data(0))
    } ?? nil
  }

  /// - Throws: `StorageError`.
  func note(in store: Connection) throws {
    try store.execute(
      sql: "INSERT OR REPLACE INTO main.setting (name, value) VALUES (?, ?)",
      arguments: [Self.name, try JSONEncoder().encode(self)])
  }
}
