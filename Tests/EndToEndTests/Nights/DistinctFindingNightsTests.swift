import Testing

/// Findings about one subject and object, of which one is mended or comes late: each keeps its id, and with it what
/// waivers and nights say of it.
@Suite struct DistinctFindingNightsTests {
  private func notice(_ at: String) -> String {
    Line.object(["type": "consent-revoked", "sub": Line.sub("u1"), "event_time": at])
  }

  /// The person came back after the first notice, and a second one follows.
  @Test func anotherNoticeWithoutAnIDIsAnotherFinding() throws {
    let rule = "deletion/apple-notice-honoured"
    let nights = try Nights()
    let first = notice("2026-06-01T00:00:00Z")
    let signIn = Line.object([
      "uid": "u1", "at": "2026-08-02T00:00:00Z", "provider": "apple.com", "nonce": "nonce",
    ])
    func findings(_ day: Int, _ notices: String, signIns: String?) throws -> (open: [String], resolved: [String]) {
      var files = ["users.json": Sample.export(Sample.user("u1")), "notices.ndjson": notices]
      files["sign-ins.ndjson"] = signIns
      let night = try nights.night(day, files)
      return (
        night.findings.filter { $0.rule == rule && $0.verdict == "fail" }.map(\.id),
        night.resolved.filter { $0.rule == rule }.map(\.id)
      )
    }
    let one = try findings(6, first, signIns: nil)
    #expect(one.open.count == 1)
    #expect(try findings(7, first, signIns: signIn).resolved == one.open)
    let both = first + notice("2026-09-10T00:00:00Z")
    let other = try findings(8, both, signIns: signIn)
    #expect(other.open.count == 1 && other.open != one.open)
    let again = try findings(9, both, signIns: signIn)
    #expect(again.open == other.open && again.resolved.isEmpty)
  }

  /// A few calls that are refused show no end of an outage; one that comes off does.
  @Test func anOutageEndsWithACallThatComesOff() throws {
    let rule = "deletion/revocation-outage"
    let nights = try Nights()
    let minutes = [0, 3, 6, 9, 12, 15].map { Line.failure("u1", "2026-11-05T10:\($0 < 10 ? "0" : "")\($0):00Z") }
    for (day, calls, state) in [
      (6, minutes.joined(), "new"), (7, Line.failure("u1", time(6, 12)), "carried"),
      (8, Line.failure("u1", time(7, 12)), "carried"), (9, Line.revocation("u1", time(8, 12)), nil),
    ] {
      let night = try nights.night(
        day, ["users.json": Sample.export(Sample.user("u1")), "revocations.ndjson": calls])
      #expect(night.findings.first { $0.rule == rule }?.state == state, "day \(day)")
      #expect(night.resolved.map(\.rule).contains(rule) == (state == nil), "day \(day)")
    }
  }
}
