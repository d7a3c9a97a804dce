import Storage

/// The numbers in the store of what is new in shards: accounts in the order in which their records were read, remembered
/// records in that of their kinds and places. That is how one process numbers them, so the numbers do not depend on how
/// the persons were cut.
struct MergedNumbers {
  private let store: Connection
  private let base: StateBase
  private let newAccount: SelectStatement
  private let newRecord: SelectStatement
  private let accountNumber: SelectStatement
  private let recordNumber: SelectStatement

  private static let tables = ["merge_account", "merge_record", "merge_account_number", "merge_record_number"]

  /// - Throws: `StorageError`.
  init(in store: Connection, _ base: StateBase) throws {
    self.store = store
    self.base = base
    try Self.drop(in: store)
    let numbers =
      "(shard INTEGER NOT NULL, local INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (shard, local))"
    try store.execute(
      sql: """
        CREATE TEMP TABLE merge_account (
          rank INTEGER NOT NULL, ref INTEGER NOT NULL, uid_key INTEGER NOT NULL, shard INTEGER NOT NULL,
          local INTEGER NOT NULL);
        CREATE TEMP TABLE merge_record (
          kind TEXT NOT NULL, source INTEGER NOT NULL, place INTEGER NOT NULL, shard INTEGER NOT NULL,
          local INTEGER NOT NULL);
        CREATE TEMP TABLE merge_account_number \(numbers) WITHOUT ROWID;
        CREATE TEMP TABLE merge_record_number \(numbers) WITHOUT ROWID;
        """)
    newAccount = try SelectStatement(store, "INSERT INTO temp.merge_account VALUES (?, ?, ?, ?, ?)")
    newRecord = try SelectStatement(store, "INSERT INTO temp.merge_record VALUES (?, ?, ?, ?, ?)")
    let number = { (table: String) in "SELECT number FROM temp.\(table) WHERE shard = ? AND local = ?" }
    accountNumber = try SelectStatement(store, number("merge_account_number"))
    recordNumber = try SelectStatement(store, number("merge_record_number"))
  }

  /// - Throws: `StorageError`.
  func end() throws { try Self.drop(in: store) }

  private static func drop(in store: Connection) throws {
    for table in tables { try store.execute(sql: "DROP TABLE IF EXISTS temp.\(table)") }
  }

  /// - Parameter key: as `stored_account.uid_key`.
  func addAccount(_ local: Int64, key: SQLValue, rank: Int64, ref: Int64, shard: Int) throws {
    guard local >= base.firstAccount else { throw StateError.malformed(what: "an account that is not new has a `ref`") }
    try newAccount.start([.integer(rank), .integer(ref), key, .integer(Int64(shard)), .integer(local)])
    while try newAccount.next() {}
  }

  /// - Parameter place: the kind, the source and the place in it.
  func addRecord(_ local: Int64, _ place: [SQLValue], _ shard: Int) throws {
    try newRecord.start(place + [.integer(Int64(shard)), .integer(local)])
    while try newRecord.next() {}
  }

  /// Numbers what was added.
  ///
  /// - Throws: `StateError.repeated`, `StorageError`.
  func make() throws {
    try refuseTornAccounts()
    for (table, order, first) in [
      ("merge_account", "rank, ref", base.firstAccount), ("merge_record", "kind, source, place", base.firstRecord),
    ] {
      let repeated = try store.first(
        sql: """
          SELECT 1 WHERE EXISTS (SELECT 1 FROM temp.\(table) GROUP BY \(order) HAVING count(*) > 1)
            OR EXISTS (SELECT 1 FROM temp.\(table) GROUP BY shard, local HAVING count(*) > 1)
          """
      ) { _ in true }
      guard repeated == nil else { throw StateError.repeated }
      try store.execute(
        sql: """
          INSERT INTO temp.\(table)_number SELECT shard, local, ? - 1 + row_number() OVER (ORDER BY \(order))
          FROM temp.\(table) ORDER BY shard, local
          """, arguments: [first])
    }
  }

  /// An account that is new to a shard although the store has it, or that two shards have: its lines were not kept
  /// together.
  private func refuseTornAccounts() throws {
    let torn = try store.first(
      sql: """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM temp.merge_account GROUP BY uid_key HAVING count(*) > 1)
          OR EXISTS (SELECT 1 FROM main.stored_account s
            WHERE s.project = ? AND s.uid_key IN (SELECT uid_key FROM temp.merge_account))
        """, arguments: [base.project]
    ) { _ in true }
    if torn != nil { throw StateError.repeated }
  }

  func account(_ local: Int64, _ shard: Int) throws -> Int64 {
    local < base.firstAccount ? local : try number(accountNumber, local, shard)
  }

  func record(_ local: Int64, _ shard: Int) throws -> Int64 {
    local < base.firstRecord ? local : try number(recordNumber, local, shard)
  }

  private func number(_ statement: SelectStatement, _ local: Int64, _ shard: Int) throws -> Int64 {
    try statement.start([shard, local])
    defer { statement.reset() }
    guard try statement.next() else {
      throw StateError.malformed(what: "it names an account or a record that no change makes")
    }
    return statement.integer(0)
  }
}
