import Foundation
import Testing

/// An old export of the accounts that is put back with a new modification time.
@Suite struct OldExportTests {
  private func files(_ uids: String...) -> [String: String] { ["users.json": Export.users(uids)] }

  private func limits(_ night: Night) throws -> [String] {
    try #require(night.report["limits"] as? [[String: Any]]).filter { $0["code"] as? String == "export-of-earlier-run" }
      .compactMap { $0["text"] as? String }
  }

  @Test func theExportOfAnOlderRunIsToldOf() throws {
    let nights = try Nights()
    #expect(try limits(nights.night(6, files("u1"))).isEmpty)
    #expect(try limits(nights.night(7, files("u1", "u2"))).isEmpty)
    let sentence = "`in/users.json` is byte for byte an export that run 1 of 6 November 2026, 06:00 UTC read"
    for _ in 1...2 {
      // The second time, the night is judged again.
      let old = try nights.night(8, files("u1"))
      #expect(try limits(old).map { $0.prefix(sentence.count) } == [sentence[...]])
      #expect(old.errors.contains(sentence) && old.errors.contains("`captured_at`"))
      #expect(old.status == 0)
    }
    #expect(try limits(nights.night(9, files("u1"))).isEmpty)
    #expect(try limits(nights.night(10, files("u1", "u2"))).count == 1)
  }

  /// The audit knows that it is old.
  @Test func anExportThatSaysItsTimeIsNot() throws {
    let nights = try Nights()
    try nights.night(6, files("u1"))
    try nights.night(7, files("u1", "u2"))
    #expect(try limits(nights.night(8, captured: 6, files("u1"))).isEmpty)
    #expect(try limits(nights.night(9, files("u1"), flags: ["--captured-at", time(6, 5)])).isEmpty)
    let config = "inputs: [{path: in/users.json, captured_at: \(time(6, 5))}]\n"
    #expect(try limits(nights.night(10, files("u1"), config: config)).isEmpty)
    // Runs over older captures are not the run before.
    #expect(try limits(nights.night(11, files("u1", "u2"))).isEmpty)
    #expect(try limits(nights.night(12, files("u1"))).count == 1)
  }

  @Test func aRunThatIsWithdrawnReadNothing() throws {
    let nights = try Nights()
    try nights.night(6, files("u1"))
    try nights.night(7, files("u1", "u2"))
    #expect(try nights.run("history", "--withdraw", "2", "--reason", "a mistake", "--project", "app").status == 0)
    #expect(try limits(nights.night(8, files("u1"))).isEmpty)
  }

  @Test func anExportWithoutAccountsIsLikeAnyOther() throws {
    let nights = try Nights()
    try nights.night(6, files())
    try nights.night(7, files("u1"))
    #expect(try limits(nights.night(8, files())).isEmpty)
  }

  @Test func shardsSayTheSame() throws {
    let place = try Workplace()
    for (day, uids) in [(6, ["u1"]), (7, ["u1", "u2"]), (8, ["u1"])] {
      try place.write("in/users.json", Export.users(uids), at: time(day, 5))
      try place.compareShards(["in"], asOf: time(day, 6), shards: 2)
    }
  }
}
