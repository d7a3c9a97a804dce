import Crypto
import CryptoExtras
import Foundation
import Testing

/// Apple's notifications with real signatures, made with keys of the test's own.
@Suite struct SignatureTests {
  private let signer: TokenSigner
  private let other: TokenSigner

  init() throws {
    signer = try TokenSigner()
    other = try TokenSigner()
  }

  private func claims(_ type: String = "consent-revoked", issuer: String = "https://appleid.apple.com") throws -> Data {
    let event: [String: Any] = ["type": type, "sub": "001.sub-u1.1", "event_time": 1_790_812_800_123]
    return try TokenSigner.json([
      "iss": issuer, "aud": "com.example.app", "iat": 1_790_812_800, "exp": 1_790_899_200, "jti": "notice-1",
      "events": String(decoding: try TokenSigner.json(event), as: UTF8.self),
    ])
  }

  /// Audits a deletion request whose only proof is the token, with strong proof required.
  private func audit(
    _ token: String, withKeys: Bool = true, keys: String? = nil, receivedAt: String? = nil
  ) throws -> Workplace {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write(
      "in/deletions.ndjson", "{\"uid\":\"u1\",\"request_id\":\"r-1\",\"requested_at\":\"2026-09-30T23:00:00Z\"}\n")
    try place.write(
      "in/revocations.ndjson",
      "{\"uid\":\"other\",\"at\":\"2026-10-01T01:00:00Z\",\"endpoint\":\"apple\",\"http_status\":200}\n")
    let received = receivedAt.map { ",\"received_at\":\"\($0)\"" } ?? ""
    try place.write("in/notices.ndjson", "{\"payload\":\"\(token)\"\(received)}\n")
    try place.write("keys.json", try keys ?? signer.jwks())
    let setting = withKeys ? "apple: {jwks: keys.json}\n" : ""
    try place.write("relay-audit.yaml", setting + "deletion: {required_proof: \(withKeys ? "strong" : "medium")}\n")
    try place.audit("in")
    return place
  }

  private func verdict(_ rule: String, _ place: Workplace) throws -> String? {
    try place.findings().first { $0.rule == rule }.map { "\($0.verdict) \($0.reason)" }
  }

  @Test func aVerifiedNotificationIsStrongProof() throws {
    let place = try audit(try TokenSigner.token(try claims()) { try signer.rs256($0) })
    #expect(try verdict("deletion/token-revoked", place) == nil)
    #expect(try verdict("evidence/signature", place) == nil)
  }

  @Test func withoutKeysItIsBelievedLess() throws {
    let place = try audit(try TokenSigner.token(try claims()) { try signer.rs256($0) }, withKeys: false)
    #expect(try verdict("deletion/token-revoked", place) == nil)
    #expect(try verdict("evidence/signature", place) == "inconclusive no-keys")
  }

  /// None of them is evidence of anything: the request stands without a proof.
  private func expectRefused(_ token: String, _ reason: String, receivedAt: String? = nil) throws {
    let place = try audit(token, receivedAt: receivedAt)
    #expect(try verdict("deletion/token-revoked", place) == "fail no-revocation")
    #expect(try verdict("evidence/signature", place) == "fail \(reason)")
    #expect(try place.findings().contains { $0.rule == "deletion/apple-notice-honoured" } == false)
  }

  @Test func anotherKeysSignatureIsRefused() throws {
    try expectRefused(try TokenSigner.token(try claims()) { try other.rs256($0) }, "bad-signature")
  }

  @Test func anAlteredPayloadIsRefused() throws {
    let parts = try TokenSigner.token(try claims("email-disabled")) { try signer.rs256($0) }.split(separator: ".")
    try expectRefused("\(parts[0]).\(TokenSigner.base64URL(try claims())).\(parts[2])", "bad-signature")
  }

  @Test func anUnknownKeyIsRefused() throws {
    try expectRefused(try TokenSigner.token(try claims(), kid: "k2") { try signer.rs256($0) }, "unknown-key")
  }

  @Test func noSignatureIsRefused() throws {
    try expectRefused(try TokenSigner.token(try claims(), alg: "none") { _ in Data() }, "bad-signature")
  }

  @Test func anHMACWithThePublicKeyIsRefused() throws {
    let secret = SymmetricKey(data: Data(signer.key.publicKey.pemRepresentation.utf8))
    try expectRefused(
      try TokenSigner.token(try claims(), alg: "HS256") {
        Data(HMAC<SHA256>.authenticationCode(for: $0, using: secret))
      },
      "bad-signature")
  }

  @Test func anotherIssuerIsRefused() throws {
    try expectRefused(
      try TokenSigner.token(try claims(issuer: "https://example.com")) { try signer.rs256($0) }, "wrong-issuer")
  }

  @Test func oneThatCameTooLateIsRefused() throws {
    try expectRefused(
      try TokenSigner.token(try claims()) { try signer.rs256($0) }, "expired", receivedAt: "2026-10-05T00:00:00Z")
  }

  /// No setting of the configuration reads such a time: with `kind`, payloads are not.
  @Test func aTimeOfReceiptNeedsAZone() throws {
    let place = try audit(
      try TokenSigner.token(try claims()) { try signer.rs256($0) }, receivedAt: "2026-10-01 00:00:05")
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    let reasons = sources.flatMap { $0["rejects"] as? [[String: Any]] ?? [] }.compactMap { $0["reason"] as? String }
    #expect(
      reasons == ["`received_at` is `2026-10-01 00:00:05`, a time without a zone; export it with its zone"])
  }

  /// The file of keys was an old one on the first night. What the right one verifies is verified for good.
  @Test func aKeyThatComesANightLater() throws {
    let place = try audit(
      try TokenSigner.token(try claims()) { try signer.rs256($0) }, keys: try signer.jwks(kid: "k0"))
    #expect(try verdict("deletion/token-revoked", place) == "fail no-revocation")
    #expect(try verdict("evidence/signature", place) == "fail unknown-key")
    try place.write("keys.json", try signer.jwks())
    try place.audit("in")
    #expect(try verdict("deletion/token-revoked", place) == nil)
    #expect(try verdict("evidence/signature", place) == nil)
    try place.write(
      "in/notices.ndjson",
      "{\"type\":\"email-enabled\",\"sub\":\"001.sub-u1.1\",\"event_time\":1790812800000,\"jti\":\"notice-2\"}\n")
    try place.audit("in")
    #expect(try verdict("deletion/token-revoked", place) == nil)
    #expect(try verdict("evidence/signature", place) == nil)
  }

  /// A forgery is told of on the nights after it, under one id, and is evidence of nothing.
  @Test func aForgeryStaysOne() throws {
    let place = try audit(try TokenSigner.token(try claims()) { try other.rs256($0) })
    let first = try place.findings().first { $0.rule == "evidence/signature" }
    try place.write(
      "in/notices.ndjson",
      "{\"type\":\"email-enabled\",\"sub\":\"001.sub-u1.1\",\"event_time\":1790812800000,\"jti\":\"notice-2\"}\n")
    for _ in 0..<2 {
      try place.audit("in")
      #expect(try verdict("deletion/token-revoked", place) == "fail no-revocation")
      let finding = try place.findings().first { $0.rule == "evidence/signature" }
      #expect(finding?.id == first?.id && finding?.state == "existing")
    }
  }

  @Test func aKeyFileThatIsNoneIsAnError() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("keys.json", "{}")
    try place.write("relay-audit.yaml", "apple: {jwks: keys.json}\n")
    let outcome = try place.audit("in")
    #expect(outcome.status == 65 && outcome.errors.contains("keys.json"))
  }
}
