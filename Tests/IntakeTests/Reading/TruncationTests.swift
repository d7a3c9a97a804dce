import Evidence
import Testing

@testable import Intake

/// A part of a file is not the whole: what breaks off is recognised in every framing, between two records too.
@Suite struct TruncationTests {
  /// How many brackets are open after so many bytes of JSON.
  private func depths(_ bytes: [UInt8]) -> [Int] {
    var (depth, isInText, isEscaped) = (0, false, false)
    return bytes.map { byte in
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isInText = false }
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if "{[".utf8.contains(byte) {
        depth += 1
      } else if "}]".utf8.contains(byte) {
        depth -= 1
      }
      return depth
    }
  }

  /// Every cut of every format's own files, apart from those between two documents, which nobody can see.
  @Test(arguments: FormatFixtures.all)
  func jsonThatBreaksOff(fixtures: FormatFixtures) throws {
    for expected in try fixtures.expectations() where expected.rejected == 0 && !expected.file.hasSuffix("csv") {
      let bytes = try fixtures.bytes(expected.file)
      let depths = depths(bytes)
      guard depths.last == 0, bytes.count < 20_000 else { continue }
      let step = max(1, bytes.count / 60)
      for length in stride(from: 1, to: bytes.count, by: step) where depths[length - 1] > 0 {
        let cut = try read(Array(bytes[..<length]))
        guard cut.summary.kind != nil else { continue }
        #expect(cut.summary.isTruncated, "\(fixtures.name)/\(expected.file) cut at \(length)")
      }
    }
  }

  @Test(arguments: FormatFixtures.all)
  func compressedFilesThatBreakOffOrGoOn(fixtures: FormatFixtures) throws {
    let whole = try #require(try fixtures.expectations().first { $0.records > 0 && $0.rejected == 0 })
    let packed = gzip(try fixtures.bytes(whole.file))
    #expect(try !read(packed).summary.isTruncated)
    for length in [packed.count / 2, packed.count - 9, packed.count - 1] {
      let cut = try read(Array(packed.prefix(length)))
      #expect(cut.summary.isTruncated || cut.summary.fileError != nil, "\(whole.file) cut at \(length)")
    }
    #expect(try read(packed + Array("rest".utf8)).summary.isTruncated)
  }

  /// Compressed data of which nothing could be unpacked is no empty file.
  @Test func aCompressedFileWithoutABeginningIsNotEmpty() throws {
    let packed = gzip(Array("{\"uid\":\"u1\",\"at\":1767225600,\"endpoint\":\"apple\"}\n".utf8))
    for length in [2, 9, 10, 12] {
      let cut = try read(Array(packed.prefix(length)), settings: SourceSettings(kind: .revocations))
      #expect(cut.outcome != .empty, "\(length)")
      #expect(cut.summary.isTruncated, "\(length)")
    }
    #expect(try read(gzip([])).outcome == .empty)
  }

  /// A bomb: a megabyte of it is a gigabyte of empty lines.
  @Test func whatUnpacksToFarMoreThanRecordsDoIsRefused() throws {
    let line = Array("{\"uid\":\"u1\",\"at\":1767225600,\"endpoint\":\"apple\"}\n".utf8)
    let blanks = gzip([UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 22))
    let bomb = gzip(line) + blanks + blanks + gzip(line)
    #expect(try read(bomb).summary.records == 2)
    let refused = try read(bomb) { $0.unpackedLimit = 1 << 22 }.summary
    #expect(refused.isTruncated)
    #expect(refused.fileError?.contains("more than 1000 times its size") == true)
  }

  @Test(arguments: [
    // Half a last line.
    ("uid,purpose,given_at\nu1,p,1767225600\nu2,p", true),
    ("uid,purpose,given_at\nu1,p,1767225600\nu2,p,", true),
    ("uid,purpose,given_at\nu1,p,1767225600\nu2,p,2026-01-0", true),
    ("uid,purpose,given_at\nu1,p,1767225600\nu2,p,2026-01-0\n", false),
    ("uid,purpose,given_at\nu1,p,1767225600\nu2,\"p", true),
    ("uid,purpose,given_at\nu1,p,1767225600\nu2,\"p\n", true),
    ("uid,purpose,given_at\nu1,p,1767225600\nu2,\"p\nq\n", true),
    ("{\"uid\":\"u1\",\"purpose\":\"p\",\"given_at\":1767225600}\n{\"uid\":\"u2\",\"pur", true),
    // Whole, with and without a last line end.
    ("uid,purpose,given_at\nu1,p,1767225600\nu2,p,1767225600", false),
    ("uid,purpose,given_at\nu1,\"p\nq\",1767225600\n", false),
    // A stray quote is one row's fault.
    ("uid,purpose,given_at\nu1,\"p,1767225600\nu2,p,1767225600\n", false),
    ("uid,purpose,given_at\nu1,p\nu2,p,1767225600\n", false),
    ("{\"uid\":\"u1\",\"purpose\":\"p\",\"given_at\":1767225600}\nnonsense\n", false),
    ("{\"uid\":\"u1\",\"purpose\":\"p\",\"given_at\":1767225600}", false),
    // What follows the last bracket was not read.
    ("[{\"uid\":\"u1\",\"purpose\":\"p\",\"given_at\":1767225600}] and so on", true),
    ("[{\"uid\":\"u1\",\"purpose\":\"p\",\"given_at\":1767225600},", true),
    ("[{\"uid\":\"u1\",\"purpose\":\"p\",\"given_at\":1767225600}]", false),
  ])
  func textsThatBreakOff(text: String, isTruncated: Bool) throws {
    for chunk in [1 << 16, 7, 1] {
      #expect(try read(text) { $0.chunkSize = chunk }.summary.isTruncated == isTruncated, "\(chunk)")
    }
  }

  /// It has all that was asked for, and shows no absence.
  @Test func aLookupIsWhole() throws {
    let text = #"{"kind":"identitytoolkit#GetAccountInfoResponse","users":[{"localId":"a"}]}"#
    let result = try read(text)
    #expect(!result.summary.isTruncated)
    #expect(result.summary.isSelection)
  }

  /// Pages name the one that follows, and say how many accounts they have.
  @Test(
    arguments: [
      (#"{"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"a"}],"nextPageToken":"t"}"#, 1, 0, nil),
      (#"{"kind":"identitytoolkit#DownloadAccountResponse","nextPageToken":"t","users":[{"localId":"a"}]}"#, 1, 0, nil),
      (#"{"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"a"}],"nextPageToken":""}"#, 0, 1, nil),
      (
        #"{"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"a"}],"nextPageToken":null}"#, 0, 1, nil
      ),
      (#"{"start":0,"limit":1,"length":1,"users":[{"localId":"a"}],"total":2}"#, 1, 0, nil),
      (#"{"start":1,"limit":1,"length":1,"users":[{"localId":"a"}],"total":2}"#, 0, 1, nil),
      (#"{"total":2,"users":[{"localId":"a"}]}"#, 0, 1, nil),
      (#"{"users":[{"localId":"a"}],"next":"fe26"}"#, 1, 0, nil),
      (#"{"users":[{"localId":"a"}],"nextPage":2,"lastPage":3,"total":3}"#, 1, 0, nil),
      (#"{"users":[{"localId":"a"}],"nextPage":null,"lastPage":0,"total":3}"#, 0, 1, nil),
      (#"{"recordsCount":"17","userInfo":[{"localId":"a"}]}"#, 0, 1, 17),
      (#"{"recordsCount": 17 ,"userInfo":[{"localId":"a"}]}"#, 0, 1, 17),
      (#"{"recordsCount":"9999999999","userInfo":[{"localId":"a"}]}"#, 0, 1, 9_999_999_999),
      // A phone number, as any text that is no count, counts nothing.
      (#"{"recordsCount":"15550170091","userInfo":[{"localId":"a"}]}"#, 0, 1, nil),
      (#"{"recordsCount":"some","userInfo":[{"localId":"a"}]}"#, 0, 1, nil),
      (
        #"{"recordsCount":"1","userInfo":[{"localId":"a"}]}"# + "\n"
          + #"{"recordsCount":2,"userInfo":[{"localId":"b"}]}"#,
        0, 2, 3
      ),
      (#"{"Users":[{"Username":"a","Attributes":[]}],"PaginationToken":"t"}"#, 1, 0, nil),
    ] as [(String, Int, Int, Int64?)])
  func pagesSayWhatTheyAre(text: String, namingNext: Int, last: Int, stated: Int64?) throws {
    for chunk in [1 << 16, 7, 1] {
      let summary = try read(text) { $0.chunkSize = chunk }.summary
      #expect(summary.kind == .accounts)
      #expect(summary.pagesNamingNext == namingNext, "\(chunk)")
      #expect(summary.lastPages == last, "\(chunk)")
      #expect(summary.statedRecords == stated, "\(chunk)")
    }
  }

  /// Several records on one line are one reject, which says so; none of them is read in part.
  @Test func severalRecordsOnALineAreTold() throws {
    let record = #"{"uid":"u1","at":1767225600,"endpoint":"apple"}"#
    for several in [record + record, record + " " + record, record + "," + record + ",", record + record + record] {
      for text in ["\(record)\n\(several)\n\(record)\n", "\(record)\n\(record)\n\(several)"] {
        let result = try read(text)
        #expect(result.summary.records == 2 && !result.summary.isTruncated, "\(text)")
        #expect(
          result.summary.rejects.map(\.reason) == [
            "the line holds more than one record; write each record on a line of its own"
          ], "\(text)")
      }
    }
    let cut = try read("\(record)\n\(record)\(record.dropLast(9))")
    #expect(cut.summary.records == 1 && cut.summary.isTruncated && cut.summary.rejected == 1)
  }
}
