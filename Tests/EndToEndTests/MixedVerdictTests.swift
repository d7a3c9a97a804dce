import Foundation
import Testing

/// Evidence that only seems to say something: of another call, of another person, of another moment.
@Suite struct MixedVerdictTests {
  private static let users = Sample.export(Sample.user("u1", phone: "+15555550101"))
  private static let request = "{\"uid\":\"u1\",\"request_id\":\"r1\",\"requested_at\":\"2026-09-01T00:00:00Z\"}\n"
  private static let link =
    "{\"uid\":\"u1\",\"provider\":\"phone\",\"linked_at\":\"2026-06-01T00:00:00Z\",\"identifier\":\"+15555550101\"}\n"

  private static func consent(_ more: String = "", given: String = "2026-03-01T00:00:00Z") -> String {
    "{\"uid\":\"u1\",\"purpose\":\"link:phone\",\"given_at\":\"\(given)\",\"explicit\":true\(more)}\n"
  }

  private static func phone(_ name: String, _ files: [String: String], _ verdict: String) -> VerdictCase {
    VerdictCase(
      name: name, files: ["users.json": users, "links.ndjson": link].merging(files) { $1 }, rule: "consent/link-phone",
      expected: ["u1": verdict])
  }

  private static func removed(_ name: String, _ files: [String: String], _ expected: [String: String]) -> VerdictCase {
    VerdictCase(name: name, files: files, rule: "deletion/account-removed", expected: expected)
  }

  private static func leaver(_ more: String) -> String {
    "{\(more),\"request_id\":\"r1\",\"requested_at\":\"2026-09-01T00:00:00Z\",\"apple_credential\":true}\n"
  }

  static let links: [VerdictCase] = [
    phone(
      "a later copy tells that the consent was withdrawn",
      [
        "consents.ndjson": consent(",\"consent_id\":\"a\"")
          + consent(",\"consent_id\":\"a\",\"withdrawn_at\":\"2026-05-15T00:00:00Z\"")
      ],
      "fail withdrawn"),
    phone(
      "a withdrawal of another consent",
      ["consents.ndjson": consent() + consent(",\"consent_id\":\"b\",\"withdrawn_at\":\"2026-05-15T00:00:00Z\"")],
      "pass"),
    phone(
      "another number is taken off",
      [
        "links.ndjson": link
          + "{\"uid\":\"u1\",\"provider\":\"phone\",\"linked_at\":\"2026-06-02T00:00:00Z\",\"action\":\"unlink\",\"identifier\":\"+15555550199\"}\n",
        "consents.ndjson": consent(given: "2026-06-01T12:00:00Z"),
      ], "fail after-link"),
    phone(
      "a link from before the account was created",
      [
        "links.ndjson": link.replacing("2026-06-01", with: "2025-01-01"),
        "consents.ndjson": consent(given: "2026-02-01T00:00:00Z"),
      ], "pass"),
    phone("a number without its plus sign", ["consents.ndjson": consent(",\"identifier\":\"15555550101\"")], "pass"),
    phone(
      "another number without its plus sign", ["consents.ndjson": consent(",\"identifier\":\"15555550102\"")],
      "fail wrong-identifier"),
    phone("an end in the year 9999, in seconds", ["consents.ndjson": consent(",\"expires_at\":253402300799")], "pass"),
    phone(
      "a purpose by its id",
      [
        "consents.ndjson":
          "{\"identifier\":\"u1\",\"identifierType\":\"uid\",\"interactionDate\":\"2026-03-01T00:00:00.000Z\",\"purposes\":[{\"Id\":\"uuid-1\",\"Name\":\"Phone linking\",\"TransactionType\":\"CONFIRMED\"}]}\n",
        "../relay-audit.yaml": "consent: {purposes: {phone: [uuid-1]}}\n",
      ], "pass"),
    phone(
      "a receipt's id keeps no withdrawal away",
      [
        "receipts.ndjson":
          "{\"consentTimestamp\":1772000000,\"consentReceiptID\":\"k1\",\"piiPrincipalId\":\"u1\",\"services\":[{\"purposes\":[{\"purpose\":\"link:phone\",\"consentType\":\"EXPLICIT\"}]}]}\n",
        "consents.ndjson": consent(",\"state\":\"withdrawn\",\"consent_id\":\"w9\"", given: "2026-04-01T00:00:00Z"),
      ], "fail withdrawn"),
    phone(
      "a person named by the number",
      [
        "receipts.ndjson":
          "{\"consentTimestamp\":1772000000,\"consentReceiptID\":\"k1\",\"piiPrincipalId\":\"+15555550101\",\"services\":[{\"purposes\":[{\"purpose\":\"link:phone\",\"consentType\":\"EXPLICIT\"}]}]}\n"
      ], "pass"),
    phone(
      "withdrawn on a day, linked on it",
      [
        "consents.ndjson":
          "{\"schema_version\":\"1\",\"record_id\":\"r1\",\"pii_principal_id\":\"u1\",\"purpose\":\"link:phone\",\"events\":[{\"event_time\":\"2026-03-01\",\"event_state\":\"ConsentGiven\"},{\"event_time\":\"2026-06-01\",\"event_state\":\"ConsentWithdrawn\"}]}\n",
        "links.ndjson": link.replacing("T00:00:00Z", with: "T12:00:00Z"),
      ], "fail withdrawn"),
  ]

