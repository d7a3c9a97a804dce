package import Evidence
package import Storage
import Timestamps

/// Whom the store was told to forget: keyed hashes of their names and requests, and nothing else of them.
package enum ForgottenStore {
  static let schema = """
    CREATE TABLE forgotten_person (
      id INTEGER PRIMARY KEY,
      project TEXT NOT NULL,
      tenant TEXT,
      forgotten_at INTEGER NOT NULL,
      -- Whether exports had shown an account.
      had_account INTEGER NOT NULL,
      -- The account as which an export showed the person again.
      account INTEGER
    );
    CREATE TABLE forgotten_name (
      hash BLOB NOT NULL,
      person INTEGER NOT NULL,
      tag INTEGER NOT NULL,
      -- Whether another account bore it too.
      is_shared INTEGER NOT NULL,
      PRIMARY KEY (hash, person)
    ) WITHOUT ROWID;
    """

  /// - Throws: `StorageError`.
  package static func persons(of project: String, in store: Connection) throws -> ForgottenPersons {
    let persons = try store.all(
      sql: "SELECT id, tenant, forgotten_at, had_account, account FROM main.forgotten_person WHERE project = ?",
      arguments: [project]
    ) { row in
      ForgottenPersons.Person(
        id: row.integer(0), tenant: row.optionalText(1), forgottenAt: row.integer(2), hadAccount: row.flag(3),
        account: row.optionalInteger(4))
    }
    guard !persons.isEmpty else { return ForgottenPersons() }
    var all = ForgottenPersons(key: try StoreSettings.forgottenKey(in: store), persons: persons)
    let names = try SelectStatement(
      store,
      """
      SELECT n.person, n.is_shared, n.hash, n.tag FROM main.forgotten_name n
      JOIN main.forgotten_person p ON p.id = n.person WHERE p.project = ?
      """)
    try names.start([project])
    while try names.next() {
      all.add(
        ForgottenPersons.Entry(person: names.integer(0), isShared: names.flag(1)), hash: names.data(2),
        tag: names.integer(3))
    }
    return all
  }

  /// Notes that a person was forgotten. An earlier note of the same person becomes part of it.
  ///
  /// - Parameters:
  ///   - names: of the person; true for those that other accounts bear.
  ///   - account: that the person had, and may have had when an export showed the person again.
  /// - Throws: `StorageError`.
  static func add(
    _ names: [ForgottenHash.Name: Bool], project: String, tenant: String?, account: Int64?, at time: Timestamp,
    in store: Connection
  ) throws {
    try store.execute(
      sql: """
        INSERT INTO main.forgotten_person (project, tenant, forgotten_at, had_account)
        VALUES (?, ?, ?, ?)
        """,
      arguments: [project, tenant, time.milliseconds, account != nil])
    let person = store.lastInsertedRowID
    if let account {
      try store.execute(
        sql: """
          INSERT OR IGNORE INTO main.forgotten_name SELECT hash, \(person), tag, is_shared FROM main.forgotten_name
          WHERE person IN (SELECT id FROM main.forgotten_person WHERE account = ?)
          """,
        arguments: [account])
      try store.execute(
        sql: """
          DELETE FROM main.forgotten_name WHERE person IN
            (SELECT id FROM main.forgotten_person WHERE account = ?)
          """, arguments: [account])
      try store.execute(sql: "DELETE FROM main.forgotten_person WHERE account = ?", arguments: [account])
    }
    try add(names, to: person, in: store)
  }

  private static func add(_ names: [ForgottenHash.Name: Bool], to person: Int64, in store: Connection) throws {
    let hash = ForgottenHash(key: try StoreSettings.forgottenKey(in: store))
    for (name, isShared) in names {
      try store.execute(
        sql: "INSERT OR IGNORE INTO main.forgotten_name (hash, person, tag, is_shared) VALUES (?, ?, ?, ?)",
        arguments: [hash(name), person, hash.tag(name), isShared])
    }
  }

  /// Notes further names of a person, and forgets remembered records.
  static func learn(
    _ names: [ForgottenHash.Name], of person: Int64, records: [Int64], in store: Connection
  ) throws {
    try add(Dictionary(names.map { ($0, false) }) { first, _ in first }, to: person, in: store)
    guard !records.isEmpty else { return }
    let ids = records.map(String.init).joined(separator: ", ")
    try MemoryRemoval.remove(where: "id IN (\(ids))", in: store)
    try StoreRewriting.setDue(in: store)
  }

  static func markBack(_ person: Int64, as account: Int64, in store: Connection) throws {
    try store.execute(
      sql: "UPDATE main.forgotten_person SET account = ? WHERE id = ?", arguments: [account, person])
  }

  /// A withdrawn run took accounts back that it had shown.
  static func forgetAccountsThatAreGone(in store: Connection) throws {
    try store.execute(
      sql: """
        UPDATE main.forgotten_person SET account = NULL
        WHERE account IS NOT NULL AND account NOT IN (SELECT account FROM main.stored_account)
        """)
  }

  /// Whether somebody with that name was forgotten before.
  static func knows(_ name: ForgottenHash.Name, of project: String, in store: Connection) throws -> Bool {
    let hash = ForgottenHash(key: try StoreSettings.forgottenKey(in: store))
    return try store.first(
      sql: """
        SELECT 1 FROM main.forgotten_name n JOIN main.forgotten_person p ON p.id = n.person
        WHERE n.hash = ? AND p.project = ? LIMIT 1
        """,
      arguments: [hash(name), project]
    ) { _ in true } ?? false
  }
}
