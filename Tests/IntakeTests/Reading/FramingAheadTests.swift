import Demo
import Dispatch
import Evidence
import Foundation
import Testing

@testable import Intake

/// Records that are framed and parsed ahead are those that are framed, parsed and read one by one.
@Suite struct FramingAheadTests {
  /// Helpers that do their tasks in different times.
  private static let helpers: [(name: String, ParsingHelpers)] = [
    ("none", .none),
    ("one at once", ParsingHelpers(count: 1) { $1() }),
    ("one that never comes", ParsingHelpers(count: 1) { _, _ in }),
    ("two that come late", ParsingHelpers(count: 2) { late.add($1) }),
    ("six threads", ParsingHelpers(count: 6) { DispatchQueue.global().async(execute: $1) }),
  ]

  /// Does each task when three more were given.
  private final class Late: @unchecked Sendable {
    // # Safety: the lock guards the tasks.
    private let lock = NSLock()
    private var tasks: [@Sendable () -> Void] = []

    func add(_ task: @escaping @Sendable () -> Void) {
      let due = lock.withLock {
        tasks.append(task)
        return tasks.count > 3 ? tasks.removeFirst() : nil
      }
      due?()
    }
  }

  private static let late = Late()

  // MARK: - One by one

  /// What is read of a record. Those that hold `bad` are rejected by their reader, and those that are no JSON by the
  /// parser.
  private static func reading(
    _ bytes: BorrowedText, _ number: Int64, _ value: () throws(JSONFault) -> JSONValue
  ) -> (text: String, isUsed: Bool) {
    do throws(JSONFault) {
      let value = try value()
      return ("\(number): \(value.jsonText)", !bytes.contains("bad"))
    } catch {
      return ("\(number): \(error.reason)", false)
    }
  }

  private static func oneByOne(_ framer: any RecordFramer) throws -> [String] {
    var framer = framer
    let parser = try JSONParser()
    var result: [String] = []
    while let frame = framer.next() {
      guard case .record(let bytes, let number, _) = frame else {
        result.append(Cut(frame).description)
        continue
      }
      let (text, isUsed) = reading(bytes, number) { () throws(JSONFault) in try parser.parse(padded: bytes) }
      result.append(text)
      if !isUsed { result.append("of \(framer.recover(in: bytes))") }
    }
    return result
  }

  private static func ahead(_ framer: any RecordFramer, _ helpers: ParsingHelpers) throws -> [String] {
    let parser = try JSONParser()
    var ahead = FramingAhead(framer, scan: SecretScan(kind: .accounts, format: nil), helpers: helpers)
    var result: [String] = []
    while let framed = try ahead.next() {
      guard case .record(let bytes, let number, _) = framed.frame else {
        result.append(Cut(framed.frame).description)
        continue
      }
      let (text, isUsed) = reading(bytes, number) { () throws(JSONFault) in
        if let value = framed.value { value } else { try parser.parse(padded: bytes) }
      }
      result.append(text)
      if !isUsed { result.append("of \(ahead.giveUp(bytes))") }
    }
    return result
  }

