import Foundation
import Testing

/// `--gate new` over nights: against a baseline, or what failed when the gate last passed.
@Suite struct GateNightsTests {
  private let rule = "deletion/token-revoked"
  private let new = ["--gate", "new"]

  private func files(_ requests: String, _ revocations: String? = nil) -> [String: String] {
    [
      "users.json": Export.users("u1", "u2", "other"), "deletions.ndjson": requests,
      "revocations.ndjson": revocations ?? Line.revocation("other", time(1)),
    ]
  }

  @Test func aRetryClearsNothing() throws {
    let nights = try Nights()
    let failing = files(Line.request("u1", time(1)))
    #expect(try nights.night(6, failing, failOn: "high", flags: new).status == 1)
    for _ in 0..<2 { #expect(try nights.night(6, failing, failOn: "high", flags: new).status == 1) }
    #expect(try nights.night(7, failing, failOn: "high", flags: new).status == 1)
  }

  /// A looser gate that passed accepts nothing for a stricter one.
  @Test func aLooserGateAcceptsNothing() throws {
    let nights = try Nights()
    let failing = files(Line.request("u1", time(1)))
    #expect(try nights.night(6, failing, failOn: "none").status == 0)
    #expect(try nights.night(7, failing, failOn: "high", flags: new).status == 1)
  }

  /// pending, manual and inconclusive are no failures, and so no accepted ones.
  @Test(arguments: ["pending", "manual", "inconclusive"]) func whatBeginsToFailIsNew(verdict: String) throws {
    let (before, after, log) =
      switch verdict {
      case "pending": (Line.request("u1", time(5)), "", nil as String?)
      case "manual":
        // A call shows that a token was held.
        (
          Line.request("u1", time(1), ["user_directed_to_manual_revocation": true]), "",
          Line.revocation("u1", time(8))
        )
      default:
        // Nothing said that the person had an Apple credential.
        (
          Line.object(["uid": "gone", "request_id": "r-gone", "requested_at": time(1)]), Line.request("gone", time(1)),
          nil
        )
      }
    let nights = try Nights()
    let first = try nights.night(6, files(before), failOn: "high")
    #expect(first.status == 0)
    #expect(first.findings.first { $0.rule == rule }?.verdict == verdict)
    for day in [10, 11] {
      let second = try nights.night(day, files(after, log), failOn: "high", flags: new)
      #expect(second.findings.first { $0.rule == rule }?.verdict == "fail", "day \(day)")
      #expect(second.status == 1, "day \(day)")
    }
  }

  /// An entry whose rule is another one's accepts nothing.
  @Test func anEntryOfAnotherRuleHoldsNothing() throws {
    let nights = try Nights()
    try nights.night(6, files(Line.request("u1", time(1))))
    try nights.run("baseline", "write", "known.txt")
    let text = try String(contentsOf: nights.place.path("known.txt"), encoding: .utf8)
    try nights.place.write("known.txt", text.replacing(rule, with: "deletion/order"))
    let night = try nights.night(
      7, files(Line.request("u1", time(1))), failOn: "high", flags: new + ["--baseline", "known.txt"])
    #expect(night.status == 1)
    let baseline = try #require(night.report["baseline"] as? [String: Any])
    #expect(baseline["matched"] as? Int == 0)
    #expect((baseline["stale"] as? [String])?.count == 1)
  }

  @Test func aBaselineHoldsWhatIsKnown() throws {
    let nights = try Nights()
    try nights.night(6, files(Line.request("u1", time(1))), failOn: "high")
    #expect(try nights.run("baseline", "write", "known.txt").status == 0)
    let lines = try String(contentsOf: nights.place.path("known.txt"), encoding: .utf8).split(separator: "\n")
    #expect(lines.first == "relay-audit baseline 1")
    #expect(lines.count == 2 && lines[1].hasSuffix("  deletion/token-revoked"), "\(lines)")
    let flags = new + ["--baseline", "known.txt"]
    #expect(try nights.night(7, files(""), failOn: "high", flags: flags).status == 0)
    let more = files(Line.request("u2", time(2)))
    for _ in 0..<2 { #expect(try nights.night(8, more, failOn: "high", flags: flags).status == 1) }
    // An entry whose finding passes is stale, and named.
    let cleared = try nights.night(
      9, files("", ["u1", "u2"].map { Line.revocation($0, time(1, 1)) }.joined()), failOn: "high", flags: flags)
    let baseline = try #require(cleared.report["baseline"] as? [String: Any])
    #expect(baseline["entries"] as? Int == 1)
    #expect((baseline["stale"] as? [String])?.count == 1)
  }

  /// A finding that is carried counts: a night that lost its log is not green.
  @Test func whatIsCarriedCounts() throws {
    let nights = try Nights()
    #expect(try nights.night(6, files(Line.request("u1", time(1))), failOn: "high").status == 1)
    var lost = files("")
    lost["revocations.ndjson"] = nil
    lost["deletions.ndjson"] = nil
    for day in 7...8 {
      let night = try nights.night(day, lost, failOn: "high")
      night.expect(rule, ["u1": "fail no-revocation"], "day \(day)")
      #expect(night.status == 1, "day \(day)")
      #expect(night.reasons.contains("deletions") && night.reasons.contains("revocations"), "\(night.reasons)")
    }
  }
}
