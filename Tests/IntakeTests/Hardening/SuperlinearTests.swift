import Effort
import Evidence
import Foundation
import Testing

@testable import Intake

/// Files whose work would grow by the square of their size. A megabyte of each took minutes or hours.
@Suite struct SuperlinearTests {
  private func expectSoon<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (result, seconds) = try effort(body)
    #expect(seconds < 10)
    return result
  }

  /// What may be a token, again and again in one word.
  @Test func beginningsOfTokens() throws {
    let word = String(repeating: "eyJ", count: 100_000)
    let result = try expectSoon {
      try read(#"{"uid":"u1","purpose":"p","given_at":1767225600,"note":"\#(word)"}"# + "\n")
    }
    #expect(result.sink.consents.count == 1 && result.summary.secrets.isEmpty)
    // One at the end is found.
    let token = "x eyJhbGciOiJSUzI1NiJ9.eyJhbGciOiJSUzI1NiJ9.eyJhbGciOiJSUzI1NiJ9-eyJhbGciOiJSUzI1NiJ9"
    let found = try read(#"{"uid":"u1","purpose":"p","given_at":1767225600,"note":"\#(word) \#(token)"}"# + "\n")
    #expect(found.summary.secrets.map(\.kind) == [.rawToken])
  }

  /// Every line leaves a quote open, after a field that closes the one of the line before.
  @Test func openQuotes() throws {
    let lines = String(repeating: "x\",\"z\n", count: 3000)
    let result = try expectSoon { try read("uid,purpose,given_at\nu1,p,1767225600\n\(lines)u2,p,1767225600\n") }
    #expect(result.summary.rejected == 3000)
    #expect(result.sink.consents.map(\.subject.uid) == ["u1", "u2"])
  }

  /// The same for a table of the Firebase CLI.
  @Test func openQuotesOfFirebase() throws {
    let row = String(decoding: try Fixture.bytes("firebase-cli-csv/cli-27.csv"), as: UTF8.self).split(separator: "\n")[
      0]
    let result = try expectSoon {
      try read("\(row)\n\(String(repeating: "x\",\"z\n", count: 3000))\(row.replacing("uid-1", with: "uid-9"))\n")
    }
    #expect(result.summary.rejected == 3000)
    #expect(result.sink.sketched == ["uid-1", "uid-9"])
  }

  /// A record that is no JSON, within another, within another …
  @Test func recordsWithinRecords() throws {
    let count = 20_000
    let text = "[" + String(repeating: "{\"purpose\":x", count: count) + String(repeating: "}", count: count)
    let whole = try expectSoon { try read(text + "]", settings: SourceSettings(kind: .consents)) }
    #expect(whole.summary.rejected == 1 && whole.summary.records == 0)
    // It may have taken the end of others for its own.
    let result = try expectSoon { try read(text, settings: SourceSettings(kind: .consents)) }
    #expect(result.summary.rejected > 16 && result.summary.records == 0)
    // Whatever was in it is lost, and that is told.
    #expect(result.summary.isTruncated)
  }

  /// Each record lacks its closing brackets.
  @Test func openBrackets() throws {
    let text = "[\n" + String(repeating: "{\"uid\":\"a\",\"b\":[\n", count: 3000) + "{\"uid\":\"u1\"}\n]"
    let result = try expectSoon { try read(text, settings: SourceSettings(kind: .consents)) }
    #expect(result.summary.rejected >= 3000)
  }

  /// Where many quotes are left open, a long field is one more.
  @Test func theReachOfAQuote() throws {
    let field = String(repeating: "x\n", count: 3000)
    func texts(openQuotes: Int) throws -> [String] {
      let lines = String(repeating: "x\",\"z\n", count: openQuotes)
      return try Framer.table.cuts(Array("a,b\n\(lines)1,\"\(field)\"\n3,4\n".utf8), chunk: 1 << 16).compactMap(\.text)
    }
    #expect(try texts(openQuotes: 15).contains("1|\(field)"))
    let many = try texts(openQuotes: 500)
    #expect(!many.contains("1|\(field)") && many.last == "3|4")
  }

  @Test func theReachShrinks() {
    var reach = Reach(1 << 20, least: 1 << 16)
    for _ in 0..<15 { reach.count() }
    #expect(reach.bytes == 1 << 20)
    reach.count()
    #expect(reach.bytes == 1 << 19)
    for _ in 0..<1000 { reach.count() }
    #expect(reach.bytes == 1 << 16)
    var small = Reach(40, least: 1 << 16)
    for _ in 0..<1000 { small.count() }
    #expect(small.bytes == 40)
  }

  /// A quoted field that is longer than the limit is a fault, wherever the reads end.
  @Test func aQuotedFieldOverTheLimit() throws {
    for length in 30...46 {
      let field = String(repeating: "x\n", count: length / 2)
      let text = Array("a,b\n1,\"\(field)\"\n3,4\n".utf8)
      let whole = try Framer.table.cuts(text, chunk: 1 << 16, limit: 40)
      for chunk in [1, 3, 7, 64] { #expect(try Framer.table.cuts(text, chunk: chunk, limit: 40) == whole, "\(length)") }
      let row = text.count - 4 - 4
      #expect(whole.map(\.text).contains("1|\(field)") == (row <= 40), "\(row)")
    }
  }
}
