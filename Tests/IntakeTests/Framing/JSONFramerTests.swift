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

  /// What the framer hands out, where its caller rejects what is no JSON, and what `rejects` names.
  private func read(_ text: String, rejects: String? = nil) throws -> (texts: [String], rejected: Int, JSONFramer) {
    let folder = try TemporaryFolder()
    let stream = try ByteStream(path: folder.write(Array(text.utf8)).utf8CString.map { $0 }, chunkSize: 16)
    let window = ByteWindow(stream: stream, chunkSize: 16)
    var framer = JSONFramer(window: window, listKeys: ["users"], limit: 1 << 20)
    let parser = try JSONParser()
    var (texts, rejected) = ([String](), 0)
    while let frame = framer.next() {
      guard case .record(let bytes, _, _) = frame else {
        rejected += 1
        continue
      }
      let text = bytes.string
      if text != rejects, (try? parser.parse(bytes)) != nil {
        texts.append(text)
      } else {
        rejected += 1
        _ = framer.recover()
      }
    }
    return (texts, rejected, framer)
  }

  /// It takes the list's end for its own.
  @Test func recoveryGoesOnWithinARecordThatSwallowedOthers() throws {
    let (texts, rejected, framer) = try read(
      "{\"users\":[{\"id\":\"a\"},{\"id\":\"b\",\"x\":[,{\"id\":\"c\"},{\"id\":\"d\"}]}")
    #expect(texts == ["{\"id\":\"a\"}", "{\"id\":\"c\"}", "{\"id\":\"d\"}"])
    #expect(rejected == 1 && !framer.isTruncated)
  }

  /// Credentials of the Admin SDK begin as its accounts do.
  @Test func aPartOfARejectedRecordIsNoRecord() throws {
    let rejected = "{\"id\":\"b\",\"x\":[{\"id\":\"1\"},{\"id\":\"2\"}]}"
    for end in ["]}", "],\"nextPageToken\":\"t\"}", "]}{\"users\":[]}"] {
      for last in [[], ["{\"id\":\"c\"}", "{\"id\":\"d\"}"]] {
        let text = "{\"users\":[" + (["{\"id\":\"a\"}", rejected] + last).joined(separator: ", ") + end
        let found = try read(text, rejects: rejected)
        #expect(found.texts == ["{\"id\":\"a\"}"] + last && found.rejected == 1, "\(text): \(found.texts)")
      }
    }
  }

  /// Where a break in a text hides how a record ends, its brackets do not end the list.
  @Test func recordsAfterABrokenTextAreRead() throws {
    let (texts, rejected, framer) = try read(
      """
      {"users":[{"id":"a"},{"id":"b","n":"x
      y","x":[{"id":"1"}],"z":1},{"id":"c"},{"id":"d"}],"nextPageToken":"t"}
      """)
    #expect(texts.suffix(2) == ["{\"id\":\"c\"}", "{\"id\":\"d\"}"], "\(texts)")
    #expect(rejected == 1 && framer.pages.count == 1 && framer.pages.namingNext == 1)
  }

  @Test func anObjectWithoutRecordsIsNoPage() throws {
    let page = "{\"users\":[{\"id\":\"a\"}],\"nextPageToken\":\"t\"}"
    for other in ["{\"error\":{\"code\":429},\"nextPageToken\":\"u\"}", "{\"users\":{\"a\":{}}}"] {
      for text in [page + other, "[\(other),\(page)]"] {
        let (texts, rejected, framer) = try read(text)
        #expect(texts.count == 1 && rejected == 1 && framer.pages.count == 1 && framer.pages.namingNext == 1, "\(text)")
      }
    }
    for empty in ["{\"kind\":\"k\"}", "{\"kind\":\"k\",\"users\":null}", "{\"users\":[]}", "{}"] {
      let (_, rejected, framer) = try read(page + empty)
      #expect(rejected == 0 && framer.pages.count == 2 && framer.pages.namingNext == 1, "\(empty)")
    }
  }
}
