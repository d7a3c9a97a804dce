import Foundation
import Testing

/// What is wrong with tokens beside their signatures: their times, types, issuers and ids.
@Suite struct TokenVerdictTests {
  private let signer: TokenSigner
  private let forger: TokenSigner

  init() throws {
    signer = try TokenSigner()
    forger = try TokenSigner()
  }

  private static func line(_ value: [String: Any]) throws -> String {
    String(decoding: try TokenSigner.json(value), as: UTF8.self) + "\n"
  }

  /// Issued on 2026-10-01T00:00:00Z, for a day.
  private static func identity(_ more: [String: Any] = [:]) -> [String: Any] {
    let claims: [String: Any] = [
      "iss": "https://appleid.apple.com", "aud": "com.example.app", "iat": 1_790_812_800, "exp": 1_790_899_200,
      "sub": "001.sub-u1.1",
    ]
    return claims.merging(more) { $1 }
  }

  private static func notice(_ type: String, sub: String = "001.sub-u1.1", time: Int = 1_790_812_800_123) throws
    -> [String: Any]
  {
    let event = try TokenSigner.json(["type": type, "sub": sub, "event_time": time])
    return [
      "iss": "https://appleid.apple.com", "aud": "com.example.app", "iat": 1_790_812_800, "exp": 1_790_899_200,
      "jti": "notice-1", "events": String(decoding: event, as: UTF8.self),
    ]
  }

  private func audit(_ files: [String: String], withKeys: Bool = true) throws -> Workplace {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2")))
    for (name, text) in files { try place.write("in/\(name)", text) }
    try place.write("keys.json", try signer.jwks())
    let keys = withKeys ? ", jwks: keys.json" : ""
    try place.write("relay-audit.yaml", "apple: {client_ids: [com.example.app]\(keys)}\n")
    let outcome = try place.audit("in")
    #expect(outcome.status < 64, "\(outcome.errors)")
    return place
  }

  private func verdicts(_ rule: String, _ place: Workplace) throws -> [String] {
    try place.findings().filter { $0.rule == rule }.map { "\($0.verdict) \($0.reason)" }.sorted()
  }

  private func sources(_ place: Workplace, _ kind: String) throws -> [[String: Any]] {
    let all = try #require(try place.report()["sources"] as? [[String: Any]])
    return all.filter { $0["kind"] as? String == kind }
  }

  private func reasons(_ place: Workplace, _ kind: String) throws -> [String] {
    try sources(place, kind).flatMap { $0["rejects"] as? [[String: Any]] ?? [] }.compactMap { $0["reason"] as? String }
  }

  /// The sign-in's own time and what is found of its token's signature. Servers' clocks may be some minutes off.
  @Test(arguments: [
    ("2026-10-01T00:00:02Z", []), ("2026-10-02T00:00:00Z", []), ("2026-10-02T00:00:00.001Z", ["fail expired"]),
    ("2026-11-05T00:00:00Z", ["fail expired"]), ("2026-09-30T23:50:00Z", []),
    ("2026-09-30T23:49:59.999Z", ["fail expired"]),
  ])
  func aSignInOutsideOfItsTokensTimeIsNone(at time: String, expected: [String]) throws {
    for withKeys in [true, false] {
      let record = ["uid": "u1", "at": time, "provider": "apple.com", "id_token": try signer.token(Self.identity())]
      let place = try audit(["sign-ins.ndjson": try Self.line(record)], withKeys: withKeys)
      let found = try verdicts("evidence/signature", place)
      #expect(found == (expected.isEmpty && !withKeys ? ["inconclusive no-keys"] : expected))
      let present = try #require(try place.report()["coverage"] as? [[String: Any]])
        .first { $0["kind"] as? String == "sign-ins" }
      #expect(present?["records"] as? Int == (expected.isEmpty ? 1 : 0))
    }
  }

  @Test func withoutATimeOfItsOwnASignInIsOfItsTokensTime() throws {
    let place = try audit(["sign-ins.ndjson": try Self.line(["id_token": try signer.token(Self.identity())])])
    #expect(try verdicts("evidence/signature", place).isEmpty)
  }

