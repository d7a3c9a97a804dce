import Testing

/// What a person is judged by who was forgotten and is back.
@Suite struct ForgottenProofTests {
  private let rule = "deletion/token-revoked"

  /// What proved that the token was revoked was forgotten, and no log of this night could show it again.
  @Test func whatWasForgottenIsNotTakenForAbsent() throws {
    let nights = try Nights()
    func night(_ day: Int, _ log: String?) throws -> Night {
      var files = ["users.json": Export.users("u1", "u2"), "deletions.ndjson": Line.request("u1", time(1))]
      files["revocations.ndjson"] = log
      return try nights.night(day, files)
    }
    let log = Line.revocation("u1", time(1, 1)) + Line.revocation("u2", time(1, 1))
    try night(5, log).expect(rule, ["u1": "pass"])
    #expect(try nights.forget("--uid", "u1").status == 0)
    try night(6, nil).expect(rule, ["u1": "inconclusive beyond-capture"])
    // A log of this night says all that it shows.
    try night(7, Line.revocation("u2", time(1, 1))).expect(rule, ["u1": "fail no-revocation"])
    try night(8, log).expect(rule, ["u1": "pass"])
    try night(9, nil).expect(rule, ["u1": "pass"])
  }
}
