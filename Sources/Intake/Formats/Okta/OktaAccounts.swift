import Evidence
import Timestamps

/// Okta's users of an identity provider: the only place where Okta shows Apple's `sub`.
///
/// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/IdentityProviderUsers/
struct OktaProviderUsers: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = CredentialFiles.okta.rawValue
  static let guide = FormatGuide(
    Self.self, title: "Okta, users of an identity provider",
    note: """
      Only here does Okta show Apple’s `sub`. A file of another provider's users alone leaves open who uses Apple.
      """,
    example: #"""
      [{"id":"00u1","externalId":"001234.….0123","profile":{"email":"r1@privaterelay.appleid.com"}}]
      """#)

  private let joined: JoinedCredentials

  init(_ context: ReaderContext) { joined = context.joined }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("id"), head.keys.contains("externalId"), head.keys.contains("profile") else { return nil }
    return (4, "its accounts have `id`, `externalId` and `profile`, as Okta lists the users of an identity provider")
  }

  func complete(_ summary: inout SourceSummary) {
    // It shows the users of one provider.
    summary.generation = joined.hasOktaAppleUsers ? .new : .unknown
    summary.showsTenants = true
    summary.timeUnits = [.rfc3339]
  }

  /// The listing does not name its provider; Apple's ids have a shape that no other provider's have.
  private static func isApple(_ externalID: String) -> Bool { ProviderNames.looksLikeAppleSub(externalID) }

  static func haveAppleUsers(_ files: [SecondReading]) -> Bool {
    var found = false
    for file in files where !found {
      file.forEachRecord(Shape.listKeys) { record in
        if !found { found = try record.text("externalId").map(isApple) == true }
      }
    }
    return found
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord { ProductRecord() }

  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord {
    let external = try record.requiredText("externalId")
    let email = try record.object("profile")?.text("email")
    let provider = Self.isApple(external) ? "apple.com" : "oidc.okta"
    let created = try record.time("created", numbersAre: nil)
    joined.add(
      JoinedCredential(provider: provider, rawID: external, email: email, linkedAt: created),
      of: try record.requiredText("id"), in: .okta, at: place)
    return ProductRecord(time: created)
  }
}

/// Okta's user objects. They show how a person signs in, but never the person's Apple `sub`.
///
/// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/
struct OktaUsers: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = "okta-users"
  static let guide = FormatGuide(
    Self.self, title: "Okta, users",
    note: "They do not show who signs in with Apple, and the audit says so.",
    example: #"""
      [{"id":"00u1","status":"ACTIVE","profile":{"login":"a@example.com"},"credentials":{"provider":{"type":"OKTA"}}}]
      """#)

  private let joined: JoinedCredentials
  private let texts: TextArena

  init(_ context: ReaderContext) {
    joined = context.joined
    texts = context.texts
  }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    let keys = ["id", "status", "profile", "credentials"]
    guard keys.allSatisfy(head.keys.contains), !head.keys.contains("externalId") else { return nil }
    return (4, "its accounts have `status`, `profile` and `credentials`, as Okta's users have them")
  }

  func complete(_ summary: inout SourceSummary) {
    // On their own they do not show who signs in with Apple.
    summary.generation = joined.hasOktaAppleUsers ? .new : .old
    summary.showsTenants = true
    summary.timeUnits = [.rfc3339]
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let profile = try record.object("profile")
    let uid = try record.requiredText("id")
    let createdAt = try record.time("created", numbersAre: nil)
    let identities = joined.take(of: uid, in: .okta)
    var account = AccountSketch(uid: texts.copy(uid))
    account.email = try profile?.text(anyOf: "email", "login").map { texts.copy($0) }
    account.phone = try profile?.text(anyOf: "mobilePhone", "primaryPhone").map { texts.copy($0) }
    account.createdAt = createdAt?.milliseconds
    account.lastSignInAt = try record.time("lastLogin", numbersAre: nil)?.milliseconds
    account.isDisabled = ["DEPROVISIONED", "SUSPENDED"].contains(try record.text("status") ?? "")
    account.hasPassword = try record.object("credentials")?.object("provider")?.text("type") == "OKTA"
    account.credentials = identities.map { $0.sketch(in: texts) }
    account.displayName = PersonName.first(
      of: [
        profile?.plainText("displayName"),
        PersonName.joined(profile?.plainText("firstName"), profile?.plainText("lastName")),
        profile?.plainText("nickName"),
      ], email: account.email, in: texts)
    // The login, `secondEmail` and the company's own attributes may each be another address.
    record.addContacts(of: "profile", to: &account, ContactScan(texts: texts), ignoring: ["email"])
    return ProductRecord(account: account, evidence: identities.compactMap { $0.link(of: uid) }, time: createdAt)
  }
}
