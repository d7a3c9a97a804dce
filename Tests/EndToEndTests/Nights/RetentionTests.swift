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
}
