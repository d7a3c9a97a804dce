import Evidence
import Timestamps

/// A realm as Keycloak exports it: in one file, or its users in a series of files beside it.
///
/// https://www.keycloak.org/server/importExport
struct KeycloakAccounts: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = "keycloak"
  static let guide = FormatGuide(
    Self.self, title: "Keycloak, realm export: one file, or `-users-N.json`",
    note:
      """
      An alias of an identity provider is looked up in `identityProviders`; if the files have none, its name decides. \
      `federatedUsers` are accounts too.
      """,
    example: #"""
      {"realm":"shop","users":[{"id":"…","username":"a","createdTimestamp":1767323045678,
       "federatedIdentities":[{"identityProvider":"apple","userId":"001234.….0123"}]}]}
      """#)

  /// What each alias of an identity provider stands for, where the file says so.
  private let providers: [String: String]
  /// Why providers of the file, or of the realm's file, are unknown.
  private let problems: [String]
  /// A realm's file without users is all right beside those that have them. Alone it is an export that leaves them out.
  let needsList: Bool
  private let texts: TextArena
  private var showsIdentities = false

  init(_ context: ReaderContext) {
    providers = context.joined.realms.providers(for: context.file)
    problems = context.joined.realms.problems(in: context.file)
    needsList = !context.joined.realms.haveUsers(of: context.file)
    texts = context.texts
  }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    // A realm's settings come first, and may be longer than the head of the file.
    if isRealm(head) { return (4, "it has `realm` and a realm's settings, as Keycloak exports them") }
    guard head.keys.contains("username") else { return nil }
    let marks = [
      "federatedIdentities", "createdTimestamp", "realmRoles", "disableableCredentialTypes", "requiredActions",
    ]
    guard let mark = marks.first(where: head.keys.contains) else { return nil }
    return (4, "its accounts have `username` and `\(mark)`, as Keycloak exports them")
  }

  static func shape(_ head: Head) -> Shape? {
    isRealm(head) ? .members : head.shape
  }

  private static func isRealm(_ head: Head) -> Bool {
    head.pageKeys.contains("realm")
      && ["sslRequired", "roles", "identityProviders"].contains(where: head.pageKeys.contains)
  }

  func complete(_ summary: inout SourceSummary) {
    // Without any federated identity, it is unknown whether they were exported.
    summary.generation = summary.records == 0 || showsIdentities ? .new : .unknown
    summary.showsTenants = true
    summary.timeUnits = [.milliseconds]
    summary.rejected += Int64(problems.count)
    summary.rejects += problems.map { Reject(locator: "identityProviders", reason: $0) }
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    guard let uid = try record.text(anyOf: "id", "username") else { throw FieldError.missing("id") }
    let createdAt = try record.time("createdTimestamp", numbersAre: .milliseconds)
    var account = AccountSketch(uid: texts.copy(uid))
    account.email = try record.text("email").map { texts.copy($0) }
    account.createdAt = createdAt?.milliseconds
    account.isDisabled = try record.bool("enabled") == false
    if let attributes = try record.object("attributes") {
      account.phone = try ["phoneNumber", "phone_number", "phone", "mobile"].lazy.flatMap { try attributes.texts($0) }
        .first
        .map { texts.copy($0) }
      account.isPrivateEmail = try Self.flag("is_private_email", attributes)
      record.addContacts(of: "attributes", to: &account, ContactScan(texts: texts))
    }
    // A user name is what people sign in with, and often their address.
    account.displayName = PersonName.first(
      of: [
        PersonName.joined(record.plainText("firstName"), record.plainText("lastName")), record.plainText("username"),
      ], email: account.email, in: texts)
    account.hasPassword = try record.objects("credentials").contains { try $0.text("type") == "password" }
    account.credentials = try record.objects("federatedIdentities").map { identity in
      let alias = try identity.requiredText("identityProvider")
      let id = try identity.text("userId")
      // No other provider's ids have the shape of Apple's, whatever the alias.
      let provider = id.map(ProviderNames.looksLikeAppleSub) == true ? "apple.com" : provider(alias)
      let name = try identity.text("userName")
      return CredentialSketch(
        provider: texts.copy(provider), rawID: id.map { texts.copy($0) },
        email: name.flatMap { $0.contains("@") ? texts.copy($0) : nil })
    }
    if !account.credentials.isEmpty { showsIdentities = true }
    return ProductRecord(account: account, time: createdAt)
  }

  /// Keycloak's attributes are lists of texts, also where they have one value.
  private static func flag(_ name: String, _ attributes: RecordFields) throws -> Bool? {
    guard let value = try attributes.value(name) else { return nil }
    guard value.isArray else { return try attributes.bool(name) }
    var isEmpty = true
    value.forEachElement { _ in isEmpty = false }
    switch try attributes.texts(name).first?.lowercased() {
    case nil where isEmpty: return nil
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw FieldError.notBool(attributes.prefix + name)
    }
  }

  private func provider(_ alias: String) -> String {
    if let provider = providers[alias] { return provider }
    if let known = ProviderNames.known(alias) { return known }
    // A series of user files leaves the providers out, so only their names are known.
    return alias.lowercased().contains("apple") ? "apple.com" : "oidc.\(alias.lowercased())"
  }
}
