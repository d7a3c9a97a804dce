import Foundation
package import Storage

/// Reports of runs that the store keeps, and that may not be in their places yet: the run's process was killed between
/// the one and the other, or is about it.
package enum DueReports {
  package struct Entry: Codable, Hashable, Sendable {
    /// The folder of reports, absolute.
    package var folder: String
    /// The name of the folder in it that has the new files.
    package var pending: String

    package init(folder: String, pending: String) {
      self.folder = folder
      self.pending = pending
    }
  }

  private static let prefix = "reports due "

  /// Within the transaction of the run. Older ones of the same folders are due no more.
  package static func set(_ entries: [Entry], in store: Connection) throws {
    let folders = Set(entries.map(\.folder))
    for old in try all(in: store) where folders.contains(old.folder) { try delete(old, in: store) }
    for entry in entries {
      try store.execute(
        sql: "INSERT INTO main.setting (name, value) VALUES (?, ?)",
        arguments: [name(entry), try JSONEncoder().encode(entry)])
    }
  }

  private static func name(_ entry: Entry) -> String { prefix + entry.pending }

  private static func delete(_ entry: Entry, in store: Connection) throws {
    try store.execute(sql: "DELETE FROM main.setting WHERE name = ?", arguments: [name(entry)])
  }

  package static func all(in store: Connection) throws -> [Entry] {
    try store.all(
      sql: "SELECT value FROM main.setting WHERE substr(name, 1, ?) = ? ORDER BY name",
      arguments: [Int64(prefix.count), prefix]
    ) { try? JSONDecoder().decode(Entry.self, from: $0.data(0)) }.compactMap { $0 }
  }

  package static func isDue(_ entry: Entry, in store: Connection) throws -> Bool { try all(in: store).contains(entry) }

  /// If another process holds or reads the store, the entry stays, and does no harm.
  package static func remove(_ entry: Entry, in store: Connection) {
    // An entry is not worth a minute's wait.
    try? store.execute(sql: "PRAGMA busy_timeout = 0")
    defer { store.waitForReaders() }
    guard (try? isDue(entry, in: store)) == true else { return }
    try? delete(entry, in: store)
  }
}
