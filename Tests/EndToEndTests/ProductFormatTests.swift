import Foundation
import Testing

/// From the file of another product to a verdict that only this file's evidence can give.
@Suite struct ProductFormatTests {
  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Intake")

  private func copy(_ name: String, to place: Workplace) throws {
    try place.write("in/" + name.replacing("/", with: "-"), Data(contentsOf: Self.fixtures.appending(path: name)))
  }

  private func verdict(_ rule: String, _ uid: String, in place: Workplace) throws -> String? {
    try place.findings().first { $0.rule == rule && $0.uid == uid }.map { "\($0.verdict) \($0.reason)" }
  }

  private func count(_ rule: String, _ verdict: String, in place: Workplace) throws -> Int {
    let rules = try #require(try place.report()["rules"] as? [[String: Any]])
    return try #require((rules.first { $0["id"] as? String == rule }?["counts"] as? [String: Int])?[verdict])
  }

  // MARK: - Accounts

  struct Accounts: CustomTestStringConvertible, Sendable {
    var files: [String]
    var anonymized: Int
    /// Links without consent: `kind uid`.
    var links: Set<String>
    var testDescription: String { files.joined(separator: " + ") }
  }

  private static let supabase = "33333333-0000-4000-8000-00000000000"

  static let accounts = [
    Accounts(
      files: ["auth0/clean.ndjson"], anonymized: 1, links: ["phone apple|001234.00000000000000000000000000000001.0123"]),
    Accounts(
      files: ["auth0/quirks.csv"], anonymized: 2,
      links: [
        "google.com apple|001234.00000000000000000000000000000001.0123",
        "phone apple|001234.00000000000000000000000000000002.0123",
      ]),
    Accounts(files: ["cognito/clean.json"], anonymized: 1, links: ["google.com 11111111-0000-4000-8000-000000000001"]),
    Accounts(files: ["supabase-users/quirks.json"], anonymized: 1, links: ["google.com \(supabase)3"]),
    Accounts(files: ["supabase-users/clean.csv"], anonymized: 1, links: ["phone \(supabase)1"]),
    Accounts(
      files: ["supabase-users/clean.csv", "supabase-identities/clean.csv"], anonymized: 1,
      links: ["phone \(supabase)1", "google.com \(supabase)1"]),
    Accounts(files: ["keycloak/clean.json"], anonymized: 1, links: ["phone kc-1", "google.com kc-1"]),
    Accounts(files: ["okta-idp-users/clean.json"], anonymized: 1, links: []),
  ]

  @Test(arguments: accounts)
  func accountsOfEveryProviderAreJudged(accounts: Accounts) throws {
    let place = try Workplace()
    for file in accounts.files { try copy(file, to: place) }
    try place.write("in/consents.ndjson", Sample.consent("nobody", "link:phone", "2026-01-01T00:00:00Z"))
    try place.audit("in", "--require", "none")
    let population = try #require(try place.report()["population"] as? [String: Any])
    #expect(population["anonymized_accounts"] as? Int == accounts.anonymized)
    let links = try place.findings().filter { $0.rule.hasPrefix("consent/link") && $0.reason == "no-record" }
    #expect(Set(links.map { "\($0.object ?? "") \($0.uid ?? "")" }) == accounts.links)
  }

  /// Okta's users say what they have, and the listing which of them is whom at Apple.
  @Test func oktasUsersAreJoinedToTheListing() throws {
    let place = try Workplace()
    try copy("okta-idp-users/clean.json", to: place)
    try place.write(
      "in/users.ndjson",
      """
      {"id":"00u1","status":"ACTIVE","created":"2026-01-02T03:04:05.000Z","profile":{"login":"x","email":"person1abc@privaterelay.appleid.com","mobilePhone":"+15550108"},"credentials":{"provider":{"type":"SOCIAL","name":"SOCIAL"}}}
      {"id":"00u2","status":"ACTIVE","created":"2026-01-02T03:04:05.000Z","profile":{"login":"w@example.com"},"credentials":{"provider":{"type":"OKTA","name":"OKTA"}}}

      """)
    try place.write("in/consents.ndjson", Sample.consent("nobody", "link:phone", "2026-01-01T00:00:00Z"))
    try place.audit("in")
    #expect(try verdict("consent/link-phone", "00u1", in: place) == "fail no-record")
    let population = try #require(try place.report()["population"] as? [String: Any])
    #expect(population["accounts"] as? Int == 2 && population["anonymized_accounts"] as? Int == 1)
    #expect(try place.findings().contains { $0.rule == "evidence/export-hides-apple" } == false)
  }

