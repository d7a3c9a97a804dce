import Testing

@testable import Storage

/// SQLite is told of a value only where it differs from the row before.
@Suite struct WriteStatementTests {
  private func rows(_ write: (WriteStatement) throws -> Void) throws -> [[String?]] {
    let connection = try Connection(path: nil)
    try connection.execute(sql: "CREATE TABLE t (a, b)")
    try write(WriteStatement(connection, into: "t", columns: ["a", "b"]))
    return try connection.all(sql: "SELECT quote(a), quote(b) FROM t ORDER BY rowid") { [$0.text(0), $0.text(1)] }
  }

  private func text(_ literal: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  @Test func eachRowHasItsOwnValues() throws {
    let found = try rows { statement in
      try statement.bind(nil as Int64?).bind(0 as Int64).run()
      try statement.bind(0 as Int64).bind(nil as String?).run()
      try statement.bind(true).bind("").run()
      try statement.bind("1").bind(text("")).run()
      try statement.bind(1 as Int64).bind(text("x")).run()
      try statement.bind(1 as Int64).bind(text("x")).run()
      try statement.bind(nil as UnsafeBufferPointer<UInt8>?).bind(text("xy")).run()
    }
    #expect(
      found == [
        ["NULL", "0"], ["0", "NULL"], ["1", "''"], ["'1'", "''"], ["1", "'x'"], ["1", "'x'"], ["NULL", "'xy'"],
      ])
  }

  @Test func otherBytesInTheSamePlaceAreAnotherText() throws {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 3)
    defer { bytes.deallocate() }
    let found = try rows { statement in
      for text in ["abc", "abd", "abe"] {
        _ = bytes.initialize(fromContentsOf: text.utf8)
        try statement.bind(UnsafeBufferPointer(bytes)).bind(text).run()
      }
    }
    #expect(found == ["'abc'", "'abd'", "'abe'"].map { [$0, $0] })
  }

  @Test func longTextsDoNotPushOutThoseBeforeThem() throws {
    let texts = ["short", String(repeating: "long", count: 5000), "x", String(repeating: "longer", count: 50_000)]
    let found = try rows { statement in
      for (first, second) in zip(texts, texts.reversed()) { try statement.bind(first).bind(second).run() }
    }
    #expect(found == zip(texts, texts.reversed()).map { ["'\($0)'", "'\($1)'"] })
  }
}