  private func expectSame(_ text: String, chunks: [Int] = [2, 1 << 16]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8))
    func window(_ chunk: Int) throws -> ByteWindow {
      try ByteWindow(
        stream: ByteStream(path: path.utf8CString.map { $0 }, chunkSize: chunk), chunkSize: chunk, mayReadAhead: false)
    }
    func framer(_ keys: [StaticString], _ chunk: Int) throws -> JSONFramer {
      try JSONFramer(window: window(chunk), listKeys: keys, limit: 1 << 20)
    }
    let users = try Self.oneByOne(framer(["users"], 1 << 16))
    let values = try Self.oneByOne(framer([], 1 << 16))
    let lines = try Self.oneByOne(LineFramer(window: window(1 << 16), limit: 1 << 20))
    for (name, helpers) in Self.helpers {
      for chunk in chunks {
        let note = "\(name), \(chunk) bytes at a time: \(text.prefix(500))"
        #expect(try Self.ahead(framer(["users"], chunk), helpers) == users, "users, \(note)")
        #expect(try Self.ahead(framer([], chunk), helpers) == values, "values, \(note)")
        #expect(try Self.ahead(LineFramer(window: window(chunk), limit: 1 << 20), helpers) == lines, "lines, \(note)")
      }
    }
  }

  // MARK: - Texts

  @Test func randomTexts() throws {
    var random = SplitMix64(seed: 20_261_125)
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", " ", "{\"users\":[", "]}", "{\"a\":1}", "{\"a\":\"b\"},\n",
      "{\"a\":\"bad\"},\n", "{\"a\":\"bad\",{\"a\":3},\n", "{\"a\":[{\"a\":2}]},", "1", "null", "\u{0}", "\u{FEFF}",
      "é",
      "{\"a\":[1\n", "2]}\n", "{\"a\":1},{\"a\":2}\n",
    ]
    for _ in 0..<40 {
      let text = (0..<random.next(below: 60)).map { _ in parts[random.next(below: parts.count)] }.joined()
      try expectSame("{\"users\":[" + text)
      try expectSame(text)
    }
  }

  /// Enough records for many batches, with faults of all kinds among them.
  @Test(arguments: ["\n", ",\n", ","]) func manyRecordsWithFaults(separator: String) throws {
    var random = SplitMix64(seed: 20_261_126)
    let faults = [
      "{\"id\":\"bad\"}", "{\"id\":\"bad\",\"open\":[", "{\"id\":\"x\",\"open\":{\"y\":1", "{\"id\":1}}",
      "{\"id\":tru}",
      "{\"id\":\"half \\ud800\"}", "7", "{\"id\":\"no end", "[1,2]", "{\"id\":1},{\"id\":2}", "{\"id\":[[1", "2]]}",
      "{\"id\":\"\(String(repeating: "long", count: 30_000))\"}",
    ]
    let filler = String(repeating: "x", count: 500)
    for rarity in [5, 200] {
      let records = (0..<700).map { number in
        random.next(below: rarity) == 0
          ? faults[random.next(below: faults.count)]
          : "{\"id\":\"u\(number)\",\"list\":[{\"name\":\"\\u00e9\(filler)\"}]}"
      }
      let text = records.joined(separator: separator)
      try expectSame(text, chunks: [1 << 16])
      try expectSame("{\"users\":[\(text)]}", chunks: [1 << 16])
    }
  }

  /// Lines each of which is no record, and that are two when they are joined.
  @Test func linesThatAreJSONTogetherAlone() throws {
    let filler = (0..<20).map { "{\"id\":\($0)}\n" }.joined()
    for lines in [
      "{\"a\":1\n\"b\":2}\n{\"c\":3},{\"d\":4}\n", "{\"k\":[[0\n1]]}\n{},{}\n", "[0\n1]\n{},{}\n", "1\n2\n",
    ] {
      try expectSame(filler + lines + filler)
    }
  }

  /// Each second record is rejected and holds the beginning of another, at which reading goes on.
  @Test func recordsWithinRejectedOnes() throws {
    let text = String(repeating: "{\"id\":\"bad\",\n{\"id\":3}},\n", count: 300)
    try expectSame("{\"users\":[\n{\"id\":0},\n" + text, chunks: [1 << 16])
    let inner = "{\"id\":\"bad\",\"owner\":{\"id\":4}}"
    let plain = (0..<100).map { "{\"id\":\($0)},\(inner)" }.joined(separator: ",")
    try expectSame("{\"users\":[{\"id\":0},\(plain)]}", chunks: [1 << 16])
  }

  /// Together, records are one level deeper.
  @Test func deepRecords() throws {
    let records = (1015...1030).map { depth in
      "{\"a\":" + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
    }
    for depth in records.indices {
      try expectSame((["{\"a\":1}", "{\"a\":2}"] + [records[depth], "{\"a\":3}"]).joined(separator: "\n"))
    }
  }

  @Test func secretsAreFoundWhereTheyAre() throws {
    let key = "-----BEGIN PRIVATE KEY-----"
    let lines = (1...3000).map { number in
      number % 1000 == 7
        ? "{\"localId\":\"u\(number)\",\"providerUserInfo\":[],\"note\":\"\(key)\"}"
        : "{\"localId\":\"u\(number)\",\"providerUserInfo\":[]}"
    }
    for (name, helpers) in Self.helpers {
      let found = try read("{\"users\":[\(lines.joined(separator: ",\n"))]}") { $0.helpers = helpers }
        .summary.secrets
      #expect(found == [ExposedSecret(kind: .privateKey, firstNumber: 7, records: 3)], "\(name)")
    }
  }
}
