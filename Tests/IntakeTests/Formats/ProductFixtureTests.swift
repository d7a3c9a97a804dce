import AccountFixtures
import Evidence
import Foundation
import Testing
import Timestamps

@testable import Intake

/// What the records of other products' files say.
@Suite struct ProductFixtureTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Samples.folder.appendingPathComponent(name)))
  }

  @Test(arguments: [
    // Supabase's audit log, an application's own log, and a table of another tool.
    "{\"id\":\"1\",\"payload\":{\"action\":\"login\"},\"created_at\":\"2026-01-01T00:00:00Z\",\"ip_address\":\"\"}\n",
    "{\"payload\":{\"a\":1},\"created_at\":\"2026-01-01T00:00:00Z\"}\n", "{\"user_id\":\"1\",\"name\":\"x\"}\n",
  ])
  func whatOnlyLooksAlikeIsNotClaimed(text: String) throws {
    #expect(try read(Array(text.utf8)).summary.kind == nil)
  }

  @Test func whatWasUsedIsTold() throws {
    let auth0 = try read(try Self.bytes("auth0/clean.ndjson")).summary
    #expect(
      auth0.columnsUsed == ["created_at", "email", "identities", "last_login", "name", "phone_number", "user_id"])
    #expect(auth0.columnsIgnored == ["email_verified", "logins_count", "phone_verified", "updated_at"])
    let mail = try read(try Self.bytes("relay-audit-mail/quirks.ndjson")).summary
    #expect(mail.timeUnits == [.seconds, .milliseconds])
  }

  @Test func aRecordOfTooManyStatementsIsRejected() throws {
    let purposes = (0..<1100).map { "{\"purpose\":\"p\($0)\"}" }.joined(separator: ",")
    let text =
      "{\"consentReceiptID\":\"r\",\"consentTimestamp\":1767323046,\"piiPrincipalId\":\"u1\",\"services\":[{\"purposes\":[\(purposes)]}]}\n"
    let result = try read(Array(text.utf8))
    #expect(result.summary.rejected == 1 && result.sink.records.isEmpty)
  }

  @Test func anAbsentTimeMayBeAWord() throws {
    let text =
      "id,aud,email,raw_app_meta_data,created_at,deleted_at\nu1,authenticated,a@example.com,{},2026-01-02 03:04:05+00,NULL\n"
    #expect(try read(Array(text.utf8)).sink.accounts.map(\.uid) == ["u1"])
  }

  /// The row would be no account, and nothing about it would be judged.
  @Test func aDeletionAtNoTimeIsRejected() throws {
    let header = "id,aud,email,raw_app_meta_data,created_at,deleted_at\n"
    for (value, problem) in [
      ("never", "which is not a time in the product's format"),
      ("2026-01-03 00:00:00", "a time without a zone; export it with its zone"),
    ] {
      let result = try read(Array((header + "u1,authenticated,a@example.com,{},2026-01-02,\(value)\n").utf8))
      #expect(result.summary.rejects.map(\.reason) == ["`deleted_at` is `\(value)`, \(problem)"])
    }
  }

  @Test func aBanThatHasEndedDisablesNobody() throws {
    for (end, isDisabled) in [("2025-01-01T00:00:00Z", false), ("2099-01-01T00:00:00Z", true), ("null", false)] {
      let text =
        "{\"id\":\"u1\",\"aud\":\"authenticated\",\"email\":\"x@privaterelay.appleid.com\",\"raw_app_meta_data\":{},\"banned_until\":\"\(end)\"}\n"
      #expect(try read(Array(text.utf8)).sink.accounts.map(\.isDisabled) == [isDisabled], "\(end)")
    }
  }

  @Test func aCallWhoseCodeIsNotUnderstoodIsNoSuccess() throws {
    for (status, outcome) in [
      ("{}", RevocationOutcome.revoked), ("{\"code\":0}", .revoked), ("{\"code\":7}", .failed),
      ("{\"code\":\"PERMISSION_DENIED\"}", .failed),
    ] {
      let text =
        "{\"logName\":\"l\",\"insertId\":\"i\",\"timestamp\":\"2026-10-01T00:00:00Z\",\"protoPayload\":{\"methodName\":\"google.cloud.identitytoolkit.v2.AccountManagementService.RevokeToken\",\"status\":\(status),\"request\":{\"localId\":\"u1\",\"providerId\":\"apple.com\"}}}\n"
      let outcomes = try read(text).sink.records.map { record -> RevocationOutcome? in
        if case .revocation(let revocation) = record { revocation.outcome } else { nil }
      }
      #expect(outcomes == [outcome], "\(status)")
    }
  }

  @Test func aFlagThatIsNoneIsNotTakenForFalse() throws {
    for (value, records) in [("true", 1), ("null", 1), ("\"yes\"", 0), ("1", 0)] {
      let text = "{\"users\":[{\"uid\":\"u\",\"metadata\":{},\"providerData\":[],\"disabled\":\(value)}]}"
      #expect(try read(text).sink.accounts.count == records, "\(value)")
    }
  }

  @Test func aWithdrawalMayHaveAReceiptOfItsOwn() throws {
    #expect(try read(try Self.bytes("onetrust-receipt/quirks.ndjson")).sink.consents.allSatisfy { $0.consentID == nil })
  }

  // MARK: - What the records say

  private func accounts(_ name: String) throws -> [AccountRecord] { try read(try Self.bytes(name)).sink.accounts }

  private func credentials(_ name: String) throws -> [[String]] {
    try accounts(name).map { $0.credentials.map { "\($0.provider) \($0.rawID ?? "-")" } }
  }

  private static func sub(_ number: Int) -> String { "001234.\(String(repeating: "0", count: 31))\(number).0123" }

  @Test func appleIsFoundUnderEveryProductsName() throws {
    #expect(try credentials("auth0/clean.ndjson") == [["apple.com \(Self.sub(1))"], ["password abc"]])
    #expect(
      try credentials("auth0/quirks.csv") == [
        ["apple.com \(Self.sub(1))", "google.com 10769150350006150715113082367"], ["apple.com \(Self.sub(2))"],
      ])
    #expect(try credentials("auth0/quirks.ndjson") == [["google.com 100", "apple.com \(Self.sub(3))"], ["phone 5f1"]])
    #expect(try credentials("cognito/clean.json") == [["apple.com \(Self.sub(1))", "google.com 107"], []])
    #expect(
      try credentials("cognito/quirks.json") == [
        ["apple.com \(Self.sub(2))"], ["apple.com \(Self.sub(4))", "saml.corp s"], [],
      ])
    #expect(try credentials("supabase-users/quirks.json") == [["apple.com \(Self.sub(3))", "google.com 107"]])
    #expect(try credentials("supabase-users/clean.csv") == [["apple.com -"], ["password -"]])
    #expect(try credentials("keycloak/clean.json") == [["apple.com \(Self.sub(1))", "google.com 107"], []])
    #expect(try credentials("keycloak/quirks.json") == [["apple.com \(Self.sub(3))"], ["oidc.corp-sso x"]])
    #expect(try credentials("okta-idp-users/quirks.ndjson") == [["apple.com \(Self.sub(2))"], ["oidc.okta 107"]])
  }

  @Test func appleIsFoundUnderNamesThatTheCustomerChose() throws {
    #expect(
      try credentials("auth0/connections.ndjson") == [
        ["apple.com \(Self.sub(1))"], ["apple.com \(Self.sub(2))"], ["oidc.siwa 107"],
      ])
    #expect(
      try credentials("cognito/providers.json") == [["apple.com \(Self.sub(1))"], ["apple.com \(Self.sub(2))"], []])
  }

  @Test func appleIsFoundWhereSupabaseOnlyNamesIt() throws {
    #expect(
      try credentials("supabase-users/providers.json") == [
        ["emaillink -", "google.com -"], ["apple.com -"],
        ["emaillink 33333333-0000-4000-8000-000000000003", "apple.com -"], [],
      ])
  }

  @Test func aProviderThatSupabaseNamesCountsWithoutItsIdentity() throws {
    let identity =
      #"{"identity_id":"i1","id":"\#(Self.sub(1))","identity_data":{"sub":"\#(Self.sub(1))"},"provider":"apple"}"#
    let user =
      #"{"id":"u1","aud":"authenticated","email":"x@privaterelay.appleid.com","#
      + #""app_metadata":{"provider":"email","providers":["email","phone","apple","google"]},"#
      + #""identities":[\#(identity)]}"#
    let accounts = try read(Array("[\(user)]".utf8)).sink.accounts
    #expect(
      accounts.map { $0.credentials.map { "\($0.provider) \($0.rawID ?? "-")" } } == [
        ["apple.com \(Self.sub(1))", "google.com -"]
      ])
  }

  @Test func unitsAndFlagsAreTheProducts() throws {
    let auth0 = try accounts("auth0/quirks.ndjson")[0]
    #expect(auth0.isDisabled && auth0.isPrivateEmail == true && auth0.credentials[1].isPrivateEmail == true)
    #expect(try accounts("cognito/clean.json")[0].createdAt?.rfc3339 == "2023-05-01T15:43:49.578Z")
    #expect(
      try accounts("cognito/quirks.json").map { $0.createdAt?.rfc3339 } == [
        "2026-01-02T03:04:05.678Z", "2023-05-01T15:43:49.578Z", "2023-05-01T15:43:49.000Z",
      ])
    #expect(
      try accounts("keycloak/quirks.json").map(\.createdAt?.rfc3339)
        == Array(repeating: "2026-01-02T03:04:05.678Z", count: 2))
    #expect(try accounts("supabase-users/clean.csv")[0].createdAt?.rfc3339 == "2026-01-02T03:04:05.678Z")
    let realm =
      #"{"realm":"shop","sslRequired":"none","users":[],"federatedUsers":[{"id":"f:5c:b","username":"b"}]}"#
    let federated = try read(Array(realm.utf8))
    #expect(federated.sink.accounts.map(\.uid) == ["f:5c:b"])
    #expect(try accounts("keycloak/clean.json")[0].phone == "+15550106")
    #expect(try accounts("supabase-users/quirks.json")[0].credentials[0].isPrivateEmail == true)
  }

  @Test func linkTimesComeWithTheIdentities() throws {
    let cognito = try read(try Self.bytes("cognito/quirks.json")).sink.records.compactMap { record -> String? in
      if case .link(let link) = record { "\(link.provider) \(link.linkedAt.rfc3339)" } else { nil }
    }
    #expect(cognito == ["apple.com 2026-01-02T03:04:05.000Z", "saml.corp 2026-01-02T03:04:05.000Z"])
  }

  private func consents(_ name: String) throws -> [String] {
    try read(try Self.bytes(name)).sink.consents.map { consent in
      "\(consent.purpose) \(consent.state.rawValue) \(consent.isExplicit.map { $0 ? "explicit" : "implicit" } ?? "-")"
    }
  }

  @Test func onlyAnAffirmativeExplicitStateCounts() throws {
    #expect(try consents("kantara-receipt/clean.json") == ["link:phone given explicit"])
    #expect(
      try consents("kantara-receipt/quirks.ndjson") == [
        "link:phone given implicit", "newsletter unknown -", "link:social given explicit",
      ])
    #expect(
      try consents("iso-27560/quirks.json") == [
        "link:phone given explicit", "link:phone withdrawn -", "link:social unknown -",
      ])
    #expect(
      try consents("onetrust-receipt/quirks.ndjson") == [
        "link:phone given implicit", "link:social withdrawn -", "link:email unknown -", "x renewed explicit",
        "link:phone given explicit",
      ])
    #expect(
      try consents("fides-preferences/quirks.ndjson") == [
        "link:phone given implicit", "link:phone given implicit", "link:phone withdrawn -", "link:phone unknown -",
      ])
    // A day without its time: the withdrawal is not taken to be later than it may have been.
    let days = try read(try Self.bytes("iso-27560/quirks.json")).sink.consents.map { $0.givenAt.rfc3339 }
    #expect(days == ["2026-01-02T03:04:06.000Z", "2026-05-02T00:00:00.000Z", "2026-01-02T03:04:06.000Z"])
  }

  /// What ends a consent without a word that is known must not leave the consent as it was.
  @Test(arguments: [
    ("ConsentRevoked", ConsentState.withdrawn), ("dpv:ConsentUnknown", .unknown), ("ConsentCancelled", nil),
  ])
  func aStateThatNobodyKnowsIsAReject(name: String, state: ConsentState?) throws {
    let event =
      #"{"event_time":"2026-01-02T03:04:06Z","event_type":"ExplicitlyExpressedConsent","event_state":"\#(name)"}"#
    let plain =
      #"{"schema_version":"1","record_id":"c","pii_principal_id":"u","processing":{"purpose":"p"},"#
      + #""events":[\#(event)]}"#
    let result = try read(plain)
    #expect(result.sink.consents.map(\.state) == (state.map { [$0] } ?? []))
    #expect(result.summary.rejected == (state == nil ? 1 : 0))
  }

  @Test func statusesOfTranscendAreItsOwn() throws {
    let found = try ["FAILED_VERIFICATION", "SECONDARY_APPROVING", "VIEW_CATEGORIES"].map { status in
      try read(
        #"{"id":"1","type":"ERASURE","status":"\#(status)","coreIdentifier":"u1","createdAt":"2026-10-01T00:00:00Z"}"#
      ).sink.records.compactMap { if case .deletion(let record) = $0 { record.status } else { nil } }
    }
    #expect(found == [[.denied], [.inProgress], [.inProgress]])
  }

  /// A third identity has no column; where one of the two is Apple's, nothing is open about Apple.
  @Test(arguments: [("google-oauth2", ExportGeneration.unknown), ("apple", .new), ("", .new)])
  func aTableThatMayLackIdentitiesIsUnknown(second: String, generation: ExportGeneration) throws {
    let columns = (0...1).flatMap { ["identities[\($0)].provider", "identities[\($0)].user_id"] }
    let header = "user_id,email,\(columns.joined(separator: ","))"
    let row = "auth0|1,a@example.com,auth0,1,\(second),\(second.isEmpty ? "" : "2")"
    #expect(try read("\(header)\n\(row)\n").summary.generation == generation)
  }

  /// Each relay address is another person's.
  @Test(arguments: [
    "recipient,sender,at\n\"r1@privaterelay.appleid.com, b@example.com\",a@example.com,2026-01-02T00:00:00Z\n",
    #"{"recipient":"r1@privaterelay.appleid.com;b@example.com","sender":"a@example.com","at":1767312000}"#,
  ])
  func mailToSeveralIsAReject(text: String) throws {
    let result = try read(text)
    #expect(result.summary.records == 0)
    #expect(result.summary.rejects.map(\.reason) == ["`recipient` holds several addresses; write a record for each"])
  }

  private func deletions(_ name: String) throws -> [DeletionRecord] {
    try read(try Self.bytes(name)).sink.records.compactMap {
      if case .deletion(let record) = $0 { record } else { nil }
    }
  }

  @Test func requestsKeepTheirStates() throws {
    #expect(
      try deletions("opendsr/clean.ndjson").map {
        "\($0.subject.uid ?? "-") \($0.status?.rawValue ?? "-") \($0.completedAt?.rfc3339 ?? "-")"
      } == [
        "u1 pending -", "- completed 2026-10-02T00:00:00.000Z",
      ])
    #expect(try deletions("opendsr/quirks.ndjson")[0].subject.emailSHA256 == String(repeating: "b", count: 64))
    #expect(
      try deletions("fides-requests/quirks.csv").map {
        "\($0.subject.uid ?? $0.subject.email ?? "-") \($0.status?.rawValue ?? "-")"
      } == [
        "u2 in_progress", "person3abc@privaterelay.appleid.com cancelled",
      ])
    #expect(try deletions("transcend-requests/quirks.csv").map { $0.status } == [.pending, .cancelled])
  }

  private func revocations(_ name: String) throws -> [RevocationRecord] {
    try read(try Self.bytes(name)).sink.records.compactMap {
      if case .revocation(let record) = $0 { record } else { nil }
    }
  }

  @Test func callsAreJoinedToPersonsByTrace() throws {
    let otlp = try revocations("otlp-traces/clean.json")
    #expect(otlp.map(\.subject.uid) == ["u1"] && otlp[0].httpStatus == 200 && !otlp[0].isExchangedBefore)
    let quirks = try revocations("otlp-traces/quirks.ndjson")
    #expect(quirks.map(\.subject.uid) == ["u2", "u2", "u3", "u4"])
    #expect(quirks.map(\.outcome) == [.exchanged, nil, nil, .failed])
    #expect(quirks.map(\.isExchangedBefore) == [false, true, false, false])
    #expect(quirks.map(\.isRefresh) == [false, false, true, false])
    #expect(quirks.map(\.method) == ["POST", "POST", nil, nil])
    let cloud = try revocations("cloud-logging/quirks.ndjson")
    #expect(cloud.map(\.subject.uid) == ["u6", "u8", "u9", "u8"])
    #expect(cloud.map(\.endpoint) == [.firebaseSession, .apple, nil, .apple])
    #expect(cloud[2].outcome == .failed)
    #expect(try revocations("cloud-logging/clean.json")[0].tokenType == .authorizationCode)
  }
}

private enum Samples {
  static let folder = Fixture.folder
}
