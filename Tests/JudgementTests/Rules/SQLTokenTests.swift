import Evidence
import Testing

@testable import Judgement

@Suite struct SQLTokenTests {
  private func words(_ sql: String) -> [String] { SQLToken.tokens(of: sql).map { "\($0.kind) \($0.text)" } }

  @Test func wordsAreLowerCaseUnlessQuoted() {
    #expect(
      words("SELECT \"A\"\"B\", `c`, [d] FROM Straße x1")
        == [
          "word select", "quotedWord A\"B", "symbol ,", "quotedWord c", "symbol ,", "quotedWord d", "word from",
          "word straße", "word x1",
        ])
  }

  @Test func textsNumbersAndParametersAreTold() {
    #expect(
      words("'it''s'<>:As_of+@x-1.5$ : :")
        == [
          "string it's", "symbol <", "symbol >", "parameter As_of", "symbol +", "parameter x", "symbol -",
          "number 1.5$", "symbol :", "symbol :",
        ])
  }

  @Test func commentsAreLeftOut() {
    #expect(words("a -- b 'c\n/* d\n'e */ f /* g") == ["word a", "word f"])
    #expect(words("a -- b") == ["word a"])
    #expect(words("a /") == ["word a", "symbol /"])
  }

  @Test(arguments: ["\n", "\r\n"]) func linesAreCounted(end: String) {
    let sql = ["a", "'b", "c' /*", "*/ d -- e", "f"].joined(separator: end)
    #expect(SQLToken.tokens(of: sql, firstLine: 3).map(\.line) == [3, 4, 6, 7])
  }

  /// SQLite skips a byte order mark before a word, and takes any other byte from 0x80 on for a part of one.
  @Test func aByteOrderMarkHidesNoName() {
    let names = SQLToken.tokens(of: "SELECT 1 FROM \u{FEFF}evidence_key").possibleNames.map(\.name)
    #expect(names == ["select", "from", "evidence_key"])
  }

  /// SQLite takes a quoted text for a name where one can stand in a table's place.
  @Test func aTextMayNameATable() {
    let names = SQLToken.tokens(of: "SELECT 'a' AS x FROM 'B' JOIN \"C\" ON x = 'd'").possibleNames.map(\.name)
    #expect(names == ["select", "as", "x", "from", "b", "join", "c", "on", "x"])
  }

  /// Of the view `coverage`, and of whatever else has such a column beside it.
  @Test(arguments: [
    ("SELECT 1 FROM coverage v WHERE v.present = 1", ""), ("SELECT records FROM source", ""),
    ("SELECT v.Records FROM Coverage v", "records"), ("SELECT COUNT(*) FROM coverage", ""),
    ("SELECT s.matched + \"remembered\" FROM s JOIN [coverage] ON 1 = 1", "matched remembered"),
    ("SELECT * FROM coverage", "records matched remembered"),
    ("SELECT v.* FROM coverage v", "records matched remembered"),
  ])
  func countsOfRecordsAreFound(sql: String, counts: String) {
    let found = RuleSQL(sql).recordCounts
    #expect(EvidenceSums.Count.allCases.filter(found.contains).map(\.rawValue).joined(separator: " ") == counts)
  }
}
