import Testing

/// Exports of other products, and older ones of the Firebase CLI, that show less on a night than before: what they
/// leave out is neither gone nor new when it returns.
@Suite struct HidingExportTests {
  private static let social = "consent/link-social"
  private static let phone = "consent/link-phone"
  private static let stranger = Line.consent("stranger", time(1))

  // MARK: Keycloak

  /// - Parameter showsIdentities: false for a realm that was exported without federated identities.
  private func realm(_ showsIdentities: Bool) -> String {
    var user: [String: Any] = [
      "id": "u1", "username": "u1", "email": "me@example.com", "enabled": true, "createdTimestamp": 1_767_323_045_678,
    ]
    if showsIdentities {
      user["federatedIdentities"] = [
        ["identityProvider": "apple", "userId": Self.sub, "userName": Line.relay("u1")],
        ["identityProvider": "google", "userId": "10999", "userName": "me@example.com"],
      ]
    }
    let providers = ["apple", "google"].map { ["alias": $0, "providerId": $0] }
    return Line.object([
      "realm": "shop", "sslRequired": "external", "identityProviders": providers, "users": [user],
    ])
  }

  private static let sub = "000001.0123456789abcdef0123456789abcdef.0001"

  @Test func consentOfMeanwhileComesAfterTheLink() throws {
    let nights = try Nights()
    let late = Line.consent("u1", time(8), ["purpose": "link:google.com"])
    for (day, isWhole, consents, verdict, state) in [
      (6, true, Self.stranger, "fail no-record", "new"), (9, false, Self.stranger, "fail no-record", "carried"),
      (10, false, late, "fail no-record", "carried"), (11, true, late, "fail after-link", "existing"),
    ] {
      let night = try nights.night(day, ["users.json": realm(isWhole), "consents.ndjson": consents])
      night.expect(Self.social, ["u1": verdict], "day \(day)")
      #expect(night.findings.first { $0.rule == Self.social }?.state == state, "day \(day)")
      #expect(!night.resolved.contains { $0.rule.hasPrefix("consent/") }, "day \(day)")
      #expect(night.verdicts("consent/residue-after-unlink").isEmpty, "day \(day)")
    }
  }

  @Test func withdrawnConsentIsNotHonouredByAnExportThatHidesTheCredential() throws {
    let rule = "consent/withdrawn-still-linked"
    let nights = try Nights()
    let consents = Line.consent("u1", time(0), ["purpose": "link:google.com", "withdrawn_at": time(1)])
    for (day, isWhole) in [(6, true), (7, false), (8, false), (9, true)] {
      try nights.night(day, ["users.json": realm(isWhole), "consents.ndjson": consents])
        .expect(rule, ["u1": "fail still-linked"], "day \(day)")
    }
  }

  // MARK: The Firebase CLI before it wrote Apple's credentials

  /// - Parameter signIn: the field by which the Identity Toolkit and the CLI are told apart.
  private func firebase(_ signIn: String, email: String, _ credentials: [[String: String]]) -> String {
    Line.object([
      "users": [
        [
          "localId": "u1", "email": email, "createdAt": "1767225600000", signIn: "1767225600000",
          "providerUserInfo": credentials,
        ]
      ]
    ])
  }

  private let google = ["providerId": "google.com", "rawId": "g-1", "email": "me@example.org"]

  /// Nothing in such an export shows that the account is one with Apple.
  @Test func anAccountWithAppleIsNotTakenForOneWithout() throws {
    let rule = "consent/apple-account"
    let nights = try Nights()
    let apple = ["providerId": "apple.com", "rawId": Self.sub, "email": "me@example.com"]
    let whole = firebase("lastLoginAt", email: "me@example.com", [apple, google])
    let hiding = firebase("lastSignedInAt", email: "me@example.com", [google])
    for (day, users, state) in [
      (6, whole, "new"), (7, hiding, "carried"), (8, hiding, "carried"), (9, whole, "existing"),
    ] {
      let night = try nights.night(day, ["users.json": users, "consents.ndjson": Self.stranger])
      night.expect(rule, ["u1": "fail no-record"], "day \(day)")
      #expect(night.findings.first { $0.rule == rule }?.state == state, "day \(day)")
    }
  }

  /// Every generation of the CLI writes a credential of Google, and the account's number.
  @Test func whatAnOldExportShowsToBeGoneIsResolved() throws {
    let rule = "consent/apple-account"
    let nights = try Nights()
    let apple = ["providerId": "apple.com", "rawId": Self.sub, "email": "me@example.com"]
    let microsoft = ["providerId": "microsoft.com", "rawId": "m-1", "email": "me@example.net"]
    let whole = firebase("lastLoginAt", email: "me@example.com", [apple, google, microsoft])
    let hiding = firebase("lastSignedInAt", email: "me@example.com", [])
    for (day, users, objects) in [
      (6, whole, ["google.com", "microsoft.com"]), (7, hiding, ["microsoft.com"]), (8, hiding, ["microsoft.com"]),
    ] {
      let night = try nights.night(day, ["users.json": users, "consents.ndjson": Self.stranger])
      let found = night.findings.filter { $0.rule == rule }.compactMap(\.object)
      #expect(found.sorted() == objects, "day \(day)")
    }
  }

