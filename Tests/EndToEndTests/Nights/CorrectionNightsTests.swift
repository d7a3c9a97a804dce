import Foundation
import Testing

/// What was read wrong, or was somebody else's, is taken back.
@Suite struct CorrectionNightsTests {
  private let rule = "deletion/token-revoked"

  private func mapping(_ columns: String) -> String {
    """
    inputs:
      - path: in/calls.csv
        kind: revocations
        columns: {\(columns), at: sent}
        constants: {endpoint: apple, token_type: refresh_token}

    """
  }

  private let header = "person,agent,sent,answer,retried\n"

  private func files(_ calls: String) -> [String: String] {
    [
      "users.json": Export.users("u1", "u2", "other"),
      "deletions.ndjson": Line.request("u1", time(1)) + Line.request("u2", time(1)), "calls.csv": header + calls,
    ]
  }

  /// The same bytes, read with another mapping on the next night.
  @Test(
    arguments: [
      // The status of the first try was taken for the last one's.
      (
        "uid: person, http_status: answer", ["u1": "pass", "u2": "fail no-revocation"],
        "uid: person, http_status: retried", ["u1": "fail failed-only", "u2": "fail no-revocation"]
      ),
      // The agent was taken for the person.
      (
        "uid: agent, http_status: answer", ["u1": "fail no-revocation", "u2": "pass"],
        "uid: person, http_status: answer", ["u1": "pass", "u2": "fail no-revocation"]
      ),
    ])
  func aMappingThatIsCorrected(
    wrong: String, before: [String: String], right: String, after: [String: String]
  ) throws {
    let nights = try Nights()
    let call = "u1,u2,\(time(1, 1)),200,400\n"
    try nights.night(6, files(call), config: mapping(wrong)).expect(rule, before)
    try nights.night(7, files(call), config: mapping(right)).expect(rule, after)
    let later = "other,other,\(time(7, 12)),200,200\n"
    try nights.night(8, files(later), config: mapping(right)).expect(rule, after)
  }

  /// A request that names an address which no account has, and a later statement of it that names the uid: once that
  /// one's run is withdrawn, nobody knows whose the request is.
  @Test func aRunThatToldWhoseARequestIs() throws {
    let nights = try Nights()
    let users = Export.users("u1", "other")
    let request = Line.object([
      "email": "p1@example.com", "request_id": "r-u1", "requested_at": time(1), "apple_credential": true,
    ])
    func night(_ day: Int, _ requests: String) throws -> Night {
      try nights.night(day, ["users.json": users, "deletions.ndjson": requests])
    }
    let rule = "deletion/account-removed"
    try night(6, request).expect(rule, ["-": "inconclusive person-unknown"])
    try night(7, Line.request("u1", time(1))).expect(rule, ["u1": "pending still-present"])
    try nights.run("history", "--withdraw", "last", "--reason", "A mistake.", "--project", "app")
    try night(40, "").expect(rule, ["-": "inconclusive person-unknown"])
  }

  /// Where the file is gone on the night of the correction, nothing can be read again.
  @Test func aMappingThatIsCorrectedForConsents() throws {
    func mapping(_ given: String) -> String {
      "inputs:\n  - {path: in/cmp.csv, kind: consents, columns: {uid: person, given_at: \(given)}, "
        + "constants: {purpose: 'link:phone', explicit: true}}\n"
    }
    func files(_ rows: String) -> [String: String] {
      [
        "users.json": Export.linked("u1"), "links.ndjson": Line.link("u1", time(-10)),
        "cmp.csv": "person,asked,noted\n" + rows,
      ]
    }
    let row = "u1,\(time(-20)),\(time(-5))\n"
    let rule = "consent/link-phone"
    let nights = try Nights()
    try nights.night(6, files(row), config: mapping("asked")).expect(rule, ["u1": "pass"])
    try nights.night(7, files(row), config: mapping("noted")).expect(rule, ["u1": "fail after-link"])
    try nights.night(8, files(""), config: mapping("noted")).expect(rule, ["u1": "fail after-link"])
  }

  /// One table that is read twice, each time with a mapping of its own, is two sources.
  @Test func oneTableThatIsReadAsTwoKinds() throws {
    let config = """
      inputs:
        - path: in/calls.csv
          kind: revocations
          columns: {uid: person, at: called}
          constants: {endpoint: apple, token_type: refresh_token, http_status: 200}
        - {path: in/removals.csv, kind: account-deletions, columns: {uid: person, deleted_at: removed}}

      """
    func files(_ calls: String, _ removals: String) -> [String: String] {
      [
        "users.json": Export.users("other"), "calls.csv": "person,called,removed\n" + calls,
        "removals.csv": "person,called,removed\n" + removals,
        "deletions.ndjson": Line.request("u1", time(1)) + Line.request("u2", time(1)),
      ]
    }
    let early = "u1,\(time(1, 1)),\(time(1, 2))\nu2,\(time(1, 3)),\(time(1, 2))\n"
    let late = "other,\(time(6, 1)),\(time(6, 2))\n"
    let nights = try Nights()
    for (day, calls, removals) in [
      (6, early, early), (7, late, late), (8, early, late), (9, late, early), (10, late, late),
    ] {
      let night = try nights.night(day, files(calls, removals), config: config)
      night.expect("deletion/order", ["u1": "pass", "u2": "fail deleted-before-revocation"], "day \(day)")
      night.expect(rule, ["u1": "pass", "u2": "pass"], "day \(day)")
    }
  }

