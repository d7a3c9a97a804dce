import Evidence
import Testing

@testable import Intake

@Suite struct JSONFramerTests {
  @Test func recordsStandInListsArraysAndRows() throws {
    #expect(try Framer.values.texts("[{\"a\":1}, {\"b\":[{}]}]") == ["{\"a\":1}", "{\"b\":[{}]}"])
    #expect(try Framer.values.texts("{\"a\":1}{\"b\":2}\n{\"c\":3}") == ["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"])
    #expect(try Framer.users.texts("{\"kind\":\"k\",\"users\":[{\"a\":1}],\"next\":{\"users\":[{}]}}") == ["{\"a\":1}"])
    // Pages one after another, and pages in an array.
    #expect(try Framer.users.texts("{\"users\":[{\"a\":1}]}\n{\"users\":[{\"b\":2}]}") == ["{\"a\":1}", "{\"b\":2}"])
    #expect(try Framer.users.texts("[{\"users\":[{\"a\":1}]},{\"users\":[{\"b\":2}]}]") == ["{\"a\":1}", "{\"b\":2}"])
    for empty in ["", " \r\n", "[]", "{}", "{\"users\":[]}"] { #expect(try Framer.users.texts(empty) == []) }
  }

  @Test func bracketsInTextsDoNotCount() throws {
    let record = #"{"a":"}]\"{[","b":"\\"}"#
    #expect(try Framer.values.texts("[\(record),{}]") == [record, "{}"])
  }

  @Test func numbersCountWhatIsNoRecordToo() throws {
    let cuts = try Framer.values.cuts(Array("[{},7,\"x\",{}]".utf8), chunk: 4)
    #expect(
      cuts == [
        .record(Array("{}".utf8), 1), .fault(2, "the record is not an object"),
        .fault(3, "the record is not an object"),
        .record(Array("{}".utf8), 4),
      ])
  }

  @Test func aTextThatALineEndBreaksCostsItsRecord() throws {
    for end in ["\n", ""] {
      let text = "{\"users\":[\(end){\"id\":\"a\"},\(end){\"id\":\"b\nb\"},\(end){\"id\":\"c\"}]}"
      let cuts = try Framer.users.cuts(Array(text.utf8), chunk: 1 << 16)
      #expect(
        cuts == [
          .record(Array("{\"id\":\"a\"}".utf8), 1), .fault(2, "a text in the record has no closing quote"),
          .record(Array("{\"id\":\"c\"}".utf8), 3),
        ], "\(cuts)")
    }
  }

  @Test func whatTheEndCutsIsCutShort() throws {
    for text in ["{\"users\":[{\"a\":1},{\"a\":", "{\"users\":[{\"a\":1},{\"a\":\"x", "{\"users\":[{\"a\":1},{"] {
      let cuts = try Framer.users.cuts(Array(text.utf8), chunk: 1 << 16)
      #expect(cuts == [.record(Array("{\"a\":1}".utf8), 1), .cutShort(2)], "\(text)")
    }
  }

  @Test func aRecordOverTheLimitCostsOnlyItself() throws {
    let long = String(repeating: "x", count: 200)
    let cuts = try Framer.values.cuts(Array("[{\"a\":\"\(long)\"},{\"a\":1}]".utf8), chunk: 16, limit: 100)
    #expect(
      cuts == [
        .fault(1, "the record is larger than 100 bytes, the limit for one record"),
        .record(Array("{\"a\":1}".utf8), 2),
      ])
  }

  /// The framer's caller rejects a record that swallowed the one after it.
  @Test func recoveryGoesOnWithinTheRejectedRecord() throws {
    let text = "{\"users\":[{\"id\":\"a\"},{\"id\":\"b\",\"x\":{,{\"id\":\"c\"}}]}"
    let folder = try TemporaryFolder()
    let stream = try ByteStream(path: folder.write(Array(text.utf8)).utf8CString.map { $0 }, chunkSize: 1 << 16)
    let window = ByteWindow(stream: stream, chunkSize: 1 << 16)
    var framer = JSONFramer(window: window, listKeys: ["users"], limit: 1 << 20)
    let parser = try JSONParser()
    var read: [String] = []
    var rejected = 0
    while let frame = framer.next() {
      guard case .record(let bytes, _, _) = frame, (try? parser.parse(padded: bytes)) != nil else {
        rejected += 1
        _ = framer.recover()
        continue
      }
      read.append(bytes.string)
    }
    #expect(read == ["{\"id\":\"a\"}", "{\"id\":\"c\"}"])
    #expect((1...2).contains(rejected))
  }
}