  /// The address came with a credential to which the person agreed.
  @Test func anAddressThatAHiddenCredentialBroughtIsNone() throws {
    let nights = try Nights()
    let apple = ["providerId": "apple.com", "rawId": Self.sub, "email": Line.relay("u1")]
    let microsoft = ["providerId": "microsoft.com", "rawId": "m-1", "email": "me@example.com"]
    let consents = Line.consent("u1", "2026-01-01T00:00:00Z", ["purpose": "link:microsoft.com"])
    for (day, users) in [
      (6, firebase("lastLoginAt", email: "me@example.com", [apple, microsoft])),
      (7, firebase("lastSignedInAt", email: "me@example.com", [])),
    ] {
      let night = try nights.night(day, ["users.json": users, "consents.ndjson": consents])
      #expect(night.verdicts("consent/link-email").isEmpty, "day \(day)")
    }
  }

  // MARK: Files that are joined

  private func okta(_ uid: String, _ externalID: String, _ email: String) -> [String: Any] {
    ["id": uid, "externalId": externalID, "created": time(1), "profile": ["email": email]]
  }

  private func list(_ objects: [String: Any]...) -> String {
    "[" + objects.map(Line.object).joined(separator: ",") + "]"
  }

  @Test func aMissingFileOfCredentialsResolvesNothing() throws {
    let users = list([
      "id": "u1", "status": "ACTIVE", "created": time(1), "profile": ["login": Line.relay("u1")],
      "credentials": ["provider": ["type": "SOCIAL"]],
    ])
    let apple = list(okta("u1", Self.sub, Line.relay("u1")))
    let google = list(okta("u1", "10999", "me@example.com"))
    let nights = try Nights()
    for (day, isThere) in [(6, true), (7, false), (8, true)] {
      var files = ["users.json": users, "apple.json": apple, "consents.ndjson": Self.stranger]
      if isThere { files["google.json"] = google }
      let night = try nights.night(day, files)
      night.expect(Self.social, ["u1": "fail no-record"], "day \(day)")
      #expect(!night.resolved.contains { $0.rule == Self.social }, "day \(day)")
      let reasons = (night.report["gate"] as? [String: Any])?["reasons"] as? [String] ?? []
      #expect(reasons.contains { $0.contains("google.json` was not read") } == !isThere, "\(reasons)")
    }
  }

  /// What an account lacks may stand in the file that is missing.
  @Test func aMissingFileOfCredentialsHonoursNoWithdrawal() throws {
    let rule = "consent/withdrawn-still-linked"
    let users = list([
      "id": "u1", "status": "ACTIVE", "created": time(1), "profile": ["login": Line.relay("u1")],
      "credentials": ["provider": ["type": "SOCIAL"]],
    ])
    let consents = Line.consent("u1", time(0), ["purpose": "link:oidc.okta", "withdrawn_at": time(1)])
    let nights = try Nights()
    for (day, isThere) in [(6, true), (7, false), (8, true)] {
      var files = [
        "users.json": users, "apple.json": list(okta("u1", Self.sub, Line.relay("u1"))), "consents.ndjson": consents,
      ]
      // A file of another provider says nothing of the one that is missing.
      files[isThere ? "google.json" : "other.json"] = list(okta(isThere ? "u1" : "u2", "10999", "me@example.com"))
      let night = try nights.night(day, files)
      night.expect(rule, ["u1": "fail still-linked"], "day \(day)")
      #expect(!night.resolved.contains { $0.rule == rule }, "day \(day)")
    }
  }

  /// A listing is one of Apple's users wherever it stands among the files.
  @Test(arguments: [true, false]) func oneListingOfAppleUsersIsEnough(hasApple: Bool) throws {
    let listings = [
      "a.json": list(okta("u1", "10999", "me@example.com")), "b.json": list(okta("u2", "20999", "b@example.com")),
      "c.json": list(okta("u3", hasApple ? Self.sub : "30999", "c@example.com")),
    ]
    let requests = Line.object(["uid": "u1", "request_id": "q", "requested_at": time(-60)])
    let night = try Nights().night(6, listings.merging(["deletions.ndjson": requests]) { $1 })
    night.expect("deletion/token-revoked", hasApple ? [:] : ["u1": "inconclusive apple-unknown"])
    #expect(night.findings.contains { $0.rule == "evidence/export-hides-apple" } == !hasApple)
  }

