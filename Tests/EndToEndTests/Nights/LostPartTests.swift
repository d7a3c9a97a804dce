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