  static let removals: [VerdictCase] = [
    removed(
      "a part that is no UTF-8 may hold the account",
      ["users.json": users, "more.json": "\u{0}\u{1}\u{0}\u{2}", "deletions.ndjson": leaver("\"uid\":\"z\"")],
      ["z": "inconclusive export-incomplete"]),
    removed(
      "so may a page that is an error",
      ["users.json": users, "more.json": "<html>502</html>", "deletions.ndjson": leaver("\"uid\":\"z\"")],
      ["z": "inconclusive export-incomplete"]),
    removed(
      "a note beside the files holds none",
      ["users.json": users, "notes.txt": "<html>502</html>", "deletions.ndjson": leaver("\"uid\":\"z\"")], ["z": "pass"]
    ),
    removed(
      "a lookup shows no absence",
      [
        "users.json":
          "{\"kind\":\"identitytoolkit#GetAccountInfoResponse\",\"users\":[{\"localId\":\"zz\",\"createdAt\":\"1770000000000\",\"lastLoginAt\":\"1770000000000\"}]}",
        "deletions.ndjson": leaver("\"uid\":\"z\""),
      ], ["z": "inconclusive export-incomplete"]),
    removed(
      "Okta's users twice are the same users",
      [
        "listing.json":
          "[{\"id\":\"00u1\",\"externalId\":\"001234.0123456789abcdef0123456789abcdef.0123\",\"created\":\"2026-03-01T00:00:00Z\",\"profile\":{\"email\":\"u1@privaterelay.appleid.com\"}}]",
        "users-1.ndjson": okta, "users-2.ndjson": okta, "deletions.ndjson": leaver("\"uid\":\"00u9\""),
      ], ["00u9": "pass"]),
    removed(
      "a user name of Cognito's is Apple's id",
      [
        "users.json":
          "{\"Users\":[{\"Username\":\"SignInWithApple_001234.0123456789abcdef0123456789abcdef.0123\",\"UserStatus\":\"EXTERNAL_PROVIDER\",\"Enabled\":true,\"UserCreateDate\":1767225600,\"Attributes\":[{\"Name\":\"sub\",\"Value\":\"s2\"},{\"Name\":\"email\",\"Value\":\"x@privaterelay.appleid.com\"}]}]}",
        "deletions.ndjson": leaver("\"uid\":\"SignInWithApple_001234.0123456789abcdef0123456789abcdef.0123\""),
      ], ["s2": "fail still-present"]),
  ]

  private static let okta =
    "{\"id\":\"00u1\",\"status\":\"ACTIVE\",\"created\":\"2026-01-01T00:00:00Z\",\"profile\":{\"login\":\"x@example.com\"},\"credentials\":{\"provider\":{\"type\":\"SOCIAL\",\"name\":\"SOCIAL\"}}}\n"

