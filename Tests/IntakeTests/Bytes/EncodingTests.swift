import CZlib
import Demo
import Evidence
import Foundation
import Testing

@testable import Intake

@Suite struct EncodingTests {
  static let line = #"{"uid":"u","purpose":"p","given_at":1767225600}"#

  @Test func skipsTheMark() throws {
    for text in [
      Self.line, "[\(Self.line)]", "uid,purpose,given_at\nu,p,1767225600", "{\"users\":[{\"localId\":\"a\"}]}",
    ] {
      let result = try read([0xEF, 0xBB, 0xBF] + Array(text.utf8))
      #expect(result.summary.records == 1)
      #expect(result.summary.rejects.isEmpty)
    }
  }

  @Test(arguments: [String.Encoding.utf32LittleEndian, .utf32BigEndian, .utf32])
  func namesUTF32(encoding: String.Encoding) throws {
    for text in [Self.line, "uid,purpose,given_at\nu,p,1767225600\n"] {
      let bytes = Array(try #require(text.data(using: encoding)))
      let result = try read(bytes)
      #expect(result.outcome == .unreadable("the file is UTF-32; save it as UTF-8"))
      #expect(result.summary.rejects.count == 1)
      #expect(result.summary.bytes == Int64(bytes.count))
    }
  }

  private static let texts = [
    "{\"uid\":\"Zoë 日本 😀\",\"purpose\":\"p\",\"given_at\":1767225600}\n",
    "uid,purpose,given_at\nZoë 日本 😀,p,1767225600\n",
  ]

  @Test(arguments: texts, [true, false])
  func readsUTF16ByItsMark(text: String, isLittle: Bool) throws {
    let plain = try #require(text.data(using: isLittle ? .utf16LittleEndian : .utf16BigEndian))
    let marked = (isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]) + Array(plain)
    for bytes in [marked, gzip(marked)] {
      for chunkSize in [1, 5, 1 << 20] {
        let result = try read(bytes) { $0.chunkSize = chunkSize }
        #expect(result.sink.consents.map(\.subject.uid) == ["Zoë 日本 😀"], "\(result.summary.rejects)")
        #expect(result.summary.bytes == Int64(bytes.count))
      }
    }
    // The mark outweighs the configuration.
    #expect(try read(marked, settings: encoded(.windows1252)).summary.records == 1)
    // Without a mark the configuration has to say it.
    let unmarked = try read(Array(plain))
    #expect(unmarked.summary.fileError?.contains("`encoding: utf-16`") == true)
    #expect(try read(Array(plain), settings: encoded(.utf16)).sink.consents.map(\.subject.uid) == ["Zoë 日本 😀"])
  }

  private func encoded(_ encoding: TextEncoding) -> SourceSettings {
    var settings = SourceSettings()
    settings.record.encoding = encoding
    return settings
  }

  @Test func aTextLogIsConverted() throws {
    var settings = encoded(.windows1252)
    settings.kind = .consents
    settings.record.pattern = #"^(?<given_at>\S+) (?<uid>\S+) (?<purpose>\S+)$"#
    let text = try #require("1767225600 Zoë p\n".data(using: .windowsCP1252))
    #expect(try read(Array(text), settings: settings).sink.consents.map(\.subject.uid) == ["Zoë"])
  }

  @Test func whatIsNoUTF16IsRejectedByItsLine() throws {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for (index, line) in ["uid,purpose,given_at\n", "a,p,1767225600\n", "b,p,1767225600\n", "c,p,1767225600\n"]
      .enumerated()
    {
      if index == 2 { bytes += [0x00, 0xD8] }
      bytes += Array(try #require(line.data(using: .utf16LittleEndian)))
    }
    // Half a character at the end.
    let result = try read(bytes + [0x41])
    #expect(result.sink.consents.map(\.subject.uid) == ["a", "c"])
    #expect(result.summary.rejects.map(\.locator) == ["line 3", "line 5"])
    #expect(result.summary.rejects.first?.reason.contains("surrogate") == true)
  }

  @Test func windows1252IsReadWhereTheConfigurationSaysSo() throws {
    let bytes = Array("uid,purpose,given_at\n".utf8) + [0x5A, 0xEB, 0x80] + Array(",p,1767225600\n".utf8)
    #expect(try read(bytes, settings: encoded(.windows1252)).sink.consents.map(\.subject.uid) == ["Zë€"])
    // 0x81 is no character.
    let bad = try read(bytes + [0x81] + Array(",p,1767225600\n".utf8), settings: encoded(.windows1252))
    #expect(bad.summary.records == 1)
    #expect(bad.summary.rejects.map(\.locator) == ["line 3"])
    #expect(bad.summary.rejects.first?.reason.contains("Windows-1252") == true)
  }

  @Test func aWrongEncodingInTheConfigurationIsSaid() throws {
    let result = try read("uid,purpose,given_at\nu,p,1767225600\n", settings: encoded(.utf16))
    #expect(result.summary.fileError?.contains("`encoding`") == true)
    #expect(result.summary.records == 0)
  }

  @Test func aHeaderThatIsNotUTF8IsRefused() throws {
    let result = try read([0x4E, 0xE9] + Array(",uid,purpose,given_at\nx,u,p,1767225600\n".utf8))
    #expect(result.summary.records == 0)
    #expect(result.summary.fileError == TextEncoding.notUTF8)
  }

  @Test func rejectsRecordsThatAreNotUTF8() throws {
    let bad: [UInt8] = Array(#"{"uid":""#.utf8) + [0xE9] + Array(#"","purpose":"p","given_at":1767225600}"#.utf8)
    let result = try read(Array(Self.line.utf8) + [10] + bad + [10] + Array(Self.line.utf8))
    #expect(result.summary.records == 2)
    #expect(
      result.summary.rejects == [Reject(locator: "line 2", reason: TextEncoding.notUTF8)])
    let table = try read(
      Array("uid,purpose,given_at\nu,p,1767225600\n".utf8) + [0xE9] + Array(",p,1767225600\nv,p,1767225600\n".utf8))
    #expect(table.summary.records == 2)
    #expect(
      table.summary.rejects == [Reject(locator: "line 3", reason: TextEncoding.notUTF8)])
  }

