import Foundation
import Testing

/// One file that holds evidence of two kinds, read by an entry for each (docs/contract.md, section 4).
@Suite struct TwoKindsTests {
  private static let log = """
    {"msg":"deletion requested","ts":"2026-11-10T00:00:00Z","uid":"u1","req":"r1"}
    {"msg":"token revoked","ts":"2026-11-10T01:00:00Z","uid":"u1","req":"r1","status":200}

    """
  private static let deletions = """
      - path: LOG
        kind: deletions
        where: {msg: deletion requested}
        columns: {request_id: req, requested_at: ts}

    """

  private static func revocations(_ message: String) -> String {
    """
      - path: LOG
        kind: revocations
        where: {msg: \(message)}
        columns: {request_id: req, at: ts, http_status: status}
        constants: {endpoint: apple, token_type: refresh_token}

    """
  }

  private func place(_ entries: String, log path: String = "app.log") throws -> Workplace {
    let place = try Workplace()
    try place.write("users.json", Sample.export(Sample.user("u1")))
    try place.write("app.log", Self.log)
    try configure(place, entries, log: path)
    return place
  }

  private func configure(_ place: Workplace, _ entries: String, log path: String = "app.log") throws {
    try place.write(
      "relay-audit.yaml", "inputs:\n  - path: users.json\n" + entries.replacingOccurrences(of: "LOG", with: path))
  }

  /// What one entry leaves out, another one of the file may read: it ends nothing of the first one's.
  @Test(arguments: [("[joined, unbound]", false), ("[joined]", true)])
  func whatAnotherEntryReadsIsNotLeftOut(events: String, isTold: Bool) throws {
    let place = try place(
      """
        - path: LOG
          kind: consents
          where: {event: agreed}
          columns: {purpose: topic, given_at: ts}
        - path: LOG
          kind: links
          where: {event: \(events)}
          columns: {linked_at: ts, action: event}
          values: {action: {joined: link, unbound: unlink}}

      """)
    func line(_ event: String, _ more: String) -> String {
      "{\"event\":\"\(event)\",\"ts\":\"2026-11-01T00:00:00Z\",\"uid\":\"u1\",\(more)}\n"
    }
    let provider = #""provider":"phone""#
    try place.write(
      "app.log", line("agreed", #""topic":"link:phone""#) + line("joined", provider) + line("unbound", provider))
    let errors = try place.audit("--require", "none").errors
    #expect(errors.contains("`where` leaves out records of app.log whose `event` is `unbound`") == isTold, "\(errors)")
  }

  private func verdict(_ place: Workplace) throws -> String? {
    try place.findings().first { $0.rule == "deletion/token-revoked" }.map { "\($0.verdict) \($0.reason)" }
  }

  @Test(arguments: ["app.log", "'*.log'"])
  func eachEntryReadsTheFile(path: String) throws {
    let place = try place(Self.deletions + Self.revocations("token revoked"), log: path)
    let outcome = try place.audit("--require", "none")
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    #expect(sources.map { $0["path"] as? String } == ["app.log", "app.log", "users.json"], "\(outcome.errors)")
    #expect(sources.map { $0["kind"] as? String } == ["deletions", "revocations", "accounts"])
    #expect(sources.map { $0["records"] as? Int } == [1, 1, 1])
    #expect(sources.map { $0["skipped"] as? Int } == [1, 1, 0])
    #expect(try verdict(place) == nil)
  }

  /// A reading that is corrected, or given up, counts no longer, although the other reading of the bytes stays.
  @Test(arguments: ["other", nil])
  func aCorrectedReadingIsForgotten(message: String?) throws {
    let place = try place(Self.deletions + Self.revocations("token revoked"))
    _ = try place.audit("--require", "none")
    #expect(try verdict(place) == nil)
    try configure(place, Self.deletions + (message.map(Self.revocations) ?? ""))
    _ = try place.run("audit", "--require", "none", "--as-of", "2026-11-20T07:00:00Z")
    #expect(try verdict(place) == "fail no-revocation")
    // Read again as at first.
    try configure(place, Self.deletions + Self.revocations("token revoked"))
    _ = try place.run("audit", "--require", "none", "--as-of", "2026-11-20T08:00:00Z")
    #expect(try verdict(place) == nil)
  }

  /// A rotated log is still remembered as both.
  @Test func bothReadingsAreRemembered() throws {
    let place = try place(Self.deletions + Self.revocations("token revoked"))
    _ = try place.audit("--require", "none")
    try place.write("app.log", "{\"msg\":\"started\",\"ts\":\"2026-11-20T06:30:00Z\"}\n", at: "2026-11-20T06:30:00Z")
    _ = try place.run("audit", "--require", "none", "--as-of", "2026-11-20T07:00:00Z")
    #expect(try verdict(place) == nil)
    let population = try #require(try place.report()["population"] as? [String: Any])
    #expect(population["deletion_requests"] as? Int == 1)
  }
}
