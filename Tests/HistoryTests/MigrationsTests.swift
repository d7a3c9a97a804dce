import Foundation
import Storage
import Testing

@testable import Evidence
@testable import History

@Suite struct MigrationsTests {
  /// What `is_as_first_seen` has to say, from the columns that tell the times.
  private static let isAsFirstSeen = """
    SELECT uid, NOT (apple_seen_at IS NOT NULL AND apple_seen_at <> first_seen_at
      OR email_seen_at IS NOT NULL AND email_seen_at <> first_seen_at
      OR phone_seen_at IS NOT NULL AND phone_seen_at <> first_seen_at
      OR coalesce(apple_absent_at, email_absent_at, phone_absent_at) IS NOT NULL
      OR ever_apple <> max(apple_credential, apple_claim) OR ever_shown_without_apple
      OR (apple_sub IS NOT NULL AND NOT apple_credential)
      OR account IN (SELECT account FROM stored_identifier i
        WHERE i.account = a.account AND (i.absent_at IS NOT NULL OR i.seen_at <> a.first_seen_at)))
    FROM stored_account a
    """

  private static func flags(_ sql: String, in database: Connection) throws -> [String: Bool] {
    try database.all(sql: sql) { ($0.text(0), $0.flag(1)) }.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  static func checkFlags(in database: Connection) throws -> [String: Bool] {
    let told = try flags("SELECT uid, is_as_first_seen FROM stored_account", in: database)
    #expect(try told == flags(isAsFirstSeen, in: database))
    return told
  }

  /// A new store is made at once. It has the tables, columns and indexes that all steps come to, in the same order.
  @Test func aNewStoreIsWhatAllStepsComeTo() throws {
    let made = try Connection(path: nil)
    try made.migrate(by: Migrations.steps, orMake: StoreTables.schema)
    let migrated = try Connection(path: nil)
    try migrated.migrate(by: Migrations.steps)
    let queries: [(sql: String, columns: Int32)] = [
      ("SELECT name, type, ncol, wr, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name", 5),
      (
        """
        SELECT t.name, c.cid, c.name,
          -- A table that is made from another one has affinities in place of types.
          CASE c.type WHEN 'INT' THEN 'INTEGER' ELSE c.type END, c."notnull", c.dflt_value, c.pk, c.hidden
        FROM pragma_table_list t, pragma_table_xinfo(t.name) c WHERE t.schema = 'main' ORDER BY t.name, c.cid
        """, 8
      ),
      (
        """
        SELECT t.name, i.name, i."unique", i.origin, i.partial, c.seqno, c.name, c."desc", c.coll, c.key, s.sql
        FROM pragma_table_list t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) c
        LEFT JOIN sqlite_schema s ON s.name = i.name WHERE t.schema = 'main' ORDER BY t.name, i.name, c.seqno
        """, 11
      ),
      ("SELECT identifier FROM grdb_migrations ORDER BY identifier", 1),
    ]
    for (sql, columns) in queries {
      func rows(in database: Connection) throws -> [String] {
        try database.all(sql: sql) { row in (0..<columns).map { "\(row.value($0))" }.joined(separator: " ") }
      }
      let rows = (made: try rows(in: made), migrated: try rows(in: migrated))
      #expect(rows.made.count >= Migrations.steps.count && rows.made == rows.migrated)
    }
    #expect(try made.isMigrated(by: Migrations.steps))
  }

  /// A store of the time when the third step was not there yet.
  @Test func accountsOfAnOlderStoreAreKept() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "audit.sqlite").path
    let columns = [
      "project", "tenant", "uid", "uid_key", "content", "email", "email_class", "email_resembles", "phone", "has_photo",
      "has_password", "created_at", "apple_credential", "apple_claim", "apple_sub", "apple_email", "apple_email_class",
      "apple_email_resembles", "relay_address", "ever_apple", "ever_shown_without_apple", "first_seen_at",
      "apple_seen_at", "apple_absent_at", "email_seen_at", "email_absent_at", "phone_seen_at", "phone_absent_at",
      "last_seen_at", "gone_at",
    ]
    let all = "SELECT account, \(columns.joined(separator: ", ")) FROM stored_account ORDER BY account"
    let changes = [
      "as it was": "tenant = tenant", "apple": "apple_seen_at = 9", "email": "email_seen_at = 9",
      "phone": "phone_seen_at = 9",
      "absent": "phone_absent_at = 4",
      "was apple": "apple_credential = 0, apple_claim = 0, apple_sub = NULL, apple_seen_at = NULL",
      "without": "ever_shown_without_apple = 1", "earlier sub": "apple_credential = 0",
      "gone": "gone_at = 7, last_seen_at = 6",
      "identifier": "tenant = tenant",
      "without times": "apple_seen_at = NULL, email_seen_at = NULL, phone_seen_at = NULL",
    ]
    func values(_ row: SelectStatement) -> [SQLValue] { (0...columns.count).map { row.value(Int32($0)) } }
    let before = try {
      let database = try Connection(path: path)
      try database.migrate(by: Migrations.steps.prefix(2))
      return try database.transaction {
        for (number, (uid, change)) in changes.sorted(by: { $0.key < $1.key }).enumerated() {
          let values: [(any SQLBindable)?] = [
            "p", "t", uid, number * 7, -number, "a@example.com", "ordinary", "host", "+15550100", 1, 0, 2, 1, 1,
            "001.a.1",
            "b@example.com", "relay", "other", "b@example.com", 1, 0, 3, 3, nil, 3, nil, 3, nil, nil, nil,
          ]
          try database.execute(
            sql: "INSERT INTO stored_account VALUES (?\(String(repeating: ", ?", count: values.count)))",
            arguments: [number * 2 + 1] + values)
          try database.execute(sql: "UPDATE stored_account SET \(change) WHERE uid = ?", arguments: [uid])
          try database.execute(
            sql: "INSERT INTO stored_identifier (account, provider, is_factor, seen_at) VALUES (?, 'google.com', 0, ?)",
            arguments: [number * 2 + 1, uid == "identifier" ? 5 : 3])
        }
        return try database.all(sql: all, values)
      }
    }()
    #expect(before.count == changes.count)
    try EvidenceStore(path: path).read { database in
      #expect(try database.all(sql: all, values) == before)
      let flags = try Self.checkFlags(in: database)
      #expect(flags.filter(\.value).keys.sorted() == ["as it was", "gone", "without times"])
    }
  }

  /// A store of before remembers which accounts were anonymized, unless Apple's credential was gone for sure.
  @Test func anonymityOfBeforeIsRemembered() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "audit.sqlite").path
    // By uid: relay address, whether Apple was ever there, whether an export ever lacked it, when Apple was first seen.
    let accounts: [(String, String?, Int64, Int64, Int64?)] = [
      ("relay", "r@private.icloud.com", 1, 0, 7), ("claim", "", 1, 1, 7), ("hidden", "r@private.icloud.com", 0, 0, nil),
      ("bare", "r@private.icloud.com", 0, 1, nil), ("real", nil, 1, 0, 7),
    ]
    try {
      let database = try Connection(path: path)
      try database.migrate(by: Migrations.steps.prefix(7))
      try database.transaction {
        for (uid, relay, ever, without, seen) in accounts {
          let values: [(any SQLBindable)?] = [uid, relay, ever, without, seen]
          try database.execute(
            sql: """
              INSERT INTO stored_account (project, uid_key, content, first_seen_at, is_as_first_seen, has_photo, has_password,
                apple_credential, apple_claim, uid, relay_address, ever_apple, ever_shown_without_apple, apple_seen_at)
              VALUES ('p', 1, 1, 5, 1, 0, 0, 1, 0, ?, ?, ?, ?, ?)
              """, arguments: values)
        }
        try database.execute(
          sql: "INSERT INTO stored_identifier (account, provider, is_factor, seen_at) VALUES (1, 'phone', 1, 5)")
      }
    }()
    try EvidenceStore(path: path).read { database in
      let found = try database.all(sql: "SELECT uid, anonymized_at FROM stored_account ORDER BY account") {
        "\($0.text(0)) \($0.optionalInteger(1) ?? 0)"
      }
      #expect(found == ["relay 7", "claim 7", "hidden 5", "bare 0", "real 0"])
      #expect(try database.all(sql: "SELECT role FROM stored_identifier") { $0.integer(0) } == [1])
      // What a run changes is kept as it was: the two tables have the same columns in the same order.
      for table in ["account", "identifier"] {
        let columns = { (name: String) in
          try database.all(sql: "SELECT name FROM pragma_table_info(?)", arguments: [name]) { $0.text(0) }
        }
        #expect(try columns("\(table)_before") == ["changed_run"] + columns("stored_\(table)"))
      }
    }
  }

  /// A list of flagged accounts that a store of before has as a whole is a list of one part.
  @Test func listsOfFlaggedAccountsAreKept() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "audit.sqlite").path
    try {
      let database = try Connection(path: path)
      try database.migrate(by: Migrations.steps.prefix(14))
      try database.transaction {
        for run in [3, 7] {
          try database.execute(
            sql: "INSERT INTO run_flagged VALUES (?, ?)", arguments: [run, Data("list of \(run)".utf8)])
        }
      }
    }()
    try EvidenceStore(path: path).read { database in
      let list = try RunHistory.flagged(of: 7, in: database)
      #expect(list?.map(\.accounts) == [Data("list of 7".utf8)] && list?.first?.sha256 == nil)
      #expect(try RunHistory.flagged(of: 1, in: database) == nil)
    }
  }
}
