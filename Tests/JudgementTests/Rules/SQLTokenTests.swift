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

  /// SQLite takes a quoted text for a name where one can stand in a table's place.
  @Test func aTextMayNameATable() {
    let names = SQLToken.tokens(of: "SELECT 'a' AS x FROM 'B' JOIN \"C\" ON x = 'd'").possibleNames.map(\.name)
    #expect(names == ["select", "as", "x", "from", "b", "join", "c", "on", "x"])
  }
}
