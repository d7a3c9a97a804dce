import AccountFixtures
import Evidence
import Foundation
import Intake
import Platform
import Testing
import Timestamps

/// Records that are written as lines and read again are what they were.
@Suite struct ExtractedRecordsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func census() throws -> AccountCensus { try AccountCensus(in: OpenFolder(folder.url.path)) }

  /// Reads what was written, from lines cut at any byte.
  private func readAgain(_ bytes: [UInt8], _ count: Int) throws -> Collector {
    var options = Fixture.options
    options.chunkSize = 64
    let records = try ExtractedRecords(path: try folder.write(bytes, as: "lines"), options: options)
    var sink = Collector()
    try records.read(count, into: &sink)
    try records.end()
    return sink
  }

  /// Each file of the fixtures, whatever it is.
  @Test func everyFixtureIsReadAlike() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Fixture.folder.path).sorted()
    var (accounts, others) = (0, 0)
    for name in files {
      let file = Fixture.folder.appending(path: name)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      let source = Recogniser(options: Fixture.options).recognise(
        SourceFile(path: file.path, capturedAt: Fixture.asOf))
      var direct = Collector()
      _ = try SourceReader(options: Fixture.options).read(source, ordinal: 3, into: &direct)
      var bytes: [UInt8] = []
      var extractor = RecordExtractor(try census()) { bytes += $0 }
      _ = try SourceReader(options: Fixture.options).read(source, ordinal: 3, into: &extractor)
      try extractor.flush()
      let again = try readAgain(bytes, extractor.count)
      let expected = Self.withoutRepetitions(direct)
      #expect(again.taken == expected.taken && again.places == expected.places, "\(name)")
      accounts += again.accounts.count
      others += again.records.count
    }
    #expect(accounts > 50 && others > 100, "\(accounts) \(others)")
  }

  /// A collector takes each account, and a census none of a second one with the same uid.
  private static func withoutRepetitions(_ all: Collector) -> Collector {
    var seen: Set<[String?]> = []
    var rest = Collector()
    for (taken, place) in zip(all.taken, all.places) {
      if case .account(let account) = taken, !seen.insert([account.uid, account.tenant]).inserted { continue }
      rest.taken.append(taken)
      rest.places.append(place)
    }
    return rest
  }

  @Test func textsMayHoldAnything() throws {
    let texts = [
      "", " ", "\"", "\\", "a\\\"b", "\u{0}\u{1}\n\r\t\u{1F}\u{7F}", "é漢😀", "\u{2028}", "{\"a\":[1]}", "/",
    ]
    for text in texts {
      var account = AccountRecord(
        uid: "u\(text)", tenant: text, email: text, phone: text,
        createdAt: Timestamp(milliseconds: Timestamp.range.lowerBound),
        lastSignInAt: Timestamp(milliseconds: Timestamp.range.upperBound), isDisabled: true, hasPassword: true,
        hasPhoto: true,
        isPrivateEmail: false,
        credentials: [
          Credential(
            provider: text, rawID: text, email: text, phone: text, isPrivateEmail: true, displayName: text),
          Credential(provider: "google.com"),
        ], secondFactorPhones: [text, "+15550100"], displayName: text)
      account.initialEmail = text
      account.secondFactorEmails = [text]
      account.claims = ["key\(text)=value\(text)", "number=+15550100"]
      let record = MailRecord(recipient: "a\(text)", sender: text, at: Timestamp(milliseconds: -1), reply: text)
      var bytes: [UInt8] = []
      let extractor = RecordExtractor(try census()) { bytes += $0 }
      let place = Place(source: 7, number: (1 << 34) - 1).part(1023)
      let screening = try account.withSketch { sketch in
        defer { _ = try? extractor.accept(sketch, at: place) }
        return try extractor.screen(sketch, at: place)
      }
      #expect(screening == .inScope)
      try extractor.accept(.mail(record), at: place)
      try extractor.flush()
      let again = try readAgain(bytes, 2)
      #expect(again.accounts == [account] && again.records == [.mail(record)], "\(text.debugDescription)")
      #expect(again.places == [place.number, place.number])
    }
  }

  @Test func aContradictionIsARejectAndARepetitionIsNone() throws {
    let census = try census()
    census.open(2, path: "first.json")
    let extractor = RecordExtractor(census) { _ in }
    let account = AccountRecord(uid: "u1", email: "a@example.com")
    var other = account
    other.phone = "+15550100"
    func screen(_ account: AccountRecord, _ number: Int64) throws -> Screening {
      try account.withSketch { try extractor.screen($0, at: Place(source: 2, number: number)) }
    }
    #expect(try screen(account, 1) == .inScope)
    #expect(try screen(account, 2) == .duplicate)
    #expect(
      throws: RecordRejection(
        "the account is also at record or line 1 of first.json, with other content; keep one of the two")
    ) { try screen(other, 3) }
    var tenant = account
    tenant.tenant = "t"
    #expect(try screen(tenant, 4) == .inScope)
    #expect(census.count == 2)
    try census.check()
  }

  /// Records that come with an account count only if it is in scope, which is not known when they are written.
  @Test func whatComesWithAnAccountGoesWithIt() throws {
    let file = Fixture.folder.appending(path: "supabase-users/quirks.json")
    let source = Recogniser(options: Fixture.options).recognise(SourceFile(path: file.path, capturedAt: Fixture.asOf))
    var bytes: [UInt8] = []
    var extractor = RecordExtractor(try census()) { bytes += $0 }
    _ = try SourceReader(options: Fixture.options).read(source, ordinal: 3, into: &extractor)
    try extractor.flush()
    for screening in [Screening.inScope, .outOfScope] {
      var (direct, again) = (Collector(screening: screening), Collector(screening: screening))
      _ = try SourceReader(options: Fixture.options).read(source, ordinal: 3, into: &direct)
      let path = try folder.write(bytes, as: "lines")
      try ExtractedRecords(path: path, options: Fixture.options).read(extractor.count, into: &again)
      #expect(direct.taken == again.taken && direct.taken.isEmpty == (screening == .outOfScope))
      #expect(direct.sketched == again.sketched && direct.records.isEmpty == (screening == .outOfScope))
    }
  }
}
