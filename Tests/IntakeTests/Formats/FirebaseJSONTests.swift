import AccountFixtures
import Evidence
import Intake
import Testing
import Timestamps

@Suite struct FirebaseJSONTests {
  @Test func readsTheNewCLI() throws {
    let result = try read(Fixture.bytes("firebase-cli-json/new.json"))
    #expect(result.outcome == .recognised(kind: .accounts, format: "firebase-cli-json"))
    #expect(result.summary.records == 3)
    #expect(result.summary.rejects.isEmpty)
    #expect(!result.summary.isTruncated)
    #expect(result.summary.generation == .new)
    #expect(!result.summary.showsTenants)
    #expect(result.summary.firstTime == Timestamp(milliseconds: 1_700_000_000_000))
    #expect(result.summary.lastTime == Timestamp(milliseconds: 1_700_000_000_002))
    #expect(result.sink.places == [1, 2, 3])
    #expect(
      result.sink.accounts.first
        == AccountRecord(
          uid: "uid-1", email: "a1b2c3d4e5@privaterelay.appleid.com",
          createdAt: Timestamp(milliseconds: 1_700_000_000_000),
          lastSignInAt: Timestamp(milliseconds: 1_763_000_000_000), hasPhoto: true, isPrivateEmail: true,
          credentials: [
            Credential(
              provider: "apple.com", rawID: "001234.0123456789abcdef0123456789abcdef.0123",
              email: "a1b2c3d4e5@privaterelay.appleid.com"),
            Credential(
              provider: "google.com", rawID: "100000000000000000001", email: "ann@example.com",
              displayName: #"Ann {"Example"} ]"#),
          ]))
    #expect(
      result.sink.accounts.dropFirst().first
        == AccountRecord(
          uid: "uid-2", email: "ben@example.com", phone: "+15555550101",
          createdAt: Timestamp(milliseconds: 1_700_000_000_001),
          lastSignInAt: Timestamp(milliseconds: 1_763_000_000_001),
          isDisabled: true, hasPassword: true, secondFactorPhones: ["+*******0102"],
          displayName: #"Ben, "the" Example"#))
  }

  @Test func readsTheOldCLI() throws {
    let result = try read(Fixture.bytes("firebase-cli-json/old.json"))
    #expect(result.summary.generation == .old)
    #expect(result.summary.records == 2)
  }

  @Test func claimsNothingWithoutMarksOrRelayAddresses() throws {
    let result = try read(#"{"users": [{"localId":"a","email":"a@example.com","lastSignedInAt":"1700000000000"}]}"#)
    #expect(result.summary.generation == .unknown)
    #expect(result.summary.format == "firebase-cli-json")
  }

  @Test func readsTheEmulator() throws {
    let result = try read(Fixture.bytes("firebase-emulator-json/accounts.json"))
    #expect(result.summary.format == "firebase-emulator-json")
    #expect(result.summary.generation == .new)
    // A project's own file has none of its tenants, each of which is a file.
    #expect(!result.summary.showsTenants)
    let account = try #require(result.sink.accounts.first)
    #expect(account.tenant == "tenant-a")
    #expect(account.hasPassword)
    #expect(account.lastSignInAt == Timestamp(milliseconds: 1_700_000_000_001))
    #expect(
      account.credentials == [
        Credential(provider: "password", rawID: "cat@example.com", email: "cat@example.com"),
        Credential(provider: "phone", rawID: "+15555550103", phone: "+15555550103"),
      ])
    #expect(result.summary.records == 2)
  }

  @Test func readsAQuery() throws {
    let result = try read(Fixture.bytes("identity-toolkit-json/query.json"))
    #expect(result.summary.format == "identity-toolkit-json")
    #expect(result.summary.generation == .new)
    #expect(result.sink.accounts.first?.secondFactorPhones == ["+15555550104"])
    #expect(result.sink.accounts.first?.credentials.first?.provider == "oidc.example")
  }

  @Test func readsTheAdminSDK() throws {
    let result = try read(Fixture.bytes("admin-sdk-json/users.json"))
    #expect(result.summary.format == "admin-sdk-json")
    let account = try #require(result.sink.accounts.first)
    #expect(account.createdAt == Timestamp(milliseconds: 1_699_999_999_000))
    #expect(account.isPrivateEmail == true)
    #expect(account.hasPassword && account.hasPhoto)
    #expect(account.secondFactorPhones == ["+15555550105"])
    #expect(account.credentials.map(\.provider) == ["apple.com", "password"])
  }

  @Test(arguments: [
    // One line a page, pages one after another, an array of pages, and a page without users.
    "{\"kind\":\"identitytoolkit#DownloadAccountResponse\",\"users\":[{\"localId\":\"1\"}],\"nextPageToken\":\"x\"}\n{\"users\":[{\"localId\":\"2\"},{\"localId\":\"3\"}]}\n{}\n",
    "{\"users\":[\n{\n\"localId\":\"1\"},{\"localId\":\"2\"}\n]}{\"nextPageToken\":{\"a\":[\"}\"]},\"users\":[{\"localId\":\"3\"}]}",
    "[{\"users\":[{\"localId\":\"1\"}]},{\"users\":[{\"localId\":\"2\"},{\"localId\":\"3\"}]}]",
    // NDJSON, a bare array, and pretty objects one after another.
    "{\"localId\":\"1\"}\r\n\r\n{\"localId\":\"2\"}\r\n{\"localId\":\"3\"}",
    "[{\"localId\":\"1\"},{\"localId\":\"2\"},\n{\"localId\":\"3\"}]\n",
    "{\n  \"localId\": \"1\"\n}\n{\n  \"localId\": \"2\"\n}\n{\n  \"localId\": \"3\"\n}\n",
  ])
  func readsEveryArrangement(text: String) throws {
    let result = try read(text)
    #expect(result.sink.sketched == ["1", "2", "3"])
    #expect(result.summary.rejects.isEmpty)
    #expect(!result.summary.isTruncated)
  }

  @Test func aBareArrayOfUserRecordsIsTheAdminSDKs() throws {
    let result = try read(#"[{"uid":"a","metadata":{"creationTime":null},"providerData":[]}]"#)
    #expect(result.summary.format == "admin-sdk-json")
    #expect(result.summary.records == 1)
  }

  @Test(arguments: [
    (#"{"localId":"a","localId":"b"}"#, "`localId` occurs twice in the record; keep the value that counts"),
    (#"{"email":"a@example.com","createdAt":"1700000000000"}"#, "`localId` is missing"),
    (#"{"localId":""}"#, "`localId` is missing"),
    (#"{"localId":7}"#, "`localId` is not text"),
    (#"{"localId":"a","email":[]}"#, "`email` is not text"),
    (#"{"localId":"a\u0000b"}"#, "`localId` contains a NUL character"),
    (#"{"localId":"a","createdAt":"0"}"#, "`createdAt` is not between 2000-01-01 and one day after the as-of time"),
    (#"{"localId":"a","createdAt":"soon"}"#, "`createdAt` is not a time in epoch milliseconds"),
    (
      #"{"localId":"a","lastSignedInAt":1795300000000}"#,
      "`lastSignedInAt` is not between 2000-01-01 and one day after the as-of time"
    ),
    (#"{"localId":"a","createdAt":1e400}"#, "a number in the record is malformed or too large"),
    (#"{"localId":"a","disabled":"no"}"#, "`disabled` is neither true nor false"),
    (#"{"localId":"a","providerUserInfo":{}}"#, "`providerUserInfo` is not a list of objects"),
    (#"{"localId":"a","providerUserInfo":[null]}"#, "`providerUserInfo` is not a list of objects"),
    (#"{"localId":"a","providerUserInfo":[{"rawId":"x"}]}"#, "`providerId` is missing"),
    (
      #"{"localId":"a","providerUserInfo":[{"providerId":"x","providerId":"y"}]}"#,
      "`providerId` occurs twice in the record; keep the value that counts"
    ),
    (#"{"localId":"\ud800"}"#, "a text in the record has a malformed escape or half of a surrogate pair"),
    (#"{"localId":"a" "email":"b"}"#, "the record is not valid JSON"),
    (#"17"#, "the record is not an object"),
    (#"null"#, "the record is not an object"),
    (#"["a"]"#, "the record is not an object"),
  ])
  func rejectsOneRecordAndUsesTheRest(record: String, reason: String) throws {
    for text in [
      "{\"users\": [{\"localId\":\"first\"},\(record),{\"localId\":\"last\"}]}",
      "{\"users\": [\n{\n  \"localId\":\"first\"\n},\n\(record),\n{\n  \"localId\":\"last\"\n}]}",
    ] {
      let result = try read(text)
      #expect(result.sink.sketched == ["first", "last"])
      #expect(result.summary.rejects.map(\.locator) == ["record 2"])
      #expect(result.summary.rejects.first?.reason == reason)
      #expect(!result.summary.isTruncated)
    }
  }

  @Test func countsWithoutKeepingWhatIsOutOfScope() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Fixture.bytes("firebase-cli-json/new.json"))
    let options = Fixture.options
    for (screening, records, duplicates) in [(Screening.outOfScope, 3, 0), (.duplicate, 0, 3)] {
      var sink = Collector(screening: screening)
      let summary = try summarise(path, options, &sink)
      #expect(sink.taken.isEmpty)
      #expect(summary.records == Int64(records))
      #expect(summary.duplicates == Int64(duplicates))
    }
  }
}
