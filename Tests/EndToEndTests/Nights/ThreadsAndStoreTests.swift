import Testing

/// Nights on which the evidence asks the store for what earlier nights showed, while another thread keeps accounts in
/// it. The program that tests run ends where a thread uses the store without owning it.
@Suite struct ThreadsAndStoreTests {
  /// Whom an export showed without Apple, and who is gone when the request is read.
  @Test(arguments: [1, 2, 4]) func aRequestOfSomebodyWithoutApple(jobs: Int) throws {
    let nights = try Nights(jobs: jobs)
    let plain = Line.object(["localId": "g1", "email": "g1@example.com", "createdAt": "1780000000000"])
    let users = "{\"users\": [\n\(Sample.user("u1")),\n\(plain)]}"
    try nights.night(6, ["users.json": users, "deletions.ndjson": Line.request("u1", time(5))])
    // It does not say whether the person had Apple.
    let request = Line.object(["uid": "g1", "request_id": "r-g1", "requested_at": time(5)])
    let night = try nights.night(
      7, ["users.json": Export.users("u1"), "deletions.ndjson": Line.request("u1", time(5)) + request])
    for rule in ["deletion/token-revoked", "deletion/account-removed"] {
      #expect(night.verdicts(rule).keys.sorted() == ["u1"], "\(rule)")
    }
  }
}
