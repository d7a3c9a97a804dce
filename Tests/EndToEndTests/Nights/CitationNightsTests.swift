import Testing

/// What earlier runs read is cited with its source, its place there, and the run that read it.
@Suite struct CitationNightsTests {
  @Test func aRememberedRecordIsCited() throws {
    let nights = try Nights()
    let rule = "deletion/token-revoked"
    func files(_ requests: String, _ log: String, _ name: String) -> [String: String] {
      ["users.json": Export.users("other"), "deletions.ndjson": requests, name: log]
    }
    let first = try nights.night(
      6,
      files(
        Line.request("u1", time(1)), Line.revocation("other", time(1)) + Line.failure("u1", time(1, 1)),
        "revocations-2026-11-06.ndjson"))
    let night = try nights.night(7, files("", Line.revocation("other", time(6)), "revocations-2026-11-07.ndjson"))
    let finding = try #require(night.finding(rule, "u1"))
    #expect(finding.says == "fail failed-only")
    let places = finding.evidence.map { "\($0["source"] ?? "") \($0["locator"] ?? "")" }
    #expect(places.contains { $0.contains("in/revocations-2026-11-06.ndjson") && $0.contains("line 2") }, "\(places)")
    #expect(places.contains { $0.contains("in/deletions.ndjson") && $0.contains("line 1") }, "\(places)")
    let explained = try nights.run("explain", finding.id)
    #expect(explained.output.contains("in/revocations-2026-11-06.ndjson"), "\(explained.output)")
    let told = explained.output + finding.evidence.flatMap(\.values).joined(separator: "\n")
    #expect(told.contains(first.run.prefix(8)) || told.contains("run 1"), "\(told)")
  }

  @Test func coverageTellsTonightFromMemory() throws {
    let story = KindStory.revocations
    let nights = try Nights()
    let first = try nights.night(6, story.files(story.first))
    #expect(first.coverage("revocations")["records"] as? Int == 2)
    #expect(first.coverage("revocations")["remembered"] as? Int == 0)
    let second = try nights.night(7, story.files(story.second))
    #expect(second.coverage("revocations")["records"] as? Int == 1)
    #expect(second.coverage("revocations")["remembered"] as? Int == 2)
    // What tonight shows again is tonight's.
    let third = try nights.night(8, story.files(story.whole))
    #expect(third.coverage("revocations")["records"] as? Int == 3)
    #expect(third.coverage("revocations")["remembered"] as? Int == 0)
  }
}
