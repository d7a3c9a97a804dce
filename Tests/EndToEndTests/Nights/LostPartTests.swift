import Foundation
import Testing

/// An export of several files of which one is missing: a part looks like all of it.
@Suite struct LostPartTests {
  private let rule = "consent/link-phone"
  private let others = Export.users("a1", "a2", "a3")

  private func files(_ parts: [String: String]) -> [String: String] {
    parts.merging(["links.ndjson": Line.link("u1", time(-10)), "consents.ndjson": Line.consent("stranger", time(1))]) {
      first, _ in first
    }
  }

  @Test func itIsNamedAndNothingIsGone() throws {
    let nights = try Nights()
    try nights.night(6, files(["users-a.json": others, "users-b.json": Export.linked("u1")]))
      .expect(rule, ["u1": "fail no-record"])
    for day in [7, 8] {
      let part = try nights.night(day, files(["users-a.json": others]))
      #expect(part.status == 2)
      #expect(part.reasons.contains("users-b.json") && part.reasons.contains("run 1"), "\(part.reasons)")
      part.expect(rule, ["u1": "fail no-record"], "day \(day)")
      #expect(part.resolved.allSatisfy { $0.rule != rule })
    }
    try nights.night(9, files(["users-a.json": others, "users-b.json": Export.linked("u1")]))
      .expect(rule, ["u1": "fail no-record"])
  }

  /// Each night has a folder of its own, or the folder is named otherwise.
  @Test(arguments: [
    ("nights/1", "nights/2"), ("night-1", "night-2"), ("run0412", "run0413"), ("exports", "exports-new"),
    ("exports", "far/away/exports"),
  ])
  func itIsMissedInAnotherFolder(before: String, now: String) throws {
    let nights = try Nights()
    let parts = ["users-a.json": others, "users-b.json": Export.linked("u1")]
    func files(_ folder: String, _ names: [String]) -> [String: String] {
      self.files(Dictionary(uniqueKeysWithValues: names.map { ("\(folder)/\($0)", parts[$0] ?? "") }))
    }
    try nights.night(6, files(before, ["users-a.json", "users-b.json"])).expect(rule, ["u1": "fail no-record"])
    let part = try nights.night(7, files(now, ["users-a.json"]))
    #expect(part.status == 2)
    #expect(part.reasons.contains("\(before)/users-b.json"), "\(part.reasons)")
    part.expect(rule, ["u1": "fail no-record"])
    let whole = try nights.night(8, files(now, ["users-a.json", "users-b.json"]))
    #expect(whole.isComplete, "\(whole.reasons)")
    whole.expect(rule, ["u1": "fail no-record"])
  }

  /// The same folder, spelt as a path from the root.
  @Test func itIsMissedWhereTheFolderIsSpeltOtherwise() throws {
    let place = try Workplace()
    try place.write("exports/users-a.json", others)
    try place.write("exports/users-b.json", Export.users("u1"))
    #expect(try place.audit("exports").status == 0)
    try FileManager.default.removeItem(at: place.path("exports/users-b.json"))
    #expect(try place.audit(place.path("exports").path).status == 2)
  }

  /// Of two files with one name the folder tells which is missing.
  @Test func theFolderTellsWhichOfOneNameIsMissing() throws {
    let nights = try Nights()
    try nights.night(6, files(["n1/a/users.json": others, "n1/b/users.json": Export.linked("u1")]))
    let part = try nights.night(7, files(["n2/a/users.json": others]))
    #expect(part.status == 2 && part.reasons.contains("n1/b/users.json"), "\(part.reasons)")
    // They are joined: nothing is missing.
    let all = Export.users(["a1", "a2", "a3", "u1"], phones: ["u1": "+15550100"])
    let joined = try nights.night(8, files(["n3/users.json": all]))
    #expect(joined.isComplete, "\(joined.reasons)")
  }

  /// As one that is not there.
  @Test(arguments: ["in/", "n2/"]) func aPartThatIsAnEmptyListIsMissing(folder: String) throws {
    let nights = try Nights()
    try nights.night(6, files(["in/users-a.json": others, "in/users-b.json": Export.linked("u1")]))
    let part = try nights.night(
      7, files(["\(folder)users-a.json": others, "\(folder)users-b.json": "{\"users\": []}"]))
    #expect(part.status == 2)
    #expect(part.reasons.contains("users-b.json") && part.reasons.contains("run 1"), "\(part.reasons)")
    part.expect(rule, ["u1": "fail no-record"])
    #expect(part.resolved.allSatisfy { $0.rule != rule })
  }

