import Testing

@testable import Judgement

@Suite struct PortableSubsetTests {
  @Test(arguments: [
    "SELECT date(a) FROM link", "SELECT strftime('%Y', a) FROM link", "SELECT CURRENT_TIMESTAMP AS at FROM link",
    "SELECT a FROM link WHERE a LIKE 'x%'", "SELECT a FROM link WHERE a GLOB 'x*'",
    "SELECT a FROM link WHERE a REGEXP 'x'",
    "SELECT a / 2 AS half FROM link", "SELECT MAX(a, b) AS most FROM link",
    "SELECT min(a, COALESCE(b, 0)) AS least FROM link",
    "SELECT IFNULL(a, 0) AS a FROM link", "SELECT 1 || a AS a FROM link", "SELECT GROUP_CONCAT(a) AS a FROM link",
    "SELECT COUNT(DISTINCT a, b) AS n FROM link", "SELECT IIF(a = 1, 2, 3) AS a FROM link",
    "SELECT a, b, COUNT(*) AS n FROM link GROUP BY a", "SELECT CAST(a AS INTEGER) AS a FROM link",
    "SELECT CAST(a AS text) AS a FROM link", "SELECT 'a\\b' AS a FROM link", "SELECT \"a\" FROM link",
    "SELECT `a` FROM link", "SELECT [a] FROM link", "SELECT lower(a) AS a FROM link", "SELECT a FROM link LIMIT 1",
    "SELECT rowid FROM link", "SELECT l.rowid FROM link l",
    "SELECT (SELECT b FROM consent c WHERE c.a = l.a) AS b FROM link l",
    "SELECT a FROM link WHERE EXISTS (SELECT 1 FROM consent)", "SELECT a FROM link WHERE a > 28 * 86400000",
    "SELECT * FROM link", "SELECT l.* FROM link l", "SELECT a FROM link WHERE a == 1",
    "SELECT a FROM link WHERE a != 1",
    "SELECT a & 1 AS a FROM link", "SELECT a FROM link WHERE a = ?", "SELECT a FROM link WHERE a = TRUE",
    "SELECT at FROM link", "SELECT a FROM link WHERE at > 1", "SELECT MIN(at) AS at FROM link",
  ])
  func refuses(_ sql: String) {
    let violations = PortableSubset.violations(in: "\n" + sql, firstLine: 7)
    #expect(violations.map(\.line) == [8], "\(violations)")
  }

  @Test(arguments: [
    "SELECT MAX(a) AS a FROM link", "SELECT MAX(CASE WHEN a IN (1, 2) THEN COALESCE(b, 0) ELSE 0 END) AS a FROM link",
    "SELECT a || '/' || b AS c FROM link", "SELECT a, COUNT(*) AS n FROM link GROUP BY a ORDER BY a LIMIT 1",
    "SELECT l.a, COALESCE(l.b, 'x') AS b, MIN(l.c) AS c, NULL AS d FROM link l GROUP BY l.a, COALESCE(l.b, 'x')",
    "SELECT a FROM link WHERE a NOT IN (SELECT a FROM consent)",
    "SELECT a FROM link l WHERE NOT EXISTS (SELECT 1 FROM consent c WHERE c.a = l.a)",
    "SELECT (SELECT MAX(b) FROM consent c WHERE c.a = l.a) AS b FROM link l", "SELECT a * b AS c FROM link",
    "SELECT link.at, MIN(link.at) OVER () AS at FROM link WHERE link.at > 2419200000 -- LIKE this\n",
    "WITH x AS (SELECT a FROM link) SELECT a FROM x",
    "SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b, c) AS place FROM link",
  ])
  func accepts(_ sql: String) {
    #expect(PortableSubset.violations(in: sql) == [])
  }

  @Test func builtInRulesAreWithinIt() throws {
    for rule in try RuleBook.builtIn().rules {
      #expect(PortableSubset.violations(in: rule) == [])
    }
  }
}
