import Testing

/// Names that fit two people, and what a person once was (the contract's section 6.4, Who is who).
@Suite struct NamesOfTwoNightsTests {
  private let rule = "deletion/token-revoked"

  private func files(
    _ requests: String, revocations: String = Line.revocation("stranger", time(1)), users: String? = nil
  )
    -> [String: String]
  {
    [
      "users.json": users ?? Export.users("u1", "other"), "deletions.ndjson": requests,
      "revocations.ndjson": revocations,
    ]
  }

  private func page(_ tenants: String...) -> String {
    let users = tenants.map {
      Sample.user("u1").replacing("\"localId\"", with: "\"tenantId\": \"\($0)\",\n  \"localId\"")
        .replacing("001.sub-u1.1", with: "001.sub-\($0).1").replacing("u1@private", with: "\($0)@private")
    }
    return "{\"kind\": \"identitytoolkit#DownloadAccountResponse\", \"users\": [\(users.joined(separator: ","))]}"
  }

  /// A request's id of one project's two people names neither, on whatever nights they were seen.
  @Test func theRequestIdOfTwoPeopleClearsNobody() throws {
    let nights = try Nights()
    let call = Line.object([
      "request_id": "shared", "at": time(1, 1), "endpoint": "apple", "token_type": "refresh_token", "http_status": 200,
    ])
    let requests = ["u1", "other"].map { Line.request($0, time(1), ["request_id": "shared"]) }
    let verdicts = ["u1": "fail no-revocation", "other": "fail no-revocation"]
    try nights.night(6, files(requests.joined(), revocations: call)).expect(rule, verdicts)
    try nights.night(7, files(requests[0])).expect(rule, verdicts)
  }

  /// The same, where the second of them comes a night later.
  @Test func aSecondBearerOfTheRequestIdTakesTheProofBack() throws {
    let nights = try Nights()
    let call = Line.object([
      "request_id": "shared", "at": time(1, 1), "endpoint": "apple", "token_type": "refresh_token", "http_status": 200,
    ])
    try nights.night(6, files(Line.request("u1", time(1), ["request_id": "shared"]), revocations: call)).expect(
      rule, ["u1": "pass"])
    try nights.night(7, files(Line.request("other", time(1), ["request_id": "shared"]))).expect(
      rule, ["u1": "fail no-revocation", "other": "fail no-revocation"])
  }

  /// It named two accounts when it was written, and names nobody when one of them is gone.
  @Test func whatFitsTwoAccountsStaysNobodys() throws {
    let nights = try Nights()
    let request = Line.request("u1", time(1), ["tenant": "b"])
    let call = Line.revocation("u1", time(1, 1))
    let verdicts = ["u1": "fail no-revocation"]
    try nights.night(6, files(request, revocations: call, users: page("a", "b"))).expect(rule, verdicts)
    for day in 7...8 { try nights.night(day, files(request, users: page("b"))).expect(rule, verdicts, "day \(day)") }
    try nights.night(9, files("", revocations: call, users: page("b"))).expect(rule, verdicts)
  }

  private func consents(_ user: String, _ lines: String...) -> [String: String] {
    [
      "users.json": "{\"users\": [\n" + user + "]}",
      "consents.ndjson": Line.consent("stranger", time(1)) + lines.joined(),
    ]
  }

  /// Consent under the address of before the switch is read for the first time after it, or from memory.
  @Test(arguments: [6, 7, 8]) func consentUnderAFormerAddress(readOn day: Int) throws {
    let nights = try Nights()
    let consent = Line.object([
      "email": "old@example.com", "purpose": "link:phone", "given_at": time(2), "explicit": true, "method": "dialog",
      "policy_version": "3",
    ])
    let link = Line.link("u1", time(3))
    for night in 6...9 {
      var files = consents(
        Sample.user("u1", email: night < 7 ? "old@example.com" : "new@example.com", phone: "+15550101"),
        night == day ? consent : "")
      files["links.ndjson"] = link
      try nights.night(night, files).expect(
        "consent/link-phone", night < day ? ["u1": "fail no-record"] : ["u1": "pass"], "day \(night)")
    }
  }

  /// A night that is audited out of order tells an address of before.
  @Test func anOlderNightTellsAFormerAddress() throws {
    let nights = try Nights()
    func files(_ email: String, _ line: String = "") -> [String: String] {
      consents(Sample.user("u1", email: email, phone: "+15550101"), line)
        .merging(["links.ndjson": Line.link("u1", time(3))]) { $1 }
    }
    let consent = Line.object([
      "email": "old@example.com", "purpose": "link:phone", "given_at": time(2), "explicit": true, "method": "dialog",
      "policy_version": "3",
    ])
    let first = try nights.night(8, files("new@example.com", consent))
    first.expect("consent/link-phone", ["u1": "fail no-record"])
    let older = try nights.night(9, captured: 6, files("old@example.com"))
    let limits = older.report["limits"] as? [[String: Any]] ?? []
    #expect(limits.contains { $0["code"] as? String == "run-is-history" })
    #expect(older.output.contains("This run is out of order"))
    try nights.night(10, files("new@example.com")).expect("consent/link-phone", ["u1": "pass"])
  }

  /// An address that only a withdrawn night showed was nobody's.
  @Test(arguments: [false, true]) func aWithdrawnNightTakesItsNamesBack(isWithdrawn: Bool) throws {
    let nights = try Nights()
    func files(_ email: String, _ line: String = "") -> [String: String] {
      consents(Sample.user("u1", email: email, phone: "+15550101"), line)
    }
    try nights.night(6, files("u1@example.com"))
    let mistake = try nights.night(7, files("mistake@example.com"))
    if isWithdrawn { try nights.run("history", "--withdraw", mistake.run, "--reason", "Another project's export.") }
    try nights.night(8, files("u1@example.com"))
    let consent = Line.object([
      "email": "mistake@example.com", "purpose": "link:phone", "given_at": time(7, 5), "explicit": true,
      "method": "dialog", "policy_version": "3",
    ])
    let reason = isWithdrawn ? "no-record" : "after-link"
    let night = try nights.night(9, files("u1@example.com", consent))
    #expect(night.findings.filter { $0.rule == "consent/link-phone" }.map(\.reason) == [reason])
  }

  /// That an account was anonymized is remembered until Apple's credential is gone.
  @Test func aRelayAddressThatWasSeenOnce() throws {
    func files(_ user: String) -> [String: String] {
      ["users.json": "{\"users\": [\n" + user + "]}", "consents.ndjson": Line.consent("stranger", time(1))]
    }
    let nights = try Nights()
    let first = try nights.night(6, files(Sample.user("u1", phone: "+15550101")))
    first.expect("consent/link-phone", ["u1": "fail no-record"])
    let own = Sample.user("u1", email: "u1@example.com", phone: "+15550101")
      .replacing(Line.relay("u1"), with: "u1@example.com")
    let second = try nights.night(7, files(own))
    second.expect("consent/link-phone", ["u1": "fail no-record"])
    #expect(second.population["anonymized_accounts"] as? Int == 1)
  }
}
