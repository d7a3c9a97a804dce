import Evidence
import Timestamps

/// Auth0's bulk export, as NDJSON and as CSV with the columns that the customer chose.
///
/// https://auth0.com/docs/manage-users/user-migration/bulk-user-exports
struct Auth0Accounts: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = "auth0"
  static let guide = FormatGuide(
    Self.self, title: "Auth0, bulk user export as NDJSON or CSV",
    note: """
      In CSV, columns such as `identities[0].provider` and `identities[0].user_id` show the identities; others are \
      named by the configuration's `columns`. Without a column of `identities[1]`, the table leaves open who uses \
      Apple; so does an account without Apple that fills all columns of identities.
      """,
    example: #"""
      {"user_id":"apple|001234.….0123","email":"r1@privaterelay.appleid.com","created_at":"2026-01-02T03:04:05.678Z",
       "identities":[{"connection":"apple","user_id":"001234.….0123","provider":"apple","isSocial":true}]}
      """#)

  private let texts: TextArena
  private let isRelay: @Sendable (BorrowedText) -> Bool
  private var parser = NestedParser()
  /// Every account listed its identities.
  private var hasIdentities = true
  /// How many identities a table has columns for; nil until the first row, and where a column has all of them.
  private var places: Int??
  /// The columns of a table that hold metadata; nil until the first row.
  private var metadata: [String]?

  init(_ context: ReaderContext) {
    texts = context.texts
    isRelay = context.options.isRelay
  }

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
    let found =
      others.filter { head.keys.contains($0) } + head.keys.filter { $0.hasPrefix("identities[") }.sorted().prefix(1)
    // Other exports call a person `user_id` too, and say `identity_data` or `provider_id` beside it.
    guard !found.isEmpty, !head.keys.contains("identity_data"), !head.keys.contains("purpose") else { return nil }
    // Any table may note a person's last log-in: `user_id` and one more column make no export.
    let isExport = found.count > 1 || found[0].hasPrefix("identities") || head.keys.contains("email")
    guard isExport else { return nil }
    return (2 + min(found.count, 2), "its accounts have `user_id` and `\(found[0])`, as Auth0 exports them")
  }

  func complete(_ summary: inout SourceSummary) {
    // Without identities, only the provider in the uid is known, and nothing that was linked later.
    summary.generation = hasIdentities ? .new : .unknown
    summary.showsTenants = true
    summary.timeUnits = [.rfc3339]
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let uid = try record.requiredText("user_id")
    let createdAt = try record.time("created_at", numbersAre: nil)
    var account = AccountSketch(uid: texts.copy(uid))
    account.email = try record.text("email").map { texts.copy($0) }
    account.phone = try record.phone("phone_number").map { texts.copy($0) }
    account.createdAt = createdAt?.milliseconds
    account.lastSignInAt = try record.time("last_login", numbersAre: nil)?.milliseconds
    account.isDisabled = try record.bool("blocked") ?? false
    account.isPrivateEmail = try record.bool("is_private_email")
    let identities = record.isRow && !record.has("identities") ? [] : try record.documents("identities", &parser)
    account.credentials = try identities.enumerated().map { index, identity in
      // The first identity is the account's own, and has its address.
      try credential(identity, ownEmail: index == 0 ? account.email : nil)
    }
    if record.isRow { account.credentials += try rowCredentials(record, uid: uid, email: account.email) }
    // A row whose columns of identities are empty has none.
    let showsAll = record.isRow ? showsAllIdentities(record, account) : !account.credentials.isEmpty
    if !showsAll { hasIdentities = false }
    if account.credentials.isEmpty, let own = ownCredential(uid, email: account.email) { account.credentials = [own] }
    account.secondFactorPhones =
      try record.isRow
      ? []
      : record.objects("multifactor", orTexts: true)
        .compactMap { try $0.text("phone_number").map { texts.copy($0) } }
    account.hasPassword = account.credentials.contains { $0.provider.isEqual(to: "password") }
    addProfile(record, to: &account)
    return ProductRecord(account: account, time: createdAt)
  }

  /// Whether the columns of a table show each identity of an account. An account that fills all places may have more.
  private mutating func showsAllIdentities(_ record: RecordFields, _ account: AccountSketch) -> Bool {
    let places = self.places ?? Self.places(in: record.names)
    self.places = .some(places)
    guard let places else { return true }
    // One that is known to be Apple's leaves nothing open about Apple.
    return places > 1
      && (account.credentials.count < places
        || account.credentials.contains { $0.provider.isEqual(to: "apple.com") })
  }

  private static func places(in names: [String]) -> Int? {
    if names.contains("identities") { return nil }
    return (1..<mostIdentities).first { index in
      !names.contains { $0.hasPrefix("identities[\(index)].") || $0.hasPrefix("identities.\(index).") }
    } ?? mostIdentities
  }

  private mutating func addProfile(_ record: RecordFields, to account: inout AccountSketch) {
    account.displayName = PersonName.first(
      of: [
        record.plainText("name"), PersonName.joined(record.plainText("given_name"), record.plainText("family_name")),
        record.plainText("nickname"),
      ], email: account.email, in: texts)
    let scan = ContactScan(texts: texts)
    guard record.isRow else {
      for name in ["user_metadata", "app_metadata"] { record.addContacts(of: name, to: &account, scan) }
      return
    }
    let columns = metadata ?? record.names.filter { $0.hasPrefix("user_metadata.") || $0.hasPrefix("app_metadata.") }
    metadata = columns
    for name in columns { scan.add(name, record.plainText(name), to: &account) }
  }

  private func credential(_ identity: RecordFields, ownEmail: BorrowedText?) throws -> CredentialSketch {
    let profile = try identity.object("profileData")
    let id = try identity.text("user_id")
    let provider = Self.provider(
      try identity.requiredText("provider"), connection: try identity.text("connection"), id: id)
    return CredentialSketch(
      provider: texts.copy(provider), rawID: id.map { texts.copy(Self.withoutPrefix($0)) },
      email: try profile?.text("email").map { texts.copy($0) } ?? broughtEmail(ownEmail, by: provider),
      phone: try profile?.text("phone_number").map { texts.copy($0) },
      isPrivateEmail: try profile?.bool("is_private_email"),
      displayName: profile?.plainText("name").map { texts.copy($0) })
  }

  private static let mostIdentities = 10

  /// Columns such as `identities[0].provider`, one group an identity.
  private func rowCredentials(
    _ record: RecordFields, uid: String, email: BorrowedText?
  ) throws -> [CredentialSketch] {
    var credentials: [CredentialSketch] = []
    for index in 0..<Self.mostIdentities {
      func text(_ name: String) throws -> String? {
        try record.text(anyOf: "identities[\(index)].\(name)", "identities.\(index).\(name)")
      }
      // Some choose the connection alone, which for a social one is the provider's name; Auth0's guide calls it
      // `provider`.
      guard let name = try text("provider") ?? text("connection") ?? (index == 0 ? record.text("provider") : nil)
      else { break }
      let id = try text("user_id") ?? (index == 0 ? uid : nil)
      let provider = Self.provider(name, connection: try text("connection"), id: id)
      let ownEmail = try text("profileData.email").map { texts.copy($0) }
      credentials.append(
        CredentialSketch(
          provider: texts.copy(provider), rawID: id.map { texts.copy(Self.withoutPrefix($0)) },
          email: ownEmail ?? (index == 0 ? broughtEmail(email, by: provider) : nil)))
    }
    return credentials
  }

  /// The first identity, as a uid such as `apple|001234…` states it.
  private func ownCredential(_ uid: String, email: BorrowedText?) -> CredentialSketch? {
    let parts = uid.split(separator: "|", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let id = String(parts[1])
    let provider = Self.provider(String(parts[0]), connection: nil, id: id)
    return CredentialSketch(
      provider: texts.copy(provider), rawID: texts.copy(Self.withoutConnection(id)),
      email: broughtEmail(email, by: provider))
  }

  /// The account's address, as the one that its first identity brought. Apple may have brought another one: an address
  /// that is no relay address may have replaced it.
  private func broughtEmail(_ email: BorrowedText?, by provider: String) -> BorrowedText? {
    provider == "apple.com" ? email.flatMap { isRelay($0) ? $0 : nil } : email
  }

  /// A custom connection's name stands before its ids, also after the provider in a uid.
  private static func withoutConnection(_ id: String) -> String {
    let last = id.split(separator: "|").last.map(String.init) ?? id
    return ProviderNames.looksLikeAppleSub(last) ? last : id
  }

  private static func withoutPrefix(_ id: String) -> String {
    let id = withoutConnection(id)
    return id.split(separator: "|", maxSplits: 1).last.map(String.init) ?? id
  }

  private static func provider(_ name: String, connection: String?, id: String?) -> String {
    if name.lowercased() == "email" { return "emaillink" }
    if let known = ProviderNames.known(name) { return known }
    // No other provider's ids have the shape of Apple's, whatever the name of a custom connection.
    if let id, ProviderNames.looksLikeAppleSub(withoutPrefix(id)) { return "apple.com" }
    let isSAML = ["samlp", "adfs", "pingfederate"].contains(name.lowercased())
    return ProviderNames.social(connection ?? name, isSAML: isSAML)
  }
}
