import Testing

/// What a request's statements come to that arrive on different nights. The newest capture's statement counts.
@Suite struct RequestNightsTests {
  private let revocations = Line.revocation("other", time(1, 1))

  private func files(_ requests: String, revocations: String? = nil, users: String? = nil) -> [String: String] {
    [
      "users.json": users ?? Export.users("u1", "other"), "deletions.ndjson": requests,
      "revocations.ndjson": revocations ?? self.revocations,
    ]
  }

  @Test func completionIsDueAtOnce() throws {
    let nights = try Nights()
    let revoked = Line.revocation("u1", time(1, 1))
    let pending = Line.request("u1", time(1), ["status": "pending"])
    let completed = Line.request("u1", time(1), ["status": "completed", "completed_at": time(6, 20)])
    for (day, requests, verdict) in [
      (6, pending, "pending still-present"), (7, completed, "fail still-present"), (8, "", "fail still-present"),
    ] {
      let night = try nights.night(day, files(requests, revocations: revoked))
      night.expect("deletion/account-removed", ["u1": verdict], "day \(day)")
      night.expect("deletion/token-revoked", ["u1": "pass"], "day \(day)")
    }
  }

  /// An older export that is audited later says what was true before.
  @Test func anOlderStatementDoesNotWin() throws {
    let nights = try Nights()
    let cancelled = Line.request("u1", time(1), ["status": "cancelled"])
    let pending = Line.request("u1", time(1), ["status": "pending"])
    try nights.night(7, files(cancelled)).expect("deletion/token-revoked", [:])
    try nights.night(8, captured: 6, files(pending)).expect("deletion/token-revoked", [:])
    try nights.night(9, files("")).expect("deletion/token-revoked", [:])
  }

  @Test func whatIsDeniedAndOpenedAgainIsDueFromThenOn() throws {
    let nights = try Nights()
    let denied = Line.request("u1", time(1), ["status": "denied"])
    let reopened = Line.request("u1", time(6, 12), ["status": "pending"])
    for (day, requests, verdicts) in [
      (6, denied, [:]), (7, reopened, ["u1": "pending no-revocation"]), (8, "", ["u1": "pending no-revocation"]),
      (9, "", ["u1": "pending no-revocation"]), (10, "", ["u1": "fail no-revocation"]),
    ] {
      try nights.night(day, files(requests)).expect("deletion/token-revoked", verdicts, "day \(day)")
    }
  }

  @Test(arguments: ["denied", "cancelled"]) func whatIsTakenBackIsDueNoMore(status: String) throws {
    let nights = try Nights()
    let first = try nights.night(6, files(Line.request("u1", time(1))))
    first.expect("deletion/token-revoked", ["u1": "fail no-revocation"])
    let second = try nights.night(7, files(Line.request("u1", time(1), ["status": status])))
    second.expect("deletion/token-revoked", [:])
    let finding = try #require(first.finding("deletion/token-revoked", "u1"))
    #expect(second.resolved.first { $0.id == finding.id }?.cause == "request-cancelled")
    try nights.night(8, files("")).expect("deletion/token-revoked", [:])
  }

  /// An update that carries the time of the update moves no deadline.
  @Test func theClockRunsFromTheFirstStatement() throws {
    let nights = try Nights()
    try nights.night(6, files(Line.request("u1", time(1)))).expect(
      "deletion/token-revoked", ["u1": "fail no-revocation"])
    let updated = Line.request("u1", time(6, 12), ["status": "in_progress"])
    for (day, requests) in [(7, updated), (8, "")] {
      try nights.night(day, files(requests)).expect("deletion/token-revoked", ["u1": "fail no-revocation"])
    }
    // Nor does a revocation of before the update become one of before the request.
    try nights.night(9, files("", revocations: Line.revocation("u1", time(1, 1)))).expect(
      "deletion/token-revoked", ["u1": "pass"])
  }

  @Test func twoRequestsOnTwoNightsAreOneObligation() throws {
    let nights = try Nights()
    try nights.night(6, files(Line.request("u1", time(1), ["request_id": "first"])))
    let second = try nights.night(7, files(Line.request("u1", time(6), ["request_id": "second"])))
    second.expect("deletion/token-revoked", ["u1": "fail no-revocation"])
    #expect(second.finding("deletion/token-revoked", "u1")?.object == "first")
  }

  /// Whoever had an Apple credential once needs no second word for it.
  @Test func appleCredentialIsSaidOnce() throws {
    let nights = try Nights()
    let silent = Line.object(["uid": "gone", "request_id": "r-gone", "requested_at": time(1), "status": "in_progress"])
    for (day, requests) in [(6, Line.request("gone", time(1))), (7, silent), (8, "")] {
      try nights.night(day, files(requests)).expect(
        "deletion/token-revoked", ["gone": "fail no-revocation"], "day \(day)")
    }
  }
}
