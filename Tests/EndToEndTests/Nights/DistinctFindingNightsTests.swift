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

  /// The second notice fails alone once the first one's person has come back.
  @Test func noticesOfOneIDKeepTheirFindings() throws {
    let rule = "deletion/apple-notice-honoured"
    let nights = try Nights()
    let notices = ["2026-06-01T00:00:00Z", "2026-09-10T00:00:00Z"].map {
      Line.object(["type": "consent-revoked", "sub": Line.sub("u1"), "event_time": $0, "jti": "j"])
    }.joined()
    let signIn = Line.object([
      "uid": "u1", "at": "2026-08-02T00:00:00Z", "provider": "apple.com", "nonce": "nonce",
    ])
    let files = ["users.json": Sample.export(Sample.user("u1")), "notices.ndjson": notices]
    let both = try nights.night(6, files).findings.filter { $0.rule == rule }.map(\.id)
    #expect(Set(both).count == 2)
    let night = try nights.night(7, files.merging(["sign-ins.ndjson": signIn]) { $1 })
    let open = night.findings.filter { $0.rule == rule }
    #expect(open.map(\.state) == ["existing"])
    #expect(Set(open.map(\.id) + night.resolved.filter { $0.rule == rule }.map(\.id)) == Set(both))
  }

  /// A number or a hash tells persons apart whom no export shows and nothing else names.
  @Test func personsWithoutAnAccountKeepTheirFindings() throws {
    let rule = "deletion/token-revoked"
    let names: [[String: Any]] = [
      ["phone": "+15550101"], ["phone": "+15550102"], ["email_sha256": String(repeating: "a1", count: 32)],
      ["email_sha256": String(repeating: "b2", count: 32)],
    ]
    func ids(_ persons: [[String: Any]]) throws -> [String] {
      let requests = persons.map { person in
        Line.object(
          person.merging(["request_id": "r", "requested_at": time(1), "apple_credential": true]) { $1 })
      }
      let night = try Nights().night(
        6,
        [
          "users.json": Export.users("other"), "deletions.ndjson": requests.joined(),
          "revocations.ndjson": Line.revocation("other", time(1)),
        ])
      return night.findings.filter { $0.rule == rule }.map(\.id).sorted()
    }
    let alone = try names.map { try ids([$0]) }
    #expect(alone.allSatisfy { $0.count == 1 })
    #expect(Set(alone.joined()).count == names.count)
    #expect(try ids(names) == alone.joined().sorted())
  }
}
