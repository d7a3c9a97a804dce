import Foundation
import Testing

/// Signed tokens over several files and nights: which reading of a token counts, and which copy of a notification.
@Suite struct TokenNightsTests {
  private let signer: TokenSigner
  private let forger: TokenSigner

  init() throws {
    signer = try TokenSigner()
    forger = try TokenSigner()
  }

  private static let time = 1_790_812_800_123

  private static func event(
    _ type: String = "consent-revoked", sub: String = "001.sub-u1.1", time: Int = time
  ) -> [String: Any] {
    ["type": type, "sub": sub, "event_time": time]
  }

  private static func claims(_ event: [String: Any], jti: String = "notice-1") throws -> [String: Any] {
    [
      "iss": "https://appleid.apple.com", "aud": "com.example.app", "iat": 1_790_812_800, "exp": 1_790_899_200,
      "jti": jti, "events": String(decoding: try TokenSigner.json(event), as: UTF8.self),
    ]
  }

  private static func line(_ value: [String: Any]) throws -> String {
    String(decoding: try TokenSigner.json(value), as: UTF8.self) + "\n"
  }

  private func signed(_ claims: [String: Any], by signer: TokenSigner) throws -> String {
    try Self.line(["payload": try signer.token(claims)])
  }

  private func genuine(_ type: String = "consent-revoked", sub: String = "001.sub-u1.1") throws -> String {
    try signed(try Self.claims(Self.event(type, sub: sub)), by: signer)
  }

  private func forged(_ type: String = "consent-revoked", sub: String = "001.sub-u1.1") throws -> String {
    try signed(try Self.claims(Self.event(type, sub: sub)), by: forger)
  }

  private func decoded(
    _ type: String = "consent-revoked", sub: String = "001.sub-u1.1", time: Int = time, jti: String? = "notice-1"
  ) throws -> String {
    var value = Self.event(type, sub: sub, time: time)
    value["jti"] = jti
    return try Self.line(value)
  }

