import Testing

/// Refreshes of tokens and proofs of revocation on different nights.
@Suite struct TokenUseNightsTests {
  /// A refresh contradicts a proof that is read later, too. Another night's refresh takes its place in memory.
  @Test(arguments: [[5, 6], [6, 5], [5, 7, 6], [5, 7, 8, 6]]) func aRefreshIsReadBeforeTheProof(days: [Int]) throws {
    let nights = try Nights()
    func refresh(_ day: Int) -> String { Line.revocation("u1", time(day, 1), ["outcome": "refreshed"]) }
    for (night, day) in days.enumerated() {
      let log = day == 6 ? Line.revocation("u1", time(2)) : refresh(day - 1)
      let found = try nights.night(
        10 + night, ["users.json": Export.users("u1", "z9"), "revocations.ndjson": log])
      let isShown = days[...night].contains(6) && days[...night].contains { $0 != 6 }
      #expect(found.verdicts("deletion/token-alive") == (isShown ? ["u1": "fail alive"] : [:]), "\(days), \(night)")
    }
  }

  /// The request, which is read later, says whose refresh it is.
  @Test func aRefreshNamesARequestThatIsReadLater() throws {
    let nights = try Nights()
    let refresh = Line.object([
      "request_id": "r-u1", "at": time(5), "endpoint": "apple", "token_type": "refresh_token", "outcome": "refreshed",
    ])
    try nights.night(10, ["users.json": Export.users("u1", "z9"), "revocations.ndjson": refresh])
    let found = try nights.night(
      11,
      [
        "users.json": Export.users("u1", "z9"), "deletions.ndjson": Line.request("u1", time(1)),
        "revocations.ndjson": Line.revocation("u1", time(2)),
      ])
    #expect(found.verdicts("deletion/token-alive") == ["u1": "fail alive"])
  }

  /// An exchange excuses the refreshes that follow, and no others, however the uses are spread over nights.
  @Test(arguments: [
    ([(2, "exchanged"), (3, "refreshed"), (10, "exchanged")], "inconclusive signed-in-again"),
    ([(3, "refreshed"), (4, "exchanged"), (5, "refreshed")], "fail alive"),
  ])
  func whatExcusesARefreshIsRemembered(uses: [(day: Int, outcome: String)], verdict: String) throws {
    for isSplit in [false, true] {
      let nights = try Nights()
      let lines = uses.map { Line.revocation("u1", time($0.day), ["outcome": $0.outcome]) }
      let logs = isSplit ? lines : [lines.joined()]
      for (night, log) in (logs + [Line.revocation("u1", time(1))]).enumerated() {
        let found = try nights.night(11 + night, ["users.json": Export.users("u1", "z9"), "revocations.ndjson": log])
        guard night == logs.count else { continue }
        #expect(found.verdicts("deletion/token-alive") == ["u1": verdict], "split: \(isSplit)")
      }
    }
  }
}
