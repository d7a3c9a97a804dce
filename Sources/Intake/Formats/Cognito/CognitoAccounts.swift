import Evidence
import Timestamps

/// Amazon Cognito's `ListUsers`, `ListUsersInGroup` and `AdminGetUser`.
///
/// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
struct CognitoAccounts: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = "cognito"
  static let guide = FormatGuide(
    Self.self, title: "Amazon Cognito, `ListUsers`, `ListUsersInGroup`, `AdminGetUser`",
    note: """
      The uid is the attribute `sub`. Linked identities come with the times of their links. Where no user has the \
      attribute `identities`, the list leaves open who uses Apple. The answer of `AdminGetUser` shows nobody gone.
      """,
    example: #"""
      {"Users":[{"Username":"SignInWithApple_001234.….0123","UserCreateDate":1682955829.578,
       "Attributes":[{"Name":"sub","Value":"…"},{"Name":"identities","Value":"[{\"providerType\":\"SignInWithApple\",…}]"}]}]}
      """#)

  private let timeRange: ClosedRange<Int64>
  private let texts: TextArena
  /// The Apple users that are linked to others.
  private let links: CognitoLinks
  private var parser = NestedParser()
  private var hasAccounts = false
  private var isLookup = false

  init(_ context: ReaderContext) {
    timeRange = context.options.timeRange
    texts = context.texts
    links = context.joined.linkedCognitoUsers
  }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("Username"), head.keys.contains("Attributes") || head.keys.contains("UserAttributes")
    else { return nil }
    return (4, "its accounts have `Username` and `Attributes`, as Amazon Cognito lists them")
  }

  func complete(_ summary: inout SourceSummary) {
    // Whoever lists users may leave the attribute `identities` out (`AttributesToGet`).
    summary.generation = links.showIdentities || !hasAccounts ? .new : .unknown
    summary.showsTenants = true
    if isLookup { summary.isSelection = true }
  }

  static func attributes(_ record: RecordFields) throws -> [String: String] {
    var attributes: [String: String] = [:]
    for name in ["Attributes", "UserAttributes"] {
      for attribute in try record.objects(name) {
        if let value = try attribute.text("Value") { attributes[try attribute.requiredText("Name")] = value }
      }
    }
    return attributes
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let attributes = try Self.attributes(record)
    hasAccounts = true
    // The answer of `AdminGetUser`, about one user.
    if record.has("UserAttributes") { isLookup = true }
    let userName = try record.requiredText("Username")
    // Amazon: a user name may pass to another person, `sub` never does.
    let uid = attributes["sub"] ?? userName
    let email = attributes["email"]
    let createdAt = try record.time("UserCreateDate", numbersAre: .seconds)
    let isDisabled = try record.bool("Enabled") == false
    var account = AccountSketch(uid: texts.copy(uid))
    account.createdAt = createdAt?.milliseconds
    let isFederated = try Self.isFederated(record)
    if isFederated, let sub = Self.ownCredential(userName)?.id, links.isLinked(sub) {
      // The profile of an identity that is linked to another user: it exists, and has nothing of its own.
      account.isPrivateEmail = true
      return ProductRecord(account: account, time: createdAt)
    }
    account.email = email.map { texts.copy($0) }
    account.phone = attributes["phone_number"].map { texts.copy($0) }
    account.isDisabled = isDisabled
    account.hasPassword = !isFederated
    let flag = attributes["custom:is_private_email"] ?? attributes["is_private_email"]
    account.isPrivateEmail = flag.flatMap { Bool($0.lowercased()) }
    account.displayName = PersonName.first(
      of: [
        attributes["name"], PersonName.joined(attributes["given_name"], attributes["family_name"]),
        attributes["preferred_username"], attributes["nickname"],
      ], email: account.email, in: texts)
    let scan = ContactScan(texts: texts)
    // In one order: of many contacts the first alone are kept.
    for (name, value) in attributes.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("custom:") || name.hasPrefix("dev:") {
      scan.add(name, value, to: &account)
    }
    var linked: [EvidenceRecord] = []
    if let text = attributes["identities"] {
      for identity in try Self.identities(text, &parser, timeRange: timeRange) {
        account.credentials.append(try credential(identity, ownEmail: email, isFederated: isFederated))
        if let link = try link(identity, of: uid) { linked.append(.link(link)) }
      }
    } else if let own = Self.ownCredential(userName) {
      account.credentials = [
        CredentialSketch(provider: texts.copy(own.provider), rawID: texts.copy(own.id), email: account.email)
      ]
    }
    return ProductRecord(account: account, evidence: linked, time: createdAt)
  }

  static func isFederated(_ record: RecordFields) throws -> Bool {
    try record.text("UserStatus") == "EXTERNAL_PROVIDER"
  }

  /// The attribute is the text of a JSON list.
  static func identities(
    _ text: String, _ parser: inout NestedParser, timeRange: ClosedRange<Int64> = .min ... .max
  ) throws -> [RecordFields] {
    var text = text
    let parsed = text.withUTF8 { parser.parse($0) }
    guard let parsed, parsed.isArray else {
      throw RecordRejection("the attribute `identities` is not a JSON list")
    }
    var identities: [RecordFields] = []
    parsed.forEachElement { element in
      if element.isObject { identities.append(RecordFields(element, timeRange: timeRange, prefix: "identities.")) }
    }
    return identities
  }

  /// The address of a linked identity is that of the user at its provider, where the export lists one.
  private func credential(
    _ identity: RecordFields, ownEmail: String?, isFederated: Bool
  ) throws -> CredentialSketch {
    let id = try identity.text("userId")
    let email = isFederated ? ownEmail : id.flatMap(links.email)
    return CredentialSketch(
      provider: texts.copy(try Self.provider(identity)), rawID: id.map { texts.copy($0) },
      email: email.map { texts.copy($0) })
  }

  /// An identity that is not the primary one was linked to an account that was there.
  private func link(_ identity: RecordFields, of uid: String) throws -> LinkRecord? {
    guard try identity.bool("primary") != true,
      let time = try identity.time("dateCreated", numbersAre: .milliseconds)
    else { return nil }
    return LinkRecord(
      subject: Subject(uid: uid), provider: try Self.provider(identity), linkedAt: time,
      identifier: try identity.text("userId"))
  }

  static func provider(_ identity: RecordFields) throws -> String {
    let type = try identity.text("providerType") ?? ""
    let name = try identity.text("providerName") ?? type
    if type != "SAML", type != "OIDC", let known = ProviderNames.known(type) { return known }
    // Apple as a customer's own OIDC provider shows by its issuer, or by the shape of its ids.
    let issuer = try identity.text("issuer") ?? ""
    if type == "OIDC",
      try AppleToken.issuers.contains(issuer) || ProviderNames.looksLikeAppleSub(identity.text("userId") ?? "")
    {
      return "apple.com"
    }
    if type == "OIDC" || type == "SAML" {
      // The customer chose the name.
      return "\(type.lowercased()).\(name.lowercased())"
    }
    return ProviderNames.social(name, isSAML: false)
  }

  /// `SignInWithApple_001234…`; pools that ignore case write it small.
  static func ownCredential(_ userName: String) -> (provider: String, id: String)? {
    // The customer names a provider of OIDC, but no other provider's ids have the shape of Apple's.
    let last = userName.split(separator: "_").last.map(String.init) ?? ""
    if last != userName, ProviderNames.looksLikeAppleSub(last) { return ("apple.com", last) }
    let parts = userName.split(separator: "_", maxSplits: 1)
    guard parts.count == 2, let provider = ProviderNames.known(String(parts[0])), provider.contains(".") else {
      return nil
    }
    return (provider, String(parts[1]))
  }
}