  // MARK: Withdrawn runs

  /// Another project's export made everybody vanish.
  @Test func aWithdrawnRunMadeNobodyVanish() throws {
    func files(_ users: String...) -> [String: String] {
      [
        "users.json": Export.users(users), "deletions.ndjson": Line.request("u9", time(1), ["status": "cancelled"]),
      ]
    }
    let rule = "deletion/unrequested-removal"
    let nights = try Nights()
    let first = try nights.night(6, files("u1", "u2", "u3"))
    try nights.night(7, files("x1", "x2", "u3")).expect(rule, ["u1": "fail vanished", "u2": "fail vanished"])
    let outcome = try nights.run("history", "--withdraw", "last", "--reason", "The export was another project's.")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let next = try nights.night(8, files("u1", "u2", "u3"))
    next.expect(rule, [:])
    next.expect("evidence/population-drop", ["-": "pass"])
    #expect(next.previousRun == first.run)
    let listed = try nights.run("history", "--json")
    let runs = try #require(try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
    // Newest first; a run that was not withdrawn has null or false.
    #expect(runs.count == 3)
    let isWithdrawn = runs.map { run in !(run["withdrawn"] is NSNull) && run["withdrawn"] as? Bool != false }
    #expect(isWithdrawn == [false, true, false])
  }

  /// What another run read as well is not taken back.
  @Test(arguments: [0, 1]) func whatTwoRunsReadNeedsBothToGo(which: Int) throws {
    for story in KindStory.all {
      let nights = try Nights()
      let runs = try [6, 7].map { try nights.night($0, story.files(story.first)).run }
      let outcome = try nights.run("history", "--withdraw", runs[which], "--reason", "A test of the other.")
      #expect(outcome.status == 0, "\(outcome.errors)")
      try nights.night(8, story.files(story.second)).expect(story.expected, "\(story)")
    }
  }

  /// Three runs read it, and one of them is left.
  @Test func oneRunIsEnough() throws {
    let story = KindStory.revocations
    let nights = try Nights()
    let runs = try [6, 7, 8].map { try nights.night($0, story.files(story.first)).run }
    for run in [runs[0], runs[2]] {
      #expect(try nights.run("history", "--withdraw", run, "--reason", "A test of the others.").status == 0)
    }
    try nights.night(9, story.files(story.second)).expect(story.expected)
  }

  /// The wrong export had an account of the name; without it the request names whom it named before.
  @Test func whomAWithdrawnRunMeant() throws {
    let nights = try Nights()
    func files(_ users: String, _ requests: String) -> [String: String] {
      [
        "users.json": users, "deletions.ndjson": requests, "revocations.ndjson": Line.revocation("other", time(1)),
      ]
    }
    let first = try nights.night(6, files(Export.users("other"), Line.request("gone", time(1))))
    try nights.night(7, files(Export.users("other", "gone"), ""))
    #expect(try nights.run("history", "--withdraw", "last", "--reason", "A test system's export.").status == 0)
    let next = try nights.night(8, files(Export.users("other"), ""))
    next.expect(rule, ["gone": "fail no-revocation"])
    #expect(next.finding(rule, "gone")?.id == first.finding(rule, "gone")?.id)
    next.expect("deletion/unrequested-removal", [:])
  }

  /// The later statement was another's; the one before it counts again.
  @Test func theStatementOfBeforeCountsAgain() throws {
    let nights = try Nights()
    func files(_ requests: String) -> [String: String] {
      [
        "users.json": Export.users("u1"), "deletions.ndjson": requests,
        "revocations.ndjson": Line.revocation("other", time(1)),
      ]
    }
    try nights.night(6, files(Line.request("u1", time(1)))).expect(rule, ["u1": "fail no-revocation"])
    try nights.night(7, files(Line.request("u1", time(1), ["status": "cancelled"]))).expect(rule, [:])
    #expect(try nights.run("history", "--withdraw", "last", "--reason", "A test system's table.").status == 0)
    try nights.night(8, files("")).expect(rule, ["u1": "fail no-revocation"])
  }

  @Test func aRunIsWithdrawnWithAReasonOnly() throws {
    let nights = try Nights()
    let story = KindStory.revocations
    try nights.night(6, story.files(story.first))
    #expect(try nights.run("history", "--withdraw", "last").status == 64)
    #expect(try nights.run("history", "--withdraw", "ffffffff", "--reason", "x").status == 66)
  }
}