  @Test func identitiesGiveTheTimeOfTheirLinks() throws {
    let place = try Workplace()
    try copy("supabase-users/clean.csv", to: place)
    try copy("supabase-identities/clean.csv", to: place)
    // Google was linked on 2 March; this consent came the day after.
    try place.write(
      "in/consents.ndjson", Sample.consent(Self.supabase + "1", "link:google.com", "2026-03-03T00:00:00Z"))
    try place.audit("in")
    #expect(try verdict("consent/link-social", Self.supabase + "1", in: place) == "fail after-link")
  }

  // MARK: - Consents

  static let consents = [
    "kantara-receipt/clean.json", "iso-27560/clean.json", "onetrust-receipt/clean.json",
    "fides-preferences/clean.ndjson",
  ]

  /// The same consent by four routes, and by our own.
  @Test(arguments: consents + ["own"])
  func aConsentCoversByEveryRoute(file: String) throws {
    let place = try Workplace()
    // Created a second after the consent of each of the files.
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101", created: 1_767_323_047_000)))
    if file == "own" {
      try place.write("in/own.ndjson", Sample.consent("u1", "link:phone", "2026-01-02T03:04:06Z"))
    } else {
      try copy(file, to: place)
    }
    #expect(try place.audit("in").status == 0)
    #expect(try count("consent/link-phone", "pass", in: place) == 1)
  }

