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
