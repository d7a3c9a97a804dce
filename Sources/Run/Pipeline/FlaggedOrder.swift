import Reporting
import Storage
import Timestamps

/// Brings flagged accounts into the order of their uids. They may be a million, so they go through a temporary
/// file, which SQLite makes and unlinks at once.
struct FlaggedOrder {
  private let database: Connection
  private let insert: WriteStatement

  /// - Throws: `StorageError`.
  init() throws {
    database = try Connection(
      path: "",
      options: .init(
        patience: nil,
        setUp: """
          PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -8192;
          BEGIN; CREATE TABLE flagged (key TEXT, uid TEXT, email TEXT, domain TEXT, providers TEXT, first_seen INTEGER)
          """))
    insert = try WriteStatement(
      database, into: "flagged", columns: ["key", "uid", "email", "domain", "providers", "first_seen"])
  }

  /// - Parameters:
  ///   - account: as it is shown.
  ///   - key: its uid, or the shown one where the order would tell of the other.
  func add(_ account: FlaggedAccount, by key: String) throws {
    try insert.bind(key).bind(account.uid).bind(account.email).bind(account.relayDomain).bind(account.providers)
      .bind(account.firstSeen.milliseconds).run()
  }

  /// - Throws: `StorageError`, and what `body` throws.
  func forEach(_ body: (FlaggedAccount) throws -> Void) throws {
    let rows = try SelectStatement(
      database, "SELECT uid, email, domain, providers, first_seen FROM flagged ORDER BY key, rowid")
    try rows.start([])
    while try rows.next() {
      try body(
        FlaggedAccount(
          uid: rows.text(0), email: rows.optionalText(1), relayDomain: rows.optionalText(2), providers: rows.text(3),
          firstSeen: Timestamp(milliseconds: rows.integer(4))))
    }
  }
}
