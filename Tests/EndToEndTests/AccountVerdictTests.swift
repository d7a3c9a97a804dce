import Testing

/// Accounts whose links and credentials stand elsewhere than in their own record.
@Suite struct AccountVerdictTests {
  private static let sub = "001234.0123456789abcdef0123456789abcdef.0123"
  private static let relay = "person1abc@privaterelay.appleid.com"

  /// A consent of nobody, so that consents are there, besides the files.
  private static func example(
    _ name: String, _ rule: String, _ files: [String: String], _ expected: [String: String]
  ) -> VerdictCase {
    let consents = Sample.consent("nobody", "link:phone", "2026-01-01T00:00:00Z")
    return VerdictCase(
      name: name, files: files.merging(["consents.ndjson": consents]) { $1 }, rule: rule, expected: expected)
  }

  private static func deletion(_ uid: String) -> String {
    "{\"uid\":\"\(uid)\",\"request_id\":\"r1\",\"requested_at\":\"2026-05-01T00:00:00Z\",\"apple_credential\":true,\"status\":\"completed\",\"completed_at\":\"2026-05-02T00:00:00Z\"}\n"
  }

  private static func identity(_ uid: String, _ provider: String, _ id: String, _ data: String) -> String {
    "{\"id\":\"row-\(uid)-\(provider)\",\"user_id\":\"\(uid)\",\"provider\":\"\(provider)\",\"provider_id\":\"\(id)\",\"identity_data\":{\(data)},\"created_at\":\"2026-03-01T00:00:00Z\"}\n"
  }

  private static func identities(_ uid: String) -> String {
    identity(uid, "apple", sub, "\"sub\":\"\(sub)\",\"email\":\"\(relay)\"")
      + identity(uid, "google", "g1", "\"email\":\"g@example.com\"")
  }

  private static func supabaseUser(_ uid: String, _ more: String = "") -> String {
    "{\"id\":\"\(uid)\",\"aud\":\"authenticated\",\"instance_id\":\"0\",\"email\":\"\",\"raw_app_meta_data\":{},\"raw_user_meta_data\":{},\"created_at\":\"2026-02-01T00:00:00Z\"\(more)}\n"
  }

  private static let oktaListing =
    "[{\"id\":\"00u1\",\"externalId\":\"\(sub)\",\"created\":\"2026-03-01T00:00:00Z\",\"profile\":{\"email\":\"\(relay)\"},\"_links\":{}}]"
  private static let oktaUser =
    "{\"id\":\"00u2\",\"status\":\"ACTIVE\",\"created\":\"2026-01-01T00:00:00Z\",\"profile\":{\"login\":\"w@example.com\"},\"credentials\":{\"provider\":{\"type\":\"OKTA\",\"name\":\"OKTA\"}}}\n"

  private static func cognito(_ users: String...) -> String { "{\"Users\":[\(users.joined(separator: ","))]}" }

  private static func native(_ type: String, _ name: String, issuer: String = "null", email: String = relay) -> String {
    let identities =
      "[{\\\"userId\\\":\\\"\(sub)\\\",\\\"providerName\\\":\\\"\(name)\\\",\\\"providerType\\\":\\\"\(type)\\\",\\\"issuer\\\":\(issuer),\\\"primary\\\":false,\\\"dateCreated\\\":1769904000000}]"
    return """
      {"Username":"native1","UserStatus":"CONFIRMED","Enabled":true,"UserCreateDate":1767225600.5,"Attributes":[\
      {"Name":"sub","Value":"s1"},{"Name":"email","Value":"\(email)"},{"Name":"phone_number","Value":"+15555550101"},\
      {"Name":"identities","Value":"\(identities)"}]}
      """
  }

  private static let appleUser = """
    {"Username":"signinwithapple_\(sub)","UserStatus":"EXTERNAL_PROVIDER","Enabled":true,"UserCreateDate":1767225600,\
    "Attributes":[{"Name":"sub","Value":"s2"},{"Name":"email","Value":"\(relay)"}]}
    """

  private static let keycloakUser = """
    {"id":"k1","createdTimestamp":1767225600000,"username":"u","enabled":true,"email":"\(relay)",\
    "attributes":{"phone":["+15555550101"]},"federatedIdentities":[{"identityProvider":"siwa","userId":"\(sub)","userName":"x"}]}
    """
  private static let providers = "\"identityProviders\":[{\"alias\":\"siwa\",\"providerId\":\"apple\",\"config\":{}}]"
  private static let roles = (0..<2000).map {
    "{\"name\":\"role\($0)\",\"description\":\"what it may do, at some length\"}"
  }
  .joined(separator: ",")