  /// Two people asked for deletion, and nothing but Apple's notices can show that their tokens were revoked.
  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2")))
    let requests = ["u1", "u2"].map {
      "{\"uid\":\"\($0)\",\"request_id\":\"r-\($0)\",\"requested_at\":\"2026-09-30T23:00:00Z\"}\n"
    }
    try place.write("in/deletions.ndjson", requests.joined())
    try place.write(
      "in/revocations.ndjson",
      "{\"uid\":\"other\",\"at\":\"2026-10-01T01:00:00Z\",\"endpoint\":\"apple\",\"http_status\":200}\n")
    try place.write("keys.json", try signer.jwks())
    return place
  }

  /// What a run finds of the first person's revocation, and of signatures.
  private func judge(
    _ place: Workplace, _ files: [String: String], withKeys: Bool = true
  ) throws -> [String] {
    try? FileManager.default.removeItem(at: place.path("in/notices"))
    for (name, text) in files { try place.write("in/notices/\(name)", text) }
    try place.write("relay-audit.yaml", withKeys ? "apple: {jwks: keys.json}\n" : "deletion: {revoke_within: 72h}\n")
    let outcome = try place.audit("in")
    #expect(outcome.status < 64, "\(outcome.errors)")
    return try place.findings().compactMap { finding in
      switch finding.rule {
      case "deletion/token-revoked": "\(finding.uid ?? "") \(finding.verdict) \(finding.reason)"
      case "evidence/signature": "signature \(finding.verdict) \(finding.reason)"
      default: nil
      }
    }.sorted()
  }

  private static let nothing = ["u1 fail no-revocation", "u2 fail no-revocation"]
  private static let refused = ["signature fail bad-signature"] + nothing
  private static let revoked = ["u2 fail no-revocation"]

  /// What was believed while nobody could verify it is evidence of nothing once it is known as a forgery.
  @Test func keysThatComeANightLaterShowAForgery() throws {
    let place = try place()
    let notices = ["notes.ndjson": try forged()]
    #expect(try judge(place, notices, withKeys: false) == ["signature inconclusive no-keys"] + Self.revoked)
    for _ in 0..<2 { #expect(try judge(place, notices) == Self.refused) }
    #expect(try judge(place, [:]) == Self.refused)
    #expect(try judge(place, notices, withKeys: false) == Self.refused)
  }

  /// The file of keys was a forger's on the first night.
  @Test func otherKeysUnderOneIdReplaceWhatTheFirstOnesSaid() throws {
    let place = try place()
    let notices = ["notes.ndjson": try forged()]
    try place.write("keys.json", try forger.jwks())
    #expect(try judge(place, notices) == Self.revoked)
    try place.write("keys.json", try signer.jwks())
    for _ in 0..<2 { #expect(try judge(place, notices) == Self.refused) }
    #expect(try judge(place, [:]) == Self.refused)
  }

  /// Of a notification that came both signed and decoded, the signed copy counts, also where it is not believed.
  @Test func theDecodedCopyOfAForgeryIsNoProof() throws {
    for (first, second) in [("a", "b"), ("b", "a")] {
      let files = ["\(first).ndjson": try forged(), "\(second).ndjson": try decoded()]
      #expect(try judge(try place(), files) == Self.refused)
    }
    #expect(
      try judge(try place(), ["a.ndjson": try forged(), "b.ndjson": try decoded(jti: nil)]) == Self.refused)
    #expect(
      try judge(try place(), ["a.ndjson": try forged("account-deleted"), "b.ndjson": try decoded("account-delete")])
        == Self.refused)
  }

  @Test func aForgeryUnmasksTheDecodedCopyOfAnotherNight() throws {
    let (signed, copy) = (["signed.ndjson": try forged()], ["decoded.ndjson": try decoded()])
    let place = try place()
    #expect(try judge(place, copy) == Self.revoked)
    #expect(try judge(place, signed) == Self.refused)
    #expect(try judge(place, [:]) == Self.refused)
    #expect(try judge(place, copy) == Self.refused)
    let other = try self.place()
    #expect(try judge(other, signed) == Self.refused)
    for _ in 0..<2 { #expect(try judge(other, copy) == Self.refused) }
  }

  @Test func aGenuineCopyCountsBesideAForgery() throws {
    for lines in [try genuine() + forged(), try forged() + genuine()] {
      for copy in [try decoded(), try decoded("email-enabled")] {
        let files = ["a.ndjson": lines, "b.ndjson": copy]
        #expect(try judge(try place(), files) == ["signature fail bad-signature"] + Self.revoked)
      }
    }
    let place = try place()
    #expect(try judge(place, ["a.ndjson": try forged()]) == Self.refused)
    #expect(
      try judge(place, ["b.ndjson": try genuine(), "c.ndjson": try decoded()])
        == ["signature fail bad-signature"] + Self.revoked)
  }

  /// A forgery takes nothing from notices that say something else, whatever id it bears.
  @Test func aForgeryOfAnotherNoticeTakesNothingAway() throws {
    for other in [
      try forged(sub: "001.sub-u2.1"), try forged("email-enabled"),
      try signed(try Self.claims(Self.event(time: Self.time + 5_000)), by: forger),
    ] {
      let found = try judge(try place(), ["a.ndjson": other, "b.ndjson": try decoded()])
      #expect(found == ["signature fail bad-signature"] + Self.revoked)
    }
  }

  /// Without keys both are believed, and the signed one is told of.
  @Test func withoutKeysTheSignedCopyCounts() throws {
    for (first, second) in [("a", "b"), ("b", "a")] {
      let place = try place()
      let files = ["\(first).ndjson": try genuine(), "\(second).ndjson": try decoded()]
      #expect(try judge(place, files, withKeys: false) == ["signature inconclusive no-keys"] + Self.revoked)
      let sources = try #require(try place.report()["sources"] as? [[String: Any]])
      let records = sources.filter { $0["kind"] as? String == "notifications" }.compactMap { $0["records"] as? Int }
      #expect(records.reduce(0, +) == 1)
    }
  }
}
