import Testing

/// A file of evidence that was there on an earlier night and is missing now, beside others of its kind.
@Suite struct MissingFileNightsTests {
  private func files(_ more: [String: String] = [:]) -> [String: String] {
    more.merging([
      "users.json": Export.users("a1", "a2"), "deletions.ndjson": Line.request("a1", time(-10)),
      "revocations.ndjson": Line.revocation("a1", time(-9)) + Line.revocation("a2", time(-9)),
    ]) { first, _ in first }
  }

  private func missed(_ night: Night) -> [String] {
    let limits = night.report["limits"] as? [[String: Any]] ?? []
    return limits.filter { $0["code"] as? String == "file-missing" }.compactMap { $0["text"] as? String }
  }

  @Test func itIsNamedUntilItIsThereAgain() throws {
    let nights = try Nights()
    let eu = ["deletions_eu.ndjson": Line.request("a2", time(-10))]
    let first = try nights.night(6, files(eu))
    #expect(missed(first).isEmpty)
    for day in [7, 8] {
      let later = try nights.night(day, files())
      #expect(later.status == first.status)
      let text = missed(later)
      #expect(text.count == 1 && text[0].contains("deletions_eu.ndjson`"), "\(text)")
      #expect(text.first?.contains("Run 1 read it last") == true && text.first?.contains("(records: 1)") == true)
      #expect(later.errors.contains("deletions_eu.ndjson` is missing"), "\(later.errors)")
    }
    #expect(try missed(nights.night(9, files(eu))).isEmpty)
  }

  /// What it showed may stand in another file by now.
  @Test func aFileWhoseRecordsAreInAnotherIsNotMissed() throws {
    let nights = try Nights()
    try nights.night(6, files(["deletions_eu.ndjson": Line.request("a2", time(-10))]))
    var joined = files()
    joined["deletions.ndjson"]? += Line.request("a2", time(-10))
    #expect(try missed(nights.night(7, joined)).isEmpty)
  }

  @Test func aLogThatIsRotatedIsNotMissed() throws {
    let nights = try Nights()
    try nights.night(6, files(["revocations-2026-11-05.ndjson": Line.revocation("a2", time(-8))]))
    #expect(try missed(nights.night(7, files())).isEmpty)
  }
}
