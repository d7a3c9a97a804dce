import Testing

@testable import Storage

/// A digest tells whether two runs read the same, so it must not depend on the process, and any difference must show.
@Suite struct RowDigestTests {
  private func digest(_ values: [Any?]) -> Int64 {
    var digest = RowDigest()
    for value in values {
      if let number = value as? Int64 { digest.add(number) } else { digest.add(value as? String) }
    }
    return digest.integer
  }

  @Test func staysTheSameFromRunToRun() {
    // Recorded: stores hold digests, so this value may never change.
    #expect(digest([Int64(1), "apple", nil]) == Self.recorded)
  }

  private static let recorded: Int64 = 3_937_183_921_783_367_697

  @Test func everyDifferenceShows() {
    let rows: [[Any?]] = [
      [Int64(0)], [nil], [""], ["a"], ["a", ""], ["", "a"], ["ab"], ["a", "b"], ["12345678"], ["123456789"],
      ["1234567", "8"], [Int64(1)], [Int64(-1)], [Int64(0), Int64(0)], [nil, Int64(0)], ["\u{0}"], ["\u{0}\u{0}"],
    ]
    #expect(Set(rows.map(digest)).count == rows.count)
  }

  @Test func aStatementDigestsWhatIsBoundFromItsColumnOn() throws {
    let database = try Connection(path: nil)
    try database.execute(sql: "CREATE TABLE t (ref INTEGER PRIMARY KEY, a INTEGER, b TEXT)")
    let insert = try WriteStatement(database, into: "t", columns: ["ref", "a", "b"], digestedFrom: 1)
    func run(_ ref: Int64, _ a: Int64?, _ b: String?) throws -> Int64 {
      try insert.bind(ref).bind(a).bind(b).run().integer
    }
    let first = try run(1, 5, "x")
    #expect(try run(2, 5, "x") == first)
    #expect(try run(3, 6, "x") != first)
    #expect(try run(4, 5, nil) != first)
    #expect(try run(5, 5, "x") == first)
  }
}
