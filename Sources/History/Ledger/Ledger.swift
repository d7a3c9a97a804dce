import Foundation
package import Storage
package import Timestamps

/// The chain of hashes over all runs of a store, and over what was done to them since (docs/contract.md, section 9).
package enum Ledger {
  static let schema = """
    CREATE TABLE ledger (
      number INTEGER PRIMARY KEY,
      -- Of `entry`, lower-case hex.
      sha256 TEXT NOT NULL,
      -- `LedgerEntry.text`
      entry TEXT NOT NULL
    );
    -- The texts of entries, which have only their hashes: `LedgerText`.
    CREATE TABLE ledger_text (
      entry INTEGER NOT NULL,
      name TEXT NOT NULL,
      salt BLOB NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (entry, name)
    ) WITHOUT ROWID;
    """

  /// Of the last entry; nil where there is none.
  package static func head(in store: Connection) throws -> LedgerHead? {
    try store.first(sql: "SELECT number, sha256 FROM main.ledger ORDER BY number DESC LIMIT 1") {
      LedgerHead(number: $0.integer(0), sha256: $0.text(1))
    }
  }

  /// Adds an entry after the last one.
  ///
  /// - Throws: `StorageError`.
  @discardableResult
  package static func append(_ event: LedgerEvent, at: Timestamp = .now, in store: Connection) throws -> LedgerEntry {
    let entry = try LedgerEntry(event, after: head(in: store), at: at)
    try add(entry, in: store)
    return entry
  }

  /// Adds an entry that was made before, after the head of then. The table's key refuses a second of its number.
  ///
  /// - Throws: `StorageError`.
  package static func add(_ entry: LedgerEntry, in store: Connection) throws {
    try store.execute(
      sql: "INSERT INTO main.ledger VALUES (?, ?, ?)", arguments: [entry.number, entry.head.sha256, entry.text])
    for (name, text) in entry.event.texts {
      try store.execute(
        sql: "INSERT INTO main.ledger_text VALUES (?, ?, ?, ?)", arguments: [entry.number, name, text.salt, text.text])
    }
  }

  /// Removes texts of entries, which a redaction has to name.
  ///
  /// - Parameter isRemoved: is called with each text.
  /// - Returns: the numbers of the entries that lost one, in order.
  /// - Throws: `StorageError`.
  package static func removeTexts(
    in store: Connection, where isRemoved: (_ text: String) -> Bool
  ) throws -> [Int64] {
    let entries = try store.all(sql: "SELECT entry, name, text FROM main.ledger_text ORDER BY entry") {
      (number: $0.integer(0), name: $0.text(1), text: $0.text(2))
    }
    let removed = entries.filter { isRemoved($0.text) }
    for entry in removed {
      try store.execute(
        sql: "DELETE FROM main.ledger_text WHERE entry = ? AND name = ?", arguments: [entry.number, entry.name])
    }
    return Set(removed.map(\.number)).sorted()
  }

  /// The entries that can be read, in order. `LedgerCheck` checks whether they hold.
  ///
  /// - Throws: `StorageError`.
  package static func entries(in store: Connection) throws -> [LedgerEntry] {
    let texts = try texts(in: store)
    return try store.all(sql: "SELECT entry FROM main.ledger ORDER BY number") { LedgerEntry(text: $0.text(0)) }
      .compactMap { entry in
        guard var entry else { return nil }
        for text in texts[entry.number] ?? [] { _ = entry.restore(text.name, text.text, salt: text.salt) }
        return entry
      }
  }

  struct StoredText {
    var name: String
    var salt: Data
    var text: String
  }

  /// By number of entry.
  static func texts(in store: Connection) throws -> [Int64: [StoredText]] {
    let rows = try store.all(sql: "SELECT entry, name, salt, text FROM main.ledger_text") {
      ($0.integer(0), StoredText(name: $0.text(1), salt: $0.data(2), text: $0.text(3)))
    }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
  }
}
