import Evidence
import Timestamps

/// Auth0's bulk export, as NDJSON and as CSV with the columns that the customer chose.
///
/// https://auth0.com/docs/manage-users/user-migration/bulk-user-exports
struct Auth0Accounts: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = "auth0"

  private var parser = NestedParser()
  /// Every account listed its identities.
  private var hasIdentities = true

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("user_id") else { return nil }
    let others = [
      "identities", "logins_count", "last_login", "email_verified", "user_metadata", "app_metadata", "nickname",
      "phone_verified", "last_ip", "multifactor",
    ]
    // The titles of the table in Auth0's guide.
    if head.shape == .table, ["email", "provider"].allSatisfy(head.keys.contains), !head.keys.contains("identity_data"),
      !["linked_at", "purpose", "at", "requested_at"].contains(where: head.keys.contains)
    {
      return (3, "its columns are `user_id`, `email` and `provider`, as Auth0 exports them")
    }
    let found = others.filter { head.keys.contains($0) } + head.keys.filter { $0.hasPrefix("identities[") }.sorted().prefix(1)
    // Other exports call a person `user_id` too, and say `identity_data` or `provider_id` beside it.
    guard !found.isEmpty, !head.keys.contains("identity_data"), !head.keys.contains("purpose") else { return nil }
    return (2 + min(found.count, 2), "its accounts have `user_id` and `\(found[0])`, as Auth0 exports them")
  }

  func complete(_ summary: inout SourceSummary) {
    // Without identities, only what the uid begins with is known, and nothing that was linked later.
    summary.generation = hasIdentities ? .new : .unknown
    summary.showsTenants = true
    summary.timeUnits = [.rfc3339]
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    var account = AccountRecord(uid: try record.requiredText("user_id"))
    account.email = try record.text("email")
    account.phone = try record.text("phone_number")
    account.createdAt = try record.time("created_at", numbersAre: nil)
    account.lastSignInAt = try record.time("last_login", numbersAre: nil)
    account.isDisabled = try record.bool("blocked") ?? false
    account.isPrivateEmail = try record.bool("is_private_email")
    let identities = record.isRow && !record.has("identities") ? [] : try record.documents("identities", &parser)
    account.credentials = try identities.enumerated().map { index, identity in
      try credential(identity, isFirst: index == 0, of: account)
    }
    if record.isRow { account.credentials += try rowCredentials(record, account) }
    if account.credentials.isEmpty { hasIdentities = false }
    if account.credentials.isEmpty, let own = Self.ownCredential(account) { account.credentials = [own] }
    account.secondFactorPhones = try record.isRow ? [] : record.objects("multifactor", orTexts: true)
      .compactMap { try $0.text("phone_number") }
    account.hasPassword = account.credentials.contains { $0.provider == "password" }
    return ProductRecord(account: account, time: account.createdAt)
  }

  private func credential(_ identity: RecordFields, isFirst: Bool, of account: AccountRecord) throws -> Credential {
    let profile = try identity.object("profileData")
    let id = try identity.text("user_id")
    return Credential(
      provider: Self.provider(
        try identity.requiredText("provider"), connection: try identity.text("connection"), id: id),
      rawID: id.map(Self.withoutPrefix),
      // The first identity is the account's own, and has its address.
      email: try profile?.text("email") ?? (isFirst ? account.email : nil),
      phone: try profile?.text("phone_number"), isPrivateEmail: try profile?.bool("is_private_email"))
  }

  /// Columns such as `identities[0].provider`, one group an identity.
  private func rowCredentials(_ record: RecordFields, _ account: AccountRecord) throws -> [Credential] {
    var credentials: [Credential] = []
    for index in 0..<10 {
      func text(_ name: String) throws -> String? {
        try record.text(anyOf: "identities[\(index)].\(name)", "identities.\(index).\(name)")
      }
      // Some choose the connection alone, which for a social one is the provider's name; Auth0's guide calls it `provider`.
      guard let provider = try text("provider") ?? text("connection") ?? (index == 0 ? record.text("provider") : nil)
      else { break }
      let id = try text("user_id") ?? (index == 0 ? account.uid : nil)
      credentials.append(
        Credential(
          provider: Self.provider(provider, connection: try text("connection"), id: id),
          rawID: id.map(Self.withoutPrefix), email: index == 0 ? account.email : nil))
    }
    return credentials
  }

  /// `apple|001234…` says what the first identity is.
  private static func ownCredential(_ account: AccountRecord) -> Credential? {
    let parts = account.uid.split(separator: "|", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    return Credential(
      provider: provider(String(parts[0]), connection: nil, id: String(parts[1])), rawID: String(parts[1]),
      email: account.email)
  }

  private static func withoutPrefix(_ id: String) -> String {
    id.split(separator: "|", maxSplits: 1).last.map(String.init) ?? id
  }

  private static func provider(_ name: String, connection: String?, id: String?) -> String {
    if name.lowercased() == "email" { return "emaillink" }
    if let known = ProviderNames.known(name) { return known }
    // A custom social connection to Apple shows by its name and by the id that Apple gave.
    if let connection, connection.lowercased().contains("apple"), let id,
      ProviderNames.looksLikeAppleSub(withoutPrefix(id))
    {
      return "apple.com"
    }
    let isSAML = ["samlp", "adfs", "pingfederate"].contains(name.lowercased())
    return ProviderNames.social(connection ?? name, isSAML: isSAML)
  }
}