  static let others: [VerdictCase] = [
    VerdictCase(
      name: "a line of any log is no revocation",
      files: [
        "users.json": users, "deletions.ndjson": request,
        "log.ndjson": "{\"uid\":\"u1\",\"at\":\"2026-09-01T00:05:00Z\",\"path\":\"/account\",\"http_status\":200}\n",
      ], rule: "deletion/token-revoked", expected: ["u1": "inconclusive no-revocation-source"]),
    VerdictCase(
      name: "the signed copy of a notice counts, whatever the files are called",
      files: [
        "users.json": users, "deletions.ndjson": request,
        "a.ndjson":
          "{\"type\":\"email-enabled\",\"sub\":\"001.sub-u1.1\",\"event_time\":1788220800000,\"jti\":\"j1\"}\n",
        "b.ndjson":
          "{\"type\":\"consent-revoked\",\"sub\":\"001.sub-u1.1\",\"event_time\":1788220800000,\"jti\":\"j2\"}\n",
      ], rule: "deletion/token-revoked", expected: ["u1": "pass"]),
    VerdictCase(
      name: "what the token is for outweighs what the record says",
      files: [
        "users.json": users, "../relay-audit.yaml": "apple: {client_ids: [com.example.app]}\n",
        "sign-ins.ndjson":
          "{\"uid\":\"u1\",\"at\":\"2026-10-01T00:00:00Z\",\"provider\":\"apple.com\",\"aud\":\"com.example.app\",\"id_token\":\"eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmV4YW1wbGUuc3RyYW5nZXIifQ.eA\"}\n",
      ], rule: "sign-in/audience", expected: ["u1": "fail unknown-audience"]),
    VerdictCase(
      name: "columns of sign-ins by the configuration",
      files: [
        "users.json": users,
        "sign-ins.ndjson": "{\"who\":\"u1\",\"at\":\"2026-10-01T00:00:00Z\",\"token_nonce\":\"abc\"}\n",
        "../relay-audit.yaml":
          "inputs: [{path: in/sign-ins.ndjson, kind: sign-ins, columns: {uid: who, nonce: token_nonce}, constants: {provider: apple.com}}]\n",
      ], rule: "sign-in/nonce-present", expected: ["u1": "pass"]),
    VerdictCase(
      name: "a sign-in with another provider is no sign-in with Apple",
      files: [
        "users.json": users,
        "sign-ins.ndjson": "{\"uid\":\"u1\",\"at\":\"2026-10-01T00:00:00Z\",\"provider\":\"google.com\"}\n",
      ], rule: "sign-in/nonce-present", expected: [:]),
    VerdictCase(
      name: "an address in angle brackets",
      files: [
        "users.json": users, "../relay-audit.yaml": "relay: {senders: [example.com]}\n",
        "mail.ndjson":
          "{\"recipient\":\"U <u1@privaterelay.appleid.com>\",\"sender\":\"Shop <a@example.com>\",\"at\":\"2026-10-01T00:00:00Z\"}\n",
      ], rule: "relay/daily-limit", expected: ["u1": "pass"]),
    VerdictCase(
      name: "an address that a token calls private",
      files: [
        "users.json": Sample.export(
          Sample.user("u1", email: "abc_xyz0@icloud.com", phone: "+15555550101").replacing(
            "u1@privaterelay.appleid.com", with: "abc_xyz0@icloud.com")),
        "consents.ndjson": Sample.consent("nobody", "link:phone", "2026-01-01T00:00:00Z"),
        "sign-ins.ndjson":
          "{\"uid\":\"u1\",\"at\":\"2026-10-01T00:00:00Z\",\"provider\":\"apple.com\",\"email\":\"abc_xyz0@icloud.com\",\"is_private_email\":true}\n",
      ], rule: "consent/link-phone", expected: ["u1": "fail no-record"]),
    VerdictCase(
      name: "empty texts are no settings",
      files: [
        "provider.json":
          "{\"name\":\"projects/p/defaultSupportedIdpConfigs/apple.com\",\"enabled\":true,\"clientId\":\"\",\"appleSignInConfig\":{\"codeFlowConfig\":{\"teamId\":\"T\",\"keyId\":\"K\",\"privateKey\":\"k\"},\"bundleIds\":[\"a.b\"]}}"
      ], rule: "config/code-flow",
      expected: ["": "fail no-services-id", "team": "pass", "key": "pass", "private": "pass"]),
  ]

  @Test(arguments: links + removals + others) func isJudged(example: VerdictCase) throws { try example.check() }

  @Test func aMisspeltColumnIsAUsageError() throws {
    let place = try Workplace()
    try place.write(
      "in/c.csv", "uid,purpose,given_at,opt_out\nu1,link:phone,2026-03-01T00:00:00Z,2026-03-02T00:00:00Z\n")
    for (columns, words) in [
      ("columns: {withdrawn: opt_out}", "did you mean `withdrawn_at`"),
      ("constants: {explcit: true}", "did you mean `explicit`"),
      ("columns: {uid: who, email: who}", "both mapped to `who`"),
    ] {
      try place.write("relay-audit.yaml", "inputs: [{path: in/c.csv, kind: consents, \(columns)}]\n")
      let outcome = try place.run("audit", "--as-of", Workplace.asOf)
      #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    try place.write("relay-audit.yaml", "inputs: [{path: in/c.csv, kind: consents, columns: {withdrawn_at: gone}}]\n")
    #expect(
      try place.run("audit", "--as-of", Workplace.asOf, "--require", "none").errors.contains("has no column `gone`"))
  }

  @Test func aRequestsIdMayNameAPerson() throws {
    let place = try Workplace()
    try place.write("in/users.json", Self.users)
    try place.write("in/deletions.ndjson", Self.request.replacing("r1", with: "jane@example.com"))
    try place.audit("in", "--require", "none")
    #expect(
      try !String(contentsOf: place.path("reports/out/report.json"), encoding: .utf8).contains("jane@example.com"))
  }
}
