import Testing

@testable import Judgement

@Suite struct SQLMutantTests {
  @Test(arguments: [
    ("SELECT 1 FROM mail WHERE a = 1", ["a = 1 -> 1 = 1", "a = 1 -> a <> 1"]),
    (
      "SELECT 1 FROM mail WHERE a = 1 AND (b <> 2 OR c IS NULL)",
      [
        "a = 1 -> 1 = 1", "a = 1 -> a <> 1", "(b <> 2 or c is null) -> 1 = 1", "b <> 2 -> 1 = 0", "b <> 2 -> b = 2",
        "c is null -> 1 = 0", "c is null -> c is not null",
      ]
    ),
    (
      "SELECT CASE WHEN at <= due_at THEN 'x' END FROM mail",
      [
        "at <= due_at -> 1 = 1", "when at <= due_at then 'x' -> when 1 = 0 then 'x'", "at <= due_at -> at < due_at",
        "at <= due_at -> at <= due_at + 1",
      ]
    ),
    ("SELECT CASE a WHEN 'x' THEN 1 ELSE 2 END FROM mail", ["when 'x' then 1 -> when null then 1"]),
    (
      "SELECT 1 FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.x = a.x)",
      [
        "not exists (select 1 from b where b.x = a.x) -> exists (select 1 from b where b.x = a.x)",
        "not exists (select 1 from b where b.x = a.x) -> 1 = 1", "b.x = a.x -> 1 = 1", "b.x = a.x -> b.x <> a.x",
      ]
    ),
    (
      "SELECT COUNT(*) FROM a GROUP BY b HAVING COUNT(*) > 1 ORDER BY b",
      ["count (*) > 1 -> 1 = 1", "count (*) > 1 -> count (*) >= 1"]
    ),
  ])
  func eachConditionIsChangedInEachWay(sql: String, changes: [String]) throws {
    #expect(Set(try mutants(of: sql).map(\.change)) == Set(changes))
  }

  @Test func theSameChangeInSeveralPlacesIsNumbered() throws {
    let changes = try mutants(of: "SELECT 1 FROM a WHERE b = 1 UNION ALL SELECT 1 FROM c WHERE b = 1").map(\.change)
    #expect(changes == ["b = 1 -> 1 = 1", "b = 1 -> b <> 1", "b = 1 -> 1 = 1 (2)", "b = 1 -> b <> 1 (2)"])
  }

  @Test func eachPartOfAUnionIsLeftOut() {
    let sql = "WITH x AS (SELECT 1 UNION ALL SELECT 2) SELECT 3 FROM x UNION ALL SELECT 4 UNION ALL SELECT 5"
    let with = "with x as (select 1 union all select 2)"
    #expect(
      SQLMutant.withoutParts(of: sql, firstLine: 1).map { $0.sql.replacing("  ", with: " ") } == [
        "\(with) select 4 union all select 5", "\(with) select 3 from x union all select 5",
        "\(with) select 3 from x union all select 4 ",
      ])
    #expect(SQLMutant.withoutParts(of: "SELECT 1", firstLine: 1).isEmpty)
  }

  private func mutants(of sql: String) throws -> [SQLMutant] {
    let metadata = "-- title: t\n-- severity: low\n-- rationale: r\n-- reasons: {r: {message: m, remediation: m}}\n"
    return SQLMutant.all(of: try RuleFile.read(metadata + sql, id: "a/b", origin: "test"))
  }
}