  @Test(arguments: [
    "kantara-receipt/quirks.ndjson", "onetrust-receipt/quirks.ndjson", "fides-preferences/quirks.ndjson",
  ])
  func whatIsImpliedIsNoConsent(file: String) throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u2", phone: "+15550101", created: 1_767_323_047_000)))
    try copy(file, to: place)
    try place.audit("in")
    #expect(try verdict("consent/link-phone", "u2", in: place) == "fail not-explicit")
  }

  @Test func aReceiptsLimitIsSaid() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try copy("kantara-receipt/clean.json", to: place)
    try place.audit("in")
    let page = try String(contentsOf: place.path("reports/out/report.html"), encoding: .utf8)
    #expect(page.contains(" contains consent receipts. A receipt shows that consent was given,"))
  }

  @Test func aTestReceiptNeverCounts() throws {
    for file in ["kantara-receipt/quirks.ndjson", "onetrust-receipt/quirks.ndjson"] {
      let place = try Workplace()
      try place.write("in/users.json", Sample.export(Sample.user("u3", phone: "+15550101", created: 1_767_323_047_000)))
      try copy(file, to: place)
      try place.audit("in")
      #expect(try verdict("consent/link-phone", "u3", in: place) == "fail no-record")
    }
  }

  /// Consents of people who have nothing of Apple are counted, and matched, and not kept.
  @Test func consentsOfOthersAreCounted() throws {
    let place = try Workplace()
    let plain = "{\n  \"localId\": \"plain\",\n  \"email\": \"plain@example.com\",\n  \"providerUserInfo\": []\n}"
    try place.write("in/users.json", Sample.export(Sample.user("u1"), plain))
    let twice = Sample.consent("plain", "link:phone", "2026-01-02T03:04:06Z")
    try place.write(
      "in/consents.ndjson",
      twice + Sample.consent("plain", "newsletter", "2026-01-02T03:04:06Z") + twice
        + Sample.consent("nobody", "link:phone", "2026-01-02T03:04:06Z"))
    try place.audit("in")
    let coverage = try #require(try place.report()["coverage"] as? [[String: Any]])
    let consents = try #require(coverage.first { $0["kind"] as? String == "consents" })
    #expect(consents["records"] as? Int == 3 && consents["matched"] as? Int == 2 && consents["unmatched"] as? Int == 1)
    #expect(((try place.report()["population"] as? [String: Any])?["accounts"] as? Int) == 2)
  }

  // MARK: - Deletions

  @Test(arguments: ["opendsr/clean.ndjson", "fides-requests/clean.csv", "transcend-requests/clean.json"])
  func aRequestIsDueByEveryRoute(file: String) throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2")))
    try copy(file, to: place)
    try place.write(
      "in/revocations.ndjson",
      "{\"uid\":\"u2\",\"at\":\"2026-10-01T01:00:00Z\",\"endpoint\":\"apple\",\"http_status\":200}\n")
    #expect(try place.audit("in").status == 1)
    #expect(try verdict("deletion/token-revoked", "u1", in: place) == "fail no-revocation")
    // Completed on 2 October, and still there.
    #expect(try verdict("deletion/account-removed", "u1", in: place) == "fail still-present")
  }

  @Test func whatIsNoErasureIsNotDue() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u3"), Sample.user("u4")))
    for file in ["opendsr/quirks.ndjson", "fides-requests/quirks.csv", "transcend-requests/quirks.csv"] {
      try copy(file, to: place)
    }
    try place.audit("in", "--require", "none")
    #expect(try place.findings().filter { $0.uid == "u3" || $0.uid == "u4" }.isEmpty)
  }

  // MARK: - Mail, sign-ins, the provider

  private func judged(_ rule: String, in place: Workplace) throws -> Set<String> {
    Set(try place.findings().filter { $0.rule == rule }.map { "\($0.object ?? "-") \($0.verdict) \($0.reason)" })
  }

  struct Other: CustomTestStringConvertible, Sendable {
    var file: String
    var rule: String
    var findings: Set<String>
    var testDescription: String { "\(file), \(rule)" }
  }

  static let others = [
    Other(
      file: "relay-audit-mail/clean.csv", rule: "relay/unregistered-sender",
      findings: ["n…@example.com fail not-registered"]),
    Other(
      file: "relay-audit-mail/quirks.ndjson", rule: "relay/unregistered-sender",
      findings: ["n…@example.com fail bounced-unauthorized"]),
    Other(
      file: "sendgrid-events/clean.json", rule: "relay/unregistered-sender",
      findings: ["n…@example.com fail not-registered"]),
    Other(
      file: "sendgrid-events/quirks.ndjson", rule: "relay/unregistered-sender",
      findings: ["unknown fail bounced-unauthorized"]),
    Other(
      file: "mailgun-events/clean.ndjson", rule: "relay/unregistered-sender",
      findings: ["n…@example.com fail not-registered"]),
    Other(
      file: "mailgun-events/quirks.ndjson", rule: "relay/unregistered-sender",
      findings: ["n…@example.com fail bounced-unauthorized"]),
    Other(file: "sign-ins/clean.ndjson", rule: "sign-in/audience", findings: ["audience fail unknown-audience"]),
    Other(file: "sign-ins/clean.ndjson", rule: "sign-in/nonce-hashed", findings: []),
    Other(file: "sign-ins/quirks.ndjson", rule: "sign-in/nonce-present", findings: ["nonce fail no-nonce"]),
    Other(
      file: "sign-ins/quirks.ndjson", rule: "sign-in/nonce-hashed", findings: ["nonce inconclusive raw-nonce-unknown"]),
    Other(file: "identity-platform-idp-config/clean.json", rule: "config/code-flow", findings: []),
    Other(
      file: "identity-platform-idp-config/quirks.json", rule: "config/code-flow",
      findings: ["team-id fail no-team-id", "key-id fail no-key-id", "private-key fail no-private-key"]),
    Other(
      file: "identity-platform-idp-config/quirks.json", rule: "config/bundle-ids", findings: ["t1 fail no-bundle-id"]),
  ]

  @Test(arguments: others)
  func theirVerdictsComeFromTheirFiles(other: Other) throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2")))
    try copy(other.file, to: place)
    try place.write(
      "relay-audit.yaml", "apple: {client_ids: [com.example.other]}\nrelay: {senders: [registered.example.com]}\n")
    try place.audit("in")
    #expect(try judged(other.rule, in: place) == other.findings)
    let counts = try #require(
      (try place.report()["rules"] as? [[String: Any]])?.first { $0["id"] as? String == other.rule }?["counts"]
        as? [String: Int])
    #expect(counts.values.reduce(0, +) > 0)
  }

  // MARK: - Logs

  private func request(_ uid: String, _ place: Workplace) throws {
    try place.write("in/users.json", Sample.export(Sample.user(uid), Sample.user("other")))
    try place.write(
      "in/deletions.ndjson", "{\"uid\":\"\(uid)\",\"request_id\":\"r-1\",\"requested_at\":\"2026-09-30T23:00:00Z\"}\n")
  }

  struct Log: CustomTestStringConvertible, Sendable {
    var file: String
    var uid: String
    /// Nil for a pass.
    var verdict: String?
    var proof = "medium"
    var testDescription: String { "\(file), \(uid), \(proof)" }
  }

  static let logs = [
    Log(file: "cloud-logging/clean.json", uid: "u1"),
    Log(file: "cloud-logging/quirks.ndjson", uid: "u8"),
    Log(file: "cloud-logging/quirks.ndjson", uid: "u9", verdict: "fail failed-only"),
    Log(file: "cloud-logging/quirks.ndjson", uid: "u6", verdict: "fail session-only"),
    Log(file: "otlp-traces/clean.json", uid: "u1"),
    Log(file: "otlp-traces/clean.json", uid: "u1", verdict: "fail weak-proof", proof: "strong"),
    // A code was exchanged by the same client in the same trace.
    Log(file: "otlp-traces/quirks.ndjson", uid: "u2", proof: "strong"),
    // A refresh was answered `invalid_grant`.
    Log(file: "otlp-traces/quirks.ndjson", uid: "u3", proof: "strong"),
    Log(file: "otlp-traces/quirks.ndjson", uid: "u4", verdict: "fail failed-only"),
  ]

  @Test(arguments: logs)
  func callsInLogsProveWhatTheyProve(log: Log) throws {
    let place = try Workplace()
    try request(log.uid, place)
    try copy(log.file, to: place)
    try place.write("relay-audit.yaml", "deletion: {required_proof: \(log.proof)}\n")
    try place.audit("in")
    #expect(try verdict("deletion/token-revoked", log.uid, in: place) == log.verdict)
    if log.verdict == nil { #expect(try count("deletion/token-revoked", "pass", in: place) == 1) }
  }

  @Test func aLogMakesPresentOnlyWhatItYields() throws {
    let place = try Workplace()
    try request("u1", place)
    try copy("otlp-traces/clean.json", to: place)
    try place.audit("in")
    let coverage = try #require(try place.report()["coverage"] as? [[String: Any]])
    let present = coverage.filter { $0["present"] as? Bool == true }.compactMap { $0["kind"] as? String }
    #expect(Set(present) == ["accounts", "deletions", "revocations"])
  }

  @Test func deletionsAndLinksComeFromTheActivityLog() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u2", google: true).replacing("g-u2", with: "107")))
    try place.write("in/consents.ndjson", Sample.consent("u2", "link:social", "2026-10-02T00:00:00Z"))
    try copy("cloud-logging/clean.json", to: place)
    try place.audit("in")
    // The entry says when Google was linked: the day before the consent.
    #expect(try verdict("consent/link-social", "u2", in: place) == "fail after-link")
  }
}
