import Demo
import Testing

@testable import Intake

/// How a text is cut must not depend on where the reads happen to end.
@Suite struct ChunkingTests {
  private static let chunks = [1, 2, 3, 5, 63, 64, 65, 127]

  private func expectSame(_ bytes: [UInt8], limit: Int = 1 << 20, _ note: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes)
    for framer in Framer.allCases {
      let whole = try framer.cuts(file: path, chunk: 1 << 16, limit: limit)
      for chunk in Self.chunks {
        let parts = try framer.cuts(file: path, chunk: chunk, limit: limit)
        #expect(parts == whole, "\(framer), \(chunk) bytes at a time: \(note)")
      }
    }
  }

  @Test(arguments: [
    "", "\n", "\r\n\r\n", "{", "}", "[", "]", "\"", ",", ":", "{}", "[]", "[{}]", "[[{}],[{}]]", "[1,\"a\",null,{}]",
    "{\"users\":[]}", "{\"users\":[{}]}", "{\"users\":[{}", "{\"users\":{}}", "{\"users\"", "{\"users\":",
    "{\"users\"[{}]}",
    "{\"a\":{\"users\":[1]},\"users\":[{\"b\":\"]}\"}],\"c\":\"{[\"}", "{\"users\":[{}]}{\"users\":[{}]}",
    "{\"users\":[{\"a\":\"x\ny\"},{\"a\":1}]}", "{\"a\":\"\\\\\\\"}\"}\n{\"a\":\"\\\\\"}\n", "{\"a\":\"\\",
    "{\"a\":\"\\\"",
    "a,b\r\n1,\"2\r\n3\"\r\n4,\"5\"\"6\"\r\n", "a,b\n1,\"2\n3,4\n", "a,b\n1,\"2\"3\n4,5\n", "a,b\n1\n2,3\n",
    "a,b\n1,\"", "a\r",
    "{\"users\":[\n{\"id\":1},\n}\n{\(String(repeating: " ", count: 70))\"users\":[\n{\"id\":2}\n]}",
    "{\"recordsCount\":12345,\"users\":[{}]}", "\u{FEFF}a,b\n", "{}\r\n{}\r\n", "{}\n\n\n{}", "{} {} {}", "nul\u{0}l",
  ])
  func hostileTexts(text: String) throws {
    try expectSame(Array(text.utf8), text)
  }

  /// Escapes, quotes and brackets on both sides of each border of the 64 bytes that are scanned at a time.
  @Test func bordersOfTheScan() throws {
    for length in 55...70 {
      for middle in ["\\\\", "\\\"", "\\\\\\\"", "\"}", "{[", "é"] {
        let filler = String(repeating: "x", count: length)
        let record = middle == "\"}" ? "{\"k\":\"\(filler)\"}" : "{\"k\":\"\(filler)\(middle)\"}"
        let cuts = try Framer.values.texts("[\(record),\(record)]")
        #expect(cuts == [record, record])
        try expectSame(Array("{\"users\":[\(record),\n\(record)]}".utf8), record)
      }
    }
  }

  @Test func randomTexts() throws {
    var random = SplitMix64(seed: 20_261_122)
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "\r\n", " ", "  ", "{\"users\":[", "]}", "{\"a\":1}",
      "{\"a\":\"b\"}",
      "{\"a\":[{\"a\":2}]}", "\"users\":", "1", "null", "x,y", "\"x\",\"y\"", "\"x\"\"y\"", "\u{0}", "\u{FF}", "é",
    ]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &random)]
      }
      try expectSame(Array(text.joined().utf8), text.joined())
    }
  }

  /// Records above the limit beside open quotes and brackets.
  @Test func randomTextsAboveTheLimit() throws {
    var random = SplitMix64(seed: 20_261_123)
    let parts = [
      "\"", "\"\"", "\n", "\r\n", ",", "x", "xyz", "a,b\n", "\"x\",\"y\"\n", "{", "}", "[", "]", "{\"a\":1}",
    ]
    for _ in 0..<1000 {
      let text = (0..<random.next(below: 60)).map { _ in parts[random.next(below: parts.count)] }.joined()
      try expectSame(Array(text.utf8), limit: 1 + random.next(below: 40), text)
    }
  }

  /// A record may hold what begins like another. A very long one is taken to have swallowed it.
  @Test(arguments: [(40_000, true), (1 << 20, false)])
  func longRecordsWithinWhichOthersSeemToBegin(length: Int, isWhole: Bool) throws {
    let filler = String(repeating: "x", count: length)
    for inner in ["", "{\"id\":1}", "\n{\"id\":1}"] {
      let lines =
        "{\"users\":[\n{\"id\":\"a\"},\n{\"id\":\"b\",\"n\":[\(inner)],\"f\":\"\(filler)\"},\n{\"id\":\"c\"}]}"
      for text in [lines, lines.filter { $0 != "\n" }] {
        let bytes = Array(text.utf8)
        let whole = try Framer.users.cuts(bytes, chunk: 1 << 22, limit: 4 << 20)
        if isWhole || inner.isEmpty { #expect(whole.compactMap(\.text).count == 3) }
        for chunk in [1000, 1 << 14, 1 << 19] {
          #expect(try Framer.users.cuts(bytes, chunk: chunk, limit: 4 << 20) == whole, "\(inner) by \(chunk)")
        }
      }
    }
  }

  /// Records at, below and above the limit.
  @Test func limits() throws {
    for length in 30...40 {
      let long = String(repeating: "x", count: length)
      try expectSame(Array("[{\"a\":\"\(long)\"},{\"a\":1}]".utf8), limit: 40, "values of \(length)")
      try expectSame(Array("[{\"a\":\"\(long)\n\"},{\"a\":1}]".utf8), limit: 40, "broken values of \(length)")
      try expectSame(Array("{\"a\":\"\(long)\"}\n{\"a\":1}\n".utf8), limit: 40, "lines of \(length)")
    }
  }
}
