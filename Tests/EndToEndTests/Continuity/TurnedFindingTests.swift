import Foundation
import Testing

/// Findings that an earlier run had without failing, and that fail now: their state is `existing`, and they are news.
@Suite struct TurnedFindingTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - {rule: deletion/token-revoked, uid: u2, signed_by: A Person, date: 2026-11-01, expires: 2026-11-20, reason: R}

      """)
  }

  private func night(_ day: Int) throws -> Workplace.Outcome {
    for (name, text) in [
      ("users.json", Sample.export(Sample.user("u1"), Sample.user("u2"), Sample.user("u9"))),
      ("deletions.ndjson", Line.request("u1", time(18)) + Line.request("u2", time(10))),
      ("revocations.ndjson", Line.revocation("u9", time(day, 4))),
    ] { try place.write("in/\(name)", text, at: time(day, 5)) }
    return try place.run(
      "audit", "in", "--as-of", time(day, 6), "--waivers", "waivers.yaml", "--format", "html,json,markdown")
  }

  @Test func whatFailsNowIsToldBesideWhatIsNew() throws {
    let first = try night(19)
    #expect(first.status == 0, "\(first)")
    let second = try night(22)
    #expect(second.status == 1, "\(second)")
    let findings = try place.findings().filter { $0.rule == "deletion/token-revoked" }
    #expect(findings.map(\.verdict) == ["fail", "fail"] && findings.map(\.state) == ["existing", "existing"])
    let sentence = "2 findings fail now that did not before: 1 was pending, 1 waived."
    #expect(second.output.contains(", of which 0 new; 0 resolved. \(sentence)\n"), "\(second.output)")
    #expect(try place.text("reports/out/summary.md").contains("; 0 resolved. \(sentence) "))
    let page = try place.text("reports/out/report.html")
    #expect(page.contains("<li>\(sentence)</li><li>No other finding is new.</li>"))
    try place.run("report", "last", "--out", "again", "--format", "html,markdown")
    #expect(try place.text("again/report.html") == page)

    let third = try night(23)
    #expect(!third.output.contains("fail now"), "\(third.output)")
    #expect(try place.text("reports/out/report.html").contains("<li>No finding is new.</li>"))
  }
}
