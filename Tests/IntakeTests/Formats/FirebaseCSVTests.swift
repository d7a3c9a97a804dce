import AccountFixtures
import Evidence
import Intake
import Testing
import Timestamps

@Suite struct FirebaseCSVTests {
  @Test(arguments: [(27, 2, ExportGeneration.old), (28, 2, .old), (29, 8, .old), (53, 3, .new)])
  func readsEveryWidth(width: Int, count: Int, generation: ExportGeneration) throws {
    let result = try read(Fixture.bytes("firebase-cli-csv/cli-\(width).csv"))
    #expect(result.outcome == .recognised(kind: .accounts, format: "firebase-cli-csv"))
    #expect(result.summary.rejects == [])
    #expect(result.sink.accounts.map(\.uid) == (1...count).map { "uid-\($0)" })
    #expect(result.summary.generation == generation)
    // No repair shifts a column.
    for account in result.sink.accounts {
      #expect(account.email == "fay@example.com")
      #expect(account.phone == "+15555550106")
      #expect(account.createdAt == Timestamp(milliseconds: 1_700_000_000_000))
      #expect(account.lastSignInAt == Timestamp(milliseconds: 1_763_000_000_000))
    }
    #expect(
      result.sink.accounts.first?.credentials == [
        Credential(provider: "google.com", rawID: "1001", email: "fay@gmail.example.com")
      ])
    #expect(result.sink.accounts.first?.hasPhoto == true)
    #expect(result.sink.accounts.dropFirst().first?.hasPassword == true)
  }

  /// The older rows could not show an Apple credential.
  @Test(arguments: [["29", "53"], ["53", "29"]])
  func exportsOfTwoVersionsInOneFileAreOld(widths: [String]) throws {
    let bytes = try widths.flatMap { try Array(Fixture.bytes("firebase-cli-csv/cli-\($0).csv")) }
    #expect(try read(bytes).summary.generation == .old)
  }

  @Test func readsAppleCredentialsAndQuotedLineEnds() throws {
    let result = try read(Fixture.bytes("firebase-cli-csv/cli-53.csv"))
    let account = try #require(result.sink.accounts.last)
    #expect(account.isPrivateEmail == true)
    #expect(
      account.credentials == [
        Credential(
          provider: "apple.com", rawID: "001234.0123456789abcdef0123456789abcdef.0123",
          email: "a1b2c3d4e5@privaterelay.appleid.com")
      ])
    #expect(result.sink.places == [1, 2, 3])
  }

  @Test func repairsTheQuotingOfOldVersions() throws {
    let accounts = try read(Fixture.bytes("firebase-cli-csv/cli-29.csv")).sink.accounts
    #expect(accounts.first { $0.uid == "uid-3" }?.isPrivateEmail == true)
    #expect(
      accounts.first { $0.uid == "uid-8" }?.credentials == [
        Credential(
          provider: "google.com", rawID: "1008", email: "hal@example.com", displayName: "\"Big \"B\", Example\"")
      ])
  }

  @Test func rejectsARowThatFitsNoLayout() throws {
    let good = "u,a@example.com,true,,,,,,,,,,,,,,,,,,,,,1700000000000,,,false,,"
    let result = try read(
      "\(good)\nx,b@example.com,true,,,\"open,,,,\n\(good)\nb,c@example.com,maybe,,,,,,,,,,,,,,,,,,,,,1700000000000,,,false,,\n"
    )
    #expect(result.summary.records == 2)
    #expect(result.summary.rejects.map(\.locator) == ["line 2", "line 4"])
    #expect(result.sink.places == [1, 3])
  }

  @Test func rejectsTimesOutOfRange() throws {
    let result = try read(
      "u,,true,,,,,,,,,,,,,,,,,,,,,1700000000000,99999999999999,,false,,\nu,,true,,,,,,,,,,,,,,,,,,,,,1700000000000,,,false,,\n"
    )
    #expect(result.summary.rejects.map(\.locator) == ["line 1"])
    #expect(result.summary.records == 1)
  }
}