  /// What a new type means is unknown, and whether Apple signed it is not.
  @Test func aForgeryOfAnUnknownTypeIsOne() throws {
    let claims = try Self.notice("account-paused")
    let forged = try audit(["notes.ndjson": try Self.line(["payload": try forger.token(claims)])])
    #expect(try verdicts("evidence/signature", forged) == ["fail bad-signature"])
    let late = ["payload": try signer.token(claims), "received_at": "2026-10-05T00:00:00Z"]
    #expect(
      try verdicts("evidence/signature", try audit(["notes.ndjson": try Self.line(late)])) == ["fail expired"])
    for withKeys in [true, false] {
      let place = try audit(
        ["notes.ndjson": try Self.line(["payload": try signer.token(claims)])], withKeys: withKeys)
      #expect(try verdicts("evidence/signature", place).isEmpty)
      #expect(try sources(place, "notifications").map { $0["rejected"] as? Int } == [0])
    }
  }

  /// Notices that say different things are different ones, whatever their order and ids.
  @Test(arguments: [true, false], [true, false])
  func noticesWithOneIdThatDifferAreSeveral(isSigned: Bool, isReversed: Bool) throws {
    var notices = [
      try Self.notice("consent-revoked"), try Self.notice("account-deleted"),
      try Self.notice("consent-revoked", sub: "001.sub-u2.1"),
      try Self.notice("consent-revoked", time: 1_790_820_000_000), try Self.notice("consent-revoked"),
    ]
    if isReversed { notices.reverse() }
    let lines = try notices.map { try Self.line(isSigned ? ["payload": try signer.token($0)] : $0) }
    let one = try audit(["notes.ndjson": lines.joined()])
    #expect(try sources(one, "notifications").map { $0["records"] as? Int } == [4])
    #expect(Set(try one.findings().filter { $0.rule == "deletion/apple-notice-honoured" }.map(\.uid)) == ["u1", "u2"])
    let files = Dictionary(uniqueKeysWithValues: lines.enumerated().map { ("notes-\($0).ndjson", $1) })
    let several = try audit(files)
    let coverage = try #require(try several.report()["coverage"] as? [[String: Any]])
    #expect(coverage.first { $0["kind"] as? String == "notifications" }?["records"] as? Int == 4)
    #expect(
      Set(try several.findings().filter { $0.rule == "deletion/apple-notice-honoured" }.map(\.uid)) == ["u1", "u2"])
  }

  /// The claims of another issuer's token are no sign-in with Apple, and do not vanish unsaid.
  @Test func anIssuerThatIsNotQuiteApplesIsRejected() throws {
    for issuer in ["https://appleid.apple.com/", "http://appleid.apple.com", "https://appleid.apple.com.example.com"] {
      let place = try audit(["tokens.ndjson": try Self.line(Self.identity(["iss": issuer]))])
      #expect(try sources(place, "sign-ins").map { $0["rejected"] as? Int } == [1])
      #expect(try reasons(place, "sign-ins").allSatisfy { $0.contains("`iss`") })
      let signed = try audit(
        ["tokens.ndjson": try Self.line(["id_token": try signer.token(Self.identity(["iss": issuer]))])])
      #expect(try verdicts("evidence/signature", signed) == ["fail wrong-issuer"])
    }
  }

  @Test func aForeignIssuerIsNotApplesForAllThatTheProviderSays() throws {
    let foreign = Self.identity(["iss": "https://example.com", "uid": "u1", "at": "2026-10-01T00:00:02Z"])
    let claimed = try audit(["tokens.ndjson": try Self.line(foreign.merging(["provider": "apple.com"]) { $1 })])
    #expect(try sources(claimed, "sign-ins").map { $0["rejected"] as? Int } == [1])
    #expect(try reasons(claimed, "sign-ins").allSatisfy { $0.contains("`iss`") && $0.contains("`provider`") })
    let place = try audit(["tokens.ndjson": try Self.line(foreign)])
    #expect(try sources(place, "sign-ins").map { $0["rejected"] as? Int } == [0])
    #expect(try place.run("inspect", "in").output.contains("another issuer"))
  }

  @Test func aDecodedNoticeOfAnotherIssuerIsRejected() throws {
    let claims = try Self.notice("consent-revoked").merging(["iss": "https://example.com"]) { $1 }
    let place = try audit(["notes.ndjson": try Self.line(claims)])
    #expect(try sources(place, "notifications").map { $0["rejected"] as? Int } == [1])
    #expect(try reasons(place, "notifications").allSatisfy { $0.contains("`iss`") })
  }
}