  /// Somebody is gone, and the last page of the list has nobody left.
  @Test func anEmptyLastPageIsNoLoss() throws {
    let nights = try Nights()
    try nights.night(6, files(["users-1.json": others, "users-2.json": Export.linked("u1")]))
    let next = try nights.night(7, files(["users-1.json": others, "users-2.json": "{\"users\": []}"]))
    #expect(next.isComplete, "\(next.reasons)")
  }

  /// A log of which nothing was written yet is no part of the accounts; an empty file of another name may be.
  @Test(arguments: [
    ("notifications.ndjson", true), ("apple-notifications-2026-11-06.ndjson", true), ("user_consents.csv", true),
    ("users-c.json", false), ("consents/data.json", false),
  ])
  func anEmptyLogTakesNoAccountsWithIt(name: String, isLog: Bool) throws {
    let nights = try Nights()
    try nights.night(6, files(["users.json": Export.linked("a1", "u1"), name: ""]))
      .expect(rule, ["a1": "fail no-record", "u1": "fail no-record"])
    let gone = try nights.night(7, files(["users.json": Export.linked("a1"), name: ""]))
    gone.expect(rule, isLog ? ["a1": "fail no-record"] : ["a1": "fail no-record", "u1": "fail no-record"])
    #expect(gone.resolved.contains { $0.rule == rule } == isLog)
  }

  // MARK: Credentials in a file of their own

  private static let sub = "000001.0123456789abcdef0123456789abcdef.0001"
  private let supabaseUsers =
    #"[{"id":"u1","aud":"authenticated","email":"\#(Line.relay("u1"))","raw_app_meta_data":{},"#
    + #""created_at":"2026-01-01T00:00:00Z"}]"#
  private let identities =
    #"[{"id":"i1","user_id":"u1","provider":"apple","provider_id":"\#(sub)","#
    + #""identity_data":{"sub":"\#(sub)"},"created_at":"2026-01-01T00:00:00Z"}]"#

  @Test func aFileOfCredentialsIsMissedInAnotherFolder() throws {
    let nights = try Nights()
    try nights.night(6, files(["n1/users.json": supabaseUsers, "n1/identities.json": identities]))
    let part = try nights.night(7, files(["n2/users.json": supabaseUsers]))
    #expect(part.status == 2)
    #expect(part.reasons.contains("n1/identities.json"), "\(part.reasons)")
    let whole = try nights.night(8, files(["n3/users.json": supabaseUsers, "n3/identities.json": identities]))
    #expect(whole.isComplete, "\(whole.reasons)")
  }

  /// Nothing is missing: the files of two tenants bear one name, in whatever folders, and another product's files may
  /// have it too.
  @Test(arguments: [["n2/a", "n2/b"], ["n2/c", "n2/d"], ["n2"]])
  func filesOfOneNameStandForEachOther(folders: [String]) throws {
    func tenants(_ folders: [String]) -> [String: String] {
      var files: [String: String] = [:]
      for (index, folder) in folders.enumerated() {
        files["\(folder)/users.json"] = supabaseUsers.replacing("u1", with: "u\(index)")
        files["\(folder)/identities.json"] = identities.replacing("u1", with: "u\(index)")
      }
      return files
    }
    let nights = try Nights()
    try nights.night(6, files(tenants(["n1/a", "n1/b"])))
    let next = try nights.night(7, files(tenants(folders)))
    #expect(!next.reasons.contains("identities.json"), "\(next.reasons)")
  }

  @Test func anotherProductsFileOfThatNameIsNoPartOfIt() throws {
    let nights = try Nights()
    try nights.night(6, files(["n1/users.json": supabaseUsers, "n1/identities.json": identities]))
    let next = try nights.night(7, files(["n2/users.json": Export.users("u1")]))
    #expect(!next.reasons.contains("identities.json"), "\(next.reasons)")
  }

  /// The configuration says that there is no such part any more.
  @Test func itIsReleased() throws {
    let nights = try Nights()
    try nights.night(6, files(["users-a.json": others, "users-b.json": Export.linked("u1")]))
    let released = try nights.night(7, files(["users-a.json": others]), config: "gate: {optional: [accounts]}\n")
    #expect(released.isComplete, "\(released.reasons)")
    let next = try nights.night(8, files(["users-a.json": others]))
    #expect(next.isComplete, "\(next.reasons)")
  }

  /// The parts are joined, or have other names: nothing is missing.
  @Test(arguments: ["users-a.json", "export.json"])
  func anotherDivisionIsNoLoss(name: String) throws {
    let nights = try Nights()
    try nights.night(6, files(["users-a.json": others, "users-b.json": Export.linked("u1")]))
    let all = Export.users(["a1", "a2", "a3", "u1"], phones: ["u1": "+15550100"])
    let joined = try nights.night(7, files([name: all]))
    #expect(joined.isComplete, "\(joined.reasons)")
  }
}
