import Testing

/// How long what was read counts: `history.remember`.
@Suite struct RetentionTests {
  private let rule = "deletion/token-revoked"
  private let config = "history: {remember: 10d}\n"
  private let other = Line.revocation("other", time(1))

  private func files(_ requests: String, _ revocations: String) -> [String: String] {
    ["users.json": Export.users("other"), "deletions.ndjson": requests, "revocations.ndjson": revocations]
  }

  /// The log was rotated long ago, but the request that it proves is in the table every night.
  @Test func proofLivesAsLongAsItsRequest() throws {
    let nights = try Nights()
    let request = Line.request("u1", time(1))
    try nights.night(6, files(request, Line.revocation("u1", time(1, 1))), config: config).expect(rule, ["u1": "pass"])
    for day in [20, 40, 41] {
      try nights.night(day, files(request, other), config: config).expect(rule, ["u1": "pass"], "day \(day)")
    }
  }

  /// A request that is not proven is not forgotten, however long ago it was last read.
  @Test func nobodyIsForgottenWhileAVerdictFails() throws {
    let nights = try Nights()
    let first = try nights.night(6, files(Line.request("u1", time(1)), other), config: config)
    for day in [20, 40, 41, 80] {
      let night = try nights.night(day, files("", other), config: config)
      night.expect(rule, ["u1": "fail no-revocation"], "day \(day)")
      #expect(night.finding(rule, "u1")?.id == first.finding(rule, "u1")?.id)
    }
  }

  /// The deletion is proven, and neither exports nor requests name the person any more.
  @Test func whoseDeletionIsProvenIsDropped() throws {
    let nights = try Nights()
    let night = try nights.night(
      6, files(Line.request("u1", time(1)), Line.revocation("u1", time(1, 1))), config: config)
    #expect(night.population["deletion_requests"] as? Int == 1)
    let soon = try nights.night(15, files("", other), config: config)
    soon.expect(rule, ["u1": "pass"])
    try nights.night(30, files("", other), config: config)
    let dropped = try nights.night(31, files("", other), config: config)
    dropped.expect(rule, [:])
    #expect(dropped.population["deletion_requests"] as? Int == 0)
  }

  /// Without the records nothing would say why the account is gone: it did not vanish.
  @Test func anAccountGoesWithItsRecords() throws {
    let nights = try Nights()
    func night(_ day: Int, _ users: String, isTold: Bool = false) throws -> Night {
      let files = [
        "users.json": users, "deletions.ndjson": isTold ? Line.request("u1", time(4)) : "",
        "revocations.ndjson": isTold ? Line.revocation("u1", time(4, 1)) : other,
      ]
      return try nights.night(day, files, config: config)
    }
    // Its number is the last one.
    _ = try night(3, Export.users("other", "u1"))
    for (day, isTold) in [(5, true), (14, false), (16, false), (17, false), (40, false)] {
      let found = try night(day, Export.users("other"), isTold: isTold)
      #expect(found.verdicts("deletion/unrequested-removal").isEmpty, "day \(day)")
      found.expect(rule, day < 17 ? ["u1": "pass"] : [:], "day \(day)")
    }
    // Made anew, it is a new account.
    let back = try night(41, Export.users("u1", "other"))
    #expect(back.verdicts("deletion/account-removed").isEmpty)
  }

  /// The request was read once, and exports showed the account for some days more: both count as long as the account.
  @Test func recordsLiveAsLongAsTheAccountThatExportsShowed() throws {
    let nights = try Nights()
    for day in [3, 5, 8, 9, 14, 16, 17, 18, 21, 22] {
      let files = [
        "users.json": day < 9 ? Export.users("other", "u1") : Export.users("other"),
        "deletions.ndjson": day == 5 ? Line.request("u1", time(4)) : "",
        "revocations.ndjson": day == 5 ? Line.revocation("u1", time(4, 1)) : other,
      ]
      let night = try nights.night(day, files, config: config)
      night.expect("deletion/unrequested-removal", 9...21 ~= day ? ["u1": "pass"] : [:], "day \(day)")
    }
  }

  /// Who vanished and was never asked about stays in the report.
  @Test func whoVanishedIsNotDropped() throws {
    let nights = try Nights()
    let requests = Line.request("somebody", time(1))
    let shown = ["users.json": Export.users("u1", "other"), "sign-ins.ndjson": Line.signIn("u1", time(4), nonce: "n1")]
    try nights.night(5, files(requests, other).merging(shown) { $1 }, config: config)
    for day in [6, 20, 40] {
      let night = try nights.night(day, files(requests, other), config: config)
      #expect(night.verdicts("deletion/unrequested-removal") == ["u1": "fail vanished"], "day \(day)")
    }
  }

  /// The consent was read once, and the link that it covers is there every night.
  @Test func consentLivesAsLongAsItsLink() throws {
    let nights = try Nights()
    func files(_ consents: String) -> [String: String] {
      [
        "users.json": Export.linked("u1"), "links.ndjson": Line.link("u1", time(-10)), "consents.ndjson": consents,
      ]
    }
    try nights.night(6, files(Line.consent("u1", time(-20))), config: config)
    for day in [20, 40, 41] {
      try nights.night(day, files(Line.consent("stranger", time(1))), config: config).expect(
        "consent/link-phone", ["u1": "pass"], "day \(day)")
    }
  }

  /// A person without Apple comes into scope when Apple's credential is added; the link was consented to long before.
  @Test func consentOfAPersonOutOfScopeIsKept() throws {
    let nights = try Nights()
    func night(_ day: Int, user: String, consents: String = "") throws -> Night {
      let users = "{\"users\": [\n\(Sample.user("other")),\n\(user)]}"
      let files = ["users.json": users, "links.ndjson": Line.link("u1", time(-10)), "consents.ndjson": consents]
      return try nights.night(day, files, config: config)
    }
    let plain = Line.object([
      "localId": "u1", "email": "u1@example.com", "phoneNumber": "+15550100", "createdAt": "1780000000000",
    ])
    _ = try night(6, user: plain, consents: Line.consent("u1", time(-20)))
    for day in [20, 40] { _ = try night(day, user: plain, consents: Line.consent("other", time(1))) }
    try night(41, user: Sample.user("u1", phone: "+15550100"), consents: Line.consent("other", time(1)))
      .expect("consent/link-phone", ["u1": "pass"])
  }

  /// The file that tells what became of each `sub` is read once.
  @Test func aliasLivesAsLongAsItsAccount() throws {
    let nights = try Nights()
    let aliases =
      Line.alias("u1", "u2", time(1)) + Line.alias("u2", "u3", time(2)) + Line.alias("gone", "gone2", time(1))
    let config = config + "rules: {params: {transfer/unmigrated: {migrate_within: 1d}}}\n"
    for day in [6, 20, 40, 41] {
      let files = ["users.json": Export.users("u1", "u3"), "aliases.ndjson": day == 6 ? aliases : ""]
      let night = try nights.night(day, files, config: config)
      #expect(night.verdicts("transfer/unmigrated")["u1"] == "fail split", "day \(day)")
    }
    #expect(try !String(decoding: nights.store, as: UTF8.self).contains(Line.sub("gone2")))
  }
}
