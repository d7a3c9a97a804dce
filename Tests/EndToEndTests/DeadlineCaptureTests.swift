import Foundation
import Testing

/// Evidence that was captured before a deadline cannot show what happened up to it.
@Suite struct DeadlineCaptureTests {
  private func audit(capturedAt time: String) throws -> Workplace {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2")))
    try place.write(
      "in/deletions.ndjson",
      #"{"uid":"u1","request_id":"r1","requested_at":"2026-11-10T00:00:00Z","apple_credential":true}"# + "\n")
    try place.write(
      "in/revocations.ndjson", #"{"uid":"u2","at":"2026-11-10T00:00:00Z","endpoint":"apple","http_status":200}"# + "\n")
    try place.write("relay-audit.yaml", "inputs: [{path: in/revocations.ndjson, captured_at: \(time)}]\n")
    _ = try place.run(["audit", "in", "--as-of", "2026-11-20T06:00:00Z", "--require", "none"])
    return place
  }

  @Test(arguments: [("2026-11-12T23:59:59Z", true), ("2026-11-13T00:00:00Z", false)])
  func theFailureSaysSo(capturedAt time: String, isBefore: Bool) throws {
    let place = try audit(capturedAt: time)
    let findings = try #require(try place.report()["findings"] as? [[String: Any]])
    let finding = try #require(findings.first { $0["reason"] as? String == "no-revocation" })
    #expect(finding["verdict"] as? String == "fail")
    let evidence = try #require(finding["evidence"] as? [[String: Any]]).compactMap { $0["summary"] as? String }
    let end = "captured on 12 November 2026, 23:59:59 UTC, before the deadline"
    #expect(evidence.contains { $0.hasSuffix(end) } == isBefore)
    let limits = try #require(try place.report()["limits"] as? [[String: Any]]).compactMap { $0["code"] as? String }
    #expect(limits.contains("captured-before-deadline") == isBefore)
  }
}