  @Test func rejectsNUL() throws {
    let result = try read(
      "\(Self.line)\n{\"uid\":\"a\u{0}\",\"purpose\":\"p\",\"given_at\":1767225600}\n\(Self.line)\n{\"uid\":\"a\\u0000\",\"purpose\":\"p\",\"given_at\":1767225600}"
    )
    #expect(result.summary.records == 2)
    #expect(result.summary.rejects.map(\.locator) == ["line 2", "line 4"])
    let table = try read("uid,purpose,given_at\na\u{0},p,1767225600\nv,p,1767225600\n")
    #expect(table.summary.records == 1)
    #expect(table.summary.rejects.map(\.locator) == ["line 2"])
  }

  @Test func namesEmptyFiles() throws {
    for text in ["", " \n\n", "\u{FEFF}", "\u{FEFF}\r\n", "[]", "[\n]\n"] {
      #expect(try read(text).outcome == .empty)
      let why = try read(text).summary.why
      #expect(why.hasPrefix("the file is empty; ") && why.contains("such as `kind: logs` or `kind: consents`"))
    }
    #expect(try read(gzip([])).outcome == .empty)
  }

  @Test(arguments: [
    "hello world, this is a letter", "a;b;c\n1;2;3\n", "\u{1}\u{2}\u{3}", "{}", "[1,2,3]", "{\"a\":1}",
    "x,y\n1,2\n", "\"", "{", "[",
    "{\"users\":", "<html></html>", "colour,size,weight\na@example.com,b@example.com,1767225600\n",
  ])
  func namesWhatItDoesNotKnow(text: String) throws {
    let result = try read(text)
    guard case .unrecognised(let reason) = result.outcome else {
      Issue.record("recognised as \(result.outcome)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(result.summary.sha256.count == 64)
    #expect(result.summary.bytes == Int64(text.utf8.count))
    #expect(result.summary.records == 0)
  }

  @Test func hashesTheFileAsItIs() throws {
    let result = try read(Self.line)
    // sha256sum of the line.
    #expect(result.summary.bytes == 47)
    #expect(try read(gzip(Array(Self.line.utf8))).summary.sha256 != result.summary.sha256)
  }

  @Test func decompresses() throws {
    let bytes = Array("\(Self.line)\n".utf8)
    for packed in [gzip(bytes + bytes), gzip(bytes) + gzip(bytes), gzip(bytes) + gzip([]) + gzip(bytes) + [0, 0, 0]] {
      let result = try read(packed)
      #expect(result.summary.records == 2)
      #expect(!result.summary.isTruncated)
      #expect(result.summary.bytes == Int64(packed.count))
    }
  }

  @Test func namesDamagedCompression() throws {
    var random = SplitMix64(seed: 5)
    let lines = (0..<2000).map { "{\"uid\":\"u\($0)-\(random.next())\",\"purpose\":\"p\",\"given_at\":1767225600}\n" }
      .joined()
    let packed = gzip(Array(lines.utf8))
    let cut = try read(Array(packed.prefix(packed.count / 2)))
    #expect(cut.summary.isTruncated)
    #expect(cut.summary.records > 100)
    #expect(cut.summary.rejected <= 1)
    var damaged = packed
    for index in 0..<64 { damaged[packed.count / 2 + index] ^= 0x5A }
    let broken = try read(damaged) { $0.chunkSize = 4096 }
    #expect(broken.summary.fileError == "the compressed data is damaged; export or copy the file again")
    #expect(broken.summary.isTruncated)
    #expect(broken.summary.bytes == Int64(damaged.count))
    #expect(try read(packed + Array("rest".utf8)).summary.rejects.map(\.locator) == ["file"])
    for count in 0..<40 { _ = try read(Array(packed.prefix(count))) }
  }

  @Test func readsBeyondFourGiB() throws {
    // A sparse file: its hole is one line of NULs, which is skipped without being kept.
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("uid,purpose,given_at\nu,p,1767225600\n".utf8))
    let size: UInt64 = (4 << 30) + 12_345
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: size)
    try handle.write(contentsOf: Data("\nv,p,1767225600\n".utf8))
    try handle.close()
    var sink = Collector()
    let summary = try summarise(path, Fixture.options, &sink)
    #expect(summary.bytes == Int64(size) + 16)
    #expect(sink.places == [2, 4])
    #expect(summary.rejects.map(\.locator) == ["line 3"])
  }
}
