import Demo
import Evidence
import Intake
import Testing
import Timestamps

@Suite struct HardeningTests {
  static let consents =
    "uid,purpose,given_at,note\nu1,p,1767225600,\"a \"\"b\"\"\nc\"\nu2,p,1767225600,\nu3,p,1767225600,x\n"
  static let lines =
    (1...3).map { #"{"uid":"u\#($0)","purpose":"p","given_at":1767225600,"n":"\\\"{["}"# }.joined(separator: "\n")
    + "\n"

  static func samples() throws -> [(String, [UInt8])] {
    try [
      "firebase-cli-json/new.json", "firebase-cli-json/old.json", "firebase-emulator-json/accounts.json",
      "identity-toolkit-json/query.json", "admin-sdk-json/users.json", "firebase-cli-csv/cli-27.csv",
      "firebase-cli-csv/cli-28.csv", "firebase-cli-csv/cli-29.csv", "firebase-cli-csv/cli-53.csv",
    ]
    .map { ($0, try Fixture.bytes($0)) } + [
      ("consents.csv", Array(consents.utf8)), ("consents.ndjson", Array(lines.utf8)),
    ]
  }

  @Test func chunksDoNotMatter() throws {
    for (name, bytes) in try Self.samples() {
      let whole = try read(bytes)
      for size in 1...64 {
        let parts = try read(bytes) { $0.chunkSize = size }
        var summary = parts.summary
        summary.path = whole.summary.path
        #expect(summary == whole.summary, "\(name) by \(size)")
        #expect(parts.sink.taken == whole.sink.taken, "\(name) by \(size)")
      }
      let packed = try read(gzip(bytes)) { $0.chunkSize = 7 }
      #expect(packed.sink.taken == whole.sink.taken)
    }
  }

  @Test func everyTruncationKeepsWhatCameBefore() throws {
    for (name, bytes) in try Self.samples() {
      let whole = try read(bytes)
      var previous = 0
      for length in 0..<bytes.count {
        let cut = try read(Array(bytes[..<length]))
        let count = cut.sink.taken.count
        // CSV shows no end: a row that is cut within its last field may still fit.
        let isExact = name.hasSuffix("json")
        if isExact { #expect(cut.sink.taken == Array(whole.sink.taken.prefix(count)), "\(name) cut at \(length)") }
        if count > 0 || cut.summary.kind != nil {
          if isExact { #expect(count >= previous, "\(name) cut at \(length)") }
          #expect(
            cut.summary.rejected <= (name.hasSuffix("cli-53.csv") || name == "consents.csv" ? 2 : 1),
            "\(name) cut at \(length)"
          )
          // Between two lines NDJSON shows no cut either.
          if isExact, !name.hasSuffix("ndjson"), bytes[length...].contains(where: { $0 != 10 }) {
            #expect(cut.summary.isTruncated, "\(name) cut at \(length)")
          }
        }
        previous = count
      }
    }
  }

  @Test func everyMutationEndsWithRecordsOrRejects() throws {
    var random = SplitMix64(seed: 20_261_120)
    let alphabet = Array("{}[]\",:\\\n\r\0 a0\u{FF}".utf8)
    for (_, bytes) in try Self.samples() {
      for _ in 0..<300 {
        var mutant = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let index = Int.random(in: 0..<mutant.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: mutant[index] = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
          case 1: mutant.insert(alphabet[Int.random(in: 0..<alphabet.count, using: &random)], at: index)
          case 2: mutant.remove(at: index)
          default:
            let end = min(mutant.count, index + Int.random(in: 1...80, using: &random))
            mutant.insert(contentsOf: Array(mutant[index..<end]), at: Int.random(in: 0...mutant.count, using: &random))
          }
          if mutant.isEmpty { mutant = [10] }
        }
        let chunk = Int.random(in: 1...200, using: &random)
        let result = try read(mutant) { $0.chunkSize = chunk }
        #expect(result.summary.records == Int64(result.sink.taken.count))
        #expect(result.summary.bytes == Int64(mutant.count))
        let again = try read(mutant)
        #expect(again.sink.taken == result.sink.taken)
        #expect(again.summary.rejects == result.summary.rejects)
      }
    }
  }

  @Test(arguments: ["\n", "\r\n", ""])
  func oneBrokenRecordCostsOnlyItself(end: String) throws {
    let breaks = [
      #"{"localId":"b","email":"open}"#, #"{"localId":"b","providerUserInfo":[{"providerId":"x"}"#,
      #"{"localId":"b"}}"#,
      #"{"localId":"b","x":"quote " inside"}"#, #"{"localId":"b","#, #"{"localId":"b"]}"#,
    ]
    for broken in breaks {
      let records = [#"{"localId":"a"}"#, broken] + (0..<5).map { #"{"localId":"c\#($0)"}"# }
      let text = "{\"users\": [\(end)" + records.joined(separator: ",\(end)") + "]}"
      let result = try read(text)
      #expect(result.sink.sketched.first == "a", "\(broken)")
      #expect(result.sink.sketched.suffix(4) == ["c1", "c2", "c3", "c4"], "\(broken) \(result.summary.rejects)")
      #expect((1...2).contains(result.summary.rejected), "\(broken) \(result.summary.rejects)")
    }
  }

  @Test func anUnclosedQuoteCostsOneLine() throws {
    let rows = (1...50).map { "u\($0),p,1767225600" }
    let text =
      "uid,purpose,given_at\n" + rows.prefix(10).joined(separator: "\n") + "\nx,\"p,1767225600\n"
      + rows.dropFirst(10).joined(separator: "\n") + "\n"
    let result = try read(text)
    #expect(result.summary.records == 50)
    #expect(result.summary.rejects == [Reject(locator: "line 12", reason: "a quoted field has no closing quote")])
    let inside = try read("uid,purpose,given_at\nx,\"p\"q,1767225600\nu,p,1767225600,extra\nu,p,1767225600\n")
    #expect(inside.summary.records == 1)
    #expect(inside.summary.rejects.map(\.locator) == ["line 2", "line 3"])
  }

  @Test func deepNestingIsOneReject() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    for value in [deep, String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)] {
      let users = try read("{\"users\":[{\"localId\":\"a\"},{\"localId\":\"b\",\"x\":\(value)},{\"localId\":\"c\"}]}")
      #expect(users.sink.sketched == ["a", "c"])
      #expect(
        users.summary.rejects == [
          Reject(locator: "record 2", reason: "the record is nested more than 1000 levels deep")
        ])
      let lines = try read("\(Self.lines){\"uid\":\(value)}\n")
      #expect(lines.summary.records == 3)
      #expect(
        lines.summary.rejects == [Reject(locator: "line 4", reason: "the record is nested more than 1000 levels deep")])
    }
    _ = try read(deep)
    _ = try read(String(repeating: "{\"a\":", count: 100_000))
    _ = try read(String(repeating: "[", count: 100_000))
  }

  @Test func longTextsAreOneReject() throws {
    let long = String(repeating: "x", count: 40 << 20)
    let users = try read(
      "{\"users\":[{\"localId\":\"a\"},{\"localId\":\"\(long)\"},{\"localId\":\"c\"}],\"other\":\"\(long)\"}")
    #expect(users.sink.sketched == ["a", "c"])
    #expect(
      users.summary.rejects == [
        Reject(locator: "record 2", reason: "the record is larger than 16 MiB, the limit for one record")
      ])
    let lines = try read("{\"note\":\"\(long)\"}\n\(Self.lines)")
    // The head shows nothing but the long text, so the kind has to be named.
    #expect(lines.summary.kind == nil)
    let forced = try read("{\"note\":\"\(long)\"}\n\(Self.lines)", settings: SourceSettings(kind: .consents))
    #expect(forced.summary.records == 3)
    #expect(forced.summary.rejects.map(\.locator) == ["line 1"])
    for quote in ["", "\""] {
      let table = try read(
        "uid,purpose,given_at\nu,p,1767225600\n\(quote)\(long)\(quote),p,1767225600\nv,p,1767225600\n")
      #expect(table.summary.records == 2)
      #expect(
        table.summary.rejects == [
          Reject(locator: "line 3", reason: "the record is larger than 16 MiB, the limit for one record")
        ])
    }
  }

  @Test func recordsUnderTheLimitAreRead() throws {
    let long = String(repeating: "x", count: 10_000)
    for chunk in [100, 1 << 20] {
      let result = try read("[{\"uid\":\"u\",\"purpose\":\"p\",\"given_at\":1767225600,\"note\":\"\(long)\"}]") {
        $0.chunkSize = chunk
        $0.recordSizeLimit = 20_000
      }
      #expect(result.summary.records == 1)
    }
  }

  @Test func garbageAfterTheEndIsNamed() throws {
    let result = try read("{\"users\":[{\"localId\":\"a\"}]} and so on")
    #expect(result.sink.sketched == ["a"])
    #expect(result.summary.rejects == [Reject(locator: "record 2", reason: "the text between records is not JSON")])
  }

  @Test func everyRejectIsCountedAndAHundredAreNamed() throws {
    let result = try read("uid,purpose,given_at\nu,p,1767225600\n" + String(repeating: "u,,1767225600\n", count: 1000))
    #expect(result.summary.rejected == 1000)
    #expect(result.summary.rejects.count == 100)
  }

  @Test func rejectsCarryNoPersonalData() throws {
    let secret = "zoe@example.com"
    for text in [
      "{\"users\":[{\"localId\":\"a\"},{\"localId\":[\"\(secret)\"]},{\"\(secret)\":1,\"\(secret)\":2}]}",
      "{\"uid\":\"u\",\"purpose\":\"p\",\"given_at\":\"\(secret)\"}\n{\"uid\":\"u\",\"purpose\":\"p\",\"given_at\":1,\"\(secret)\":1,\"\(secret)\":2}",
    ] {
      let result = try read(text)
      #expect(!result.summary.rejects.contains { $0.reason.contains(secret) || $0.locator.contains(secret) })
      #expect(!result.summary.why.contains(secret))
    }
  }
}