  static let cases: [VerdictCase] = [
    example(
      "identities of a user in no file are still there", "deletion/account-removed",
      ["users.ndjson": supabaseUser("b"), "identities.ndjson": identities("a"), "deletions.ndjson": deletion("a")],
      ["a": "fail still-present"]),
    example(
      "identities without any users are accounts with all their links", "consent/link-social",
      ["identities.ndjson": identities("a")], ["a": "fail no-record"]),
    example(
      "a deleted identity is none", "deletion/account-removed",
      [
        "identities.ndjson": identity("a", "apple", String(repeating: "q", count: 43), ""),
        "deletions.ndjson": deletion("a"),
      ],
      ["a": "pass"]),
    example(
      "nor are the identities of a deleted user", "deletion/account-removed",
      [
        "users.ndjson": supabaseUser("a", ",\"deleted_at\":\"2026-05-02T00:00:00Z\""),
        "identities.ndjson": identities("a"),
        "deletions.ndjson": deletion("a"),
      ], ["a": "pass"]),
    example(
      "a person of Okta's listing who is in no users' file", "deletion/account-removed",
      ["listing.json": oktaListing, "users.ndjson": oktaUser, "deletions.ndjson": deletion("00u1")],
      ["00u1": "fail still-present"]),
    example(
      "Cognito: Apple as an OIDC provider of one's own", "consent/link-phone",
      ["users.json": cognito(native("OIDC", "siwa", issuer: "\\\"https://appleid.apple.com\\\""))],
      ["s1": "fail no-record"]),
    example(
      "Cognito: the relay address stands at the Apple user that was linked", "consent/link-email",
      ["users.json": cognito(appleUser, native("SignInWithApple", "SignInWithApple", email: "real@example.com"))],
      ["s1": "fail no-record"]),
    example(
      "Cognito: in whatever order and files", "consent/link-email",
      [
        "a.json": cognito(native("SignInWithApple", "SignInWithApple", email: "real@example.com")),
        "b.json": cognito(appleUser),
      ], ["s1": "fail no-record"]),
    example(
      "Cognito: the two are one person", "relay/shared-address",
      ["users.json": cognito(appleUser, native("SignInWithApple", "SignInWithApple", email: "real@example.com"))],
      ["s1": "pass", "s1 apple": "pass"]),
    example(
      "Keycloak: the alias stands in the realm's file", "consent/link-phone",
      [
        "r-realm.json": "{\"realm\":\"r\",\"sslRequired\":\"external\",\(providers)}",
        "r-users-0.json": "{\"realm\":\"r\",\"users\":[\(keycloakUser.replacing(sub, with: "some-id"))]}",
      ], ["k1": "fail no-record"]),
    example(
      "Keycloak: users alone show Apple by its ids", "consent/link-phone",
      ["r-users-0.json": "{\"realm\":\"r\",\"users\":[\(keycloakUser)]}"], ["k1": "fail no-record"]),
    example(
      "Keycloak: much stands before the users", "consent/link-phone",
      [
        "r.json":
          "{\"id\":\"r\",\"realm\":\"r\",\"roles\":{\"realm\":[\(roles)]},\"users\":[\(keycloakUser)],\(providers)}"
      ],
      ["k1": "fail no-record"]),
    example(
      "Auth0: titles of the guide", "consent/link-phone",
      [
        "users.csv":
          "user_id,email,phone_number,provider\n\"'apple|\(sub)\",\"'\(relay)\",\"'+15555550101\",\"'apple\"\n"
      ],
      ["apple|\(sub)": "fail no-record"]),
    example(
      "Auth0: columns by the configuration", "consent/link-phone",
      [
        "users.csv":
          "Id,Mail,Tel,identities[0].provider\n\"'apple|\(sub)\",\"'\(relay)\",\"'+15555550101\",\"'apple\"\n",
        "../relay-audit.yaml":
          "inputs: [{path: in/users.csv, kind: accounts, columns: {user_id: Id, email: Mail, phone_number: Tel}}]\n",
      ], ["apple|\(sub)": "fail no-record"]),
    example(
      "Auth0: a second factor's number", "consent/link-phone",
      [
        "users.ndjson":
          "{\"user_id\":\"apple|\(sub)\",\"email\":\"\(relay)\",\"multifactor\":[{\"type\":\"sms\",\"phone_number\":\"+15555550101\"}],"
          + "\"identities\":[{\"provider\":\"apple\",\"user_id\":\"\(sub)\",\"connection\":\"apple\",\"isSocial\":true}]}\n"
      ], ["apple|\(sub)": "fail no-record"]),
    example(
      "Auth0: second factors as mere names", "consent/link-phone",
      [
        "users.ndjson":
          "{\"user_id\":\"apple|\(sub)\",\"email\":\"\(relay)\",\"multifactor\":[\"guardian\"],"
          + "\"identities\":[{\"provider\":\"apple\",\"user_id\":\"\(sub)\",\"connection\":\"apple\",\"isSocial\":true}]}\n"
      ], [:]),
    example(
      "Auth0: without identities nothing is known of what was linked", "evidence/export-hides-apple",
      [
        "users.csv":
          "user_id,email,phone_number,email_verified\n\"'apple|\(sub)\",\"'\(relay)\",\"'+15555550101\",\"'true\"\n"
      ],
      ["": "inconclusive generation-unknown"]),
  ]

  @Test(arguments: cases) func isJudged(example: VerdictCase) throws { try example.check() }
}
