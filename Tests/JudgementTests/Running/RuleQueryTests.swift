import Storage
import Testing

@testable import Judgement

@Suite struct RuleQueryTests {
  private func rows(_ sql: String, timeLimit: Double = 60) throws -> [[SQLValue]] {
    let database = try Connection(path: nil)
    try database.execute(
      sql: """
        CREATE TABLE stored (name TEXT); INSERT INTO stored VALUES ('secret');
        CREATE TABLE run (id TEXT);
        CREATE TEMP TABLE account_row (account INTEGER); INSERT INTO temp.account_row VALUES (1), (2);
        CREATE TEMP VIEW account AS SELECT account FROM temp.account_row;
        """)
    var rows: [[SQLValue]] = []
    let query = RuleQuery(database, tables: ["stored", "run", "account_row"], timeLimit: timeLimit)
    try query.run(
      RuleSQL(sql), parameters: ["as_of": .integer(5)], columns: ["account", "object"], required: ["account"]
    ) { rows.append($0.values) }
    // The connection serves other statements afterwards.
    #expect(try database.first(sql: "SELECT count(*) FROM stored") { $0.integer(0) } == 1)
    return rows
  }

  @Test func readsViewsAndParameters() throws {
    #expect(
      try rows("SELECT account, :as_of AS object FROM account ORDER BY account") == [
        [.integer(1), .integer(5)], [.integer(2), .integer(5)],
      ])
    #expect(try rows("SELECT account FROM account WHERE 'stored' <> 'run'").count == 2)
    #expect(
      try rows("WITH run_of_numbers AS (SELECT account FROM account) SELECT account FROM run_of_numbers").count == 2)
  }

  @Test(arguments: [
    "SELECT name AS account FROM stored", "SELECT name AS account FROM main.stored",
    "SELECT id AS account FROM \"run\"",
    "SELECT account FROM temp.account_row", "SELECT account FROM account_row", "SELECT account FROM [account_row]",
    "SELECT account FROM 'account_row'", "SELECT account FROM main.'stored' JOIN account",
    "SELECT account FROM ('account_row')",
    "SELECT account FROM account WHERE account IN 'account_row'", "SELECT account FROM (SELECT 1), 'account_row'",
    "SELECT name AS account FROM account JOIN 'Stored'",
    "SELECT name AS account FROM sqlite_schema", "SELECT name AS account FROM pragma_table_info('stored')",
    "WITH account AS (SELECT name AS account FROM stored) SELECT account FROM account",
    "INSERT INTO stored VALUES ('x')", "DELETE FROM stored", "DROP TABLE stored", "PRAGMA writable_schema = 1",
    "ATTACH '/tmp/x' AS other", "SELECT load_extension('x') AS account", "CREATE TABLE x (y)", "VACUUM INTO '/tmp/x'",
    "SELECT account FROM account; DELETE FROM stored", "SELECT 1 AS account WHERE 0; SELECT 2", "BEGIN", "",
    "SELECT object FROM (SELECT 1 AS object)", "SELECT account, 1 AS colour FROM account",
    "SELECT account FROM account WHERE account = :unknown", "SELECT nonsense(",
  ])
  func refusesEverythingElse(sql: String) {
    #expect(throws: RuleFailure.self) { try rows(sql) }
  }

  @Test(arguments: [
    "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT sum(i) AS account FROM n",
    "WITH RECURSIVE n AS (SELECT hex(randomblob(4000)) AS x UNION SELECT hex(randomblob(4000)) FROM n) "
      + "SELECT count(*) AS account FROM n",
  ])
  func isStoppedInTime(endless: String) {
    #expect(throws: RuleFailure("stopped: it ran longer than 0.2 s")) { try rows(endless, timeLimit: 0.2) }
  }

  /// Each took gigabytes, or would have.
  @Test(arguments: [
    ("SELECT length(printf('%1000000000d', 1)) AS account", "denied: `printf`"),
    ("SELECT length(hex(zeroblob(600000000))) AS account", "a value of more than 32 MiB"),
    (
      "SELECT length(replace(hex(zeroblob(1000000)), '0', hex(zeroblob(1000)))) AS account",
      "a value of more than 32 MiB"
    ),
    (
      "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 400) "
        + "SELECT length(group_concat(hex(zeroblob(50000)))) AS account FROM n", "a value of more than 32 MiB"
    ),
    (
      "SELECT length(max(\(Self.large(15)))) AS account", "256 MiB of memory"
    ),
    ("SELECT \(Array(repeating: "1 AS account", count: 300).joined(separator: ", "))", "too many columns"),
  ])
  func isStoppedByItsSize(sql: String, words: String) throws {
    let failure = #expect(throws: RuleFailure.self) { try rows(sql) }
    #expect(failure?.problem.contains(words) == true, "\(String(describing: failure))")
  }

  /// So many values of 30 MB at a time.
  private static func large(_ count: Int) -> String {
    (0..<count).map { "hex(zeroblob(15000000 + \($0)))" }.joined(separator: ", ")
  }

  /// What one query allocated is no burden to the next.
  @Test func aLimitEndsWithItsQuery() throws {
    for _ in 0..<10 {
      let sum = "SELECT sum(length(x)) AS account FROM (SELECT hex(zeroblob(15000000 + account)) AS x FROM account)"
      #expect(try rows(sum).count == 1)
    }
  }
}