  /// Rows of `auth.identities` show neither the account's address nor its number.
  @Test func aMissingFileOfAccountsResolvesNothing() throws {
    let uid = "33333333-3333-3333-3333-333333333301"
    let data = #""{""sub"":""\#(Self.sub)"",""email"":""\#(Line.relay("u1"))""}""#
    let identities = """
      provider_id,user_id,identity_data,provider,created_at
      \(Self.sub),\(uid),\(data),apple,2026-01-02 03:04:05+00

      """
    let users = """
      id,aud,email,phone,raw_app_meta_data,created_at
      \(uid),authenticated,\(Line.relay("u1")),15550100001,"{""providers"":[""apple""]}",2026-01-02 03:04:05+00

      """
    let nights = try Nights()
    let late = Line.consent(uid, time(6, 12))
    for (day, isThere, consents, verdict) in [
      (6, true, Self.stranger, "fail no-record"), (7, false, late, "fail no-record"),
      (8, true, late, "inconclusive order-unknown"),
    ] {
      var files = ["identities.csv": identities, "consents.ndjson": consents]
      if isThere { files["users.csv"] = users }
      let night = try nights.night(day, files)
      night.expect(Self.phone, [uid: verdict], "day \(day)")
      #expect(!night.resolved.contains { $0.rule == Self.phone }, "day \(day)")
    }
  }

  /// Okta's listing shows the users of one provider, and a table of Auth0's with one provider shows the first alone.
  @Test(arguments: [
    #"[{"id":"u1","externalId":"10999","created":"2026-01-01T00:00:00Z","profile":{"email":"me@example.com"}}]"#,
    "user_id,email,provider\nu1,me@example.com,google-oauth2\n",
    "user_id,email,identities[0].provider,identities[0].user_id\nu1,me@example.com,google-oauth2,10999\n",
  ])
  func whatShowsOneIdentityLeavesAppleOpen(users: String) throws {
    let requests = Line.object(["uid": "u1", "request_id": "q", "requested_at": time(-60)])
    try Nights().night(6, ["users": users, "deletions.ndjson": requests])
      .expect("deletion/token-revoked", ["u1": "inconclusive apple-unknown"])
  }

  // MARK: Cognito

  private func cognito(_ number: Int, _ attributes: [String: String], key: String = "Attributes") -> [String: Any] {
    let all = attributes.merging(["sub": Self.cognitoUID(number)]) { $1 }
    return [
      "Username": "user-\(number)", "UserCreateDate": 1_767_323_045.678, "UserStatus": "CONFIRMED", "Enabled": true,
      key: all.sorted { $0.key < $1.key }.map { ["Name": $0.key, "Value": $0.value] },
    ]
  }

  private static func cognitoUID(_ number: Int) -> String { "55555555-0000-0000-0000-00000000000\(number)" }

  private func identities(_ number: Int) -> [String: String] {
    let sub = Self.sub.replacing("000001.", with: "00000\(number).")
    return [
      "email": Line.relay("u\(number)"), "phone_number": "+1555010000\(number)",
      "identities": #"[{"userId":"\#(sub)","providerName":"SignInWithApple","providerType":"SignInWithApple"}]"#,
    ]
  }

  /// The answer about one user says nothing of the others.
  @Test func aLookupShowsNobodyGone() throws {
    let nights = try Nights()
    let all = Line.object(["Users": [1, 2].map { cognito($0, identities($0)) }])
    let one = Line.object(cognito(1, identities(1), key: "UserAttributes"))
    let requests = Line.request(Self.cognitoUID(2), time(-60))
    for (day, users) in [(6, all), (7, one), (8, all)] {
      let night = try nights.night(day, ["users.json": users, "deletions.ndjson": requests])
      night.expect("deletion/account-removed", [Self.cognitoUID(2): "fail still-present"], "day \(day)")
    }
  }

  /// One page of a list may have nobody with `identities`.
  @Test func pagesAreOneList() throws {
    let pages = [
      "1.json": Line.object(["Users": [cognito(1, identities(1))], "PaginationToken": "p"]),
      "2.json": Line.object(["Users": [cognito(2, ["email": "me@example.com"])]]),
    ]
    let night = try Nights().night(6, pages)
    #expect(!night.findings.contains { $0.rule == "evidence/export-hides-apple" })
  }

  /// Who lists users may leave the attribute `identities` out.
  @Test func aListWithoutIdentitiesLeavesAppleOpen() throws {
    let users = Line.object(["Users": [cognito(1, ["email": "me@example.com"])]])
    let requests = Line.object(["uid": Self.cognitoUID(1), "request_id": "q", "requested_at": time(-60)])
    try Nights().night(6, ["users.json": users, "deletions.ndjson": requests])
      .expect("deletion/token-revoked", [Self.cognitoUID(1): "inconclusive apple-unknown"])
  }
}
