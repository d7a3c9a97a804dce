import Evidence
import Timestamps

/// Supabase's `auth.users`: the table as CSV or JSON, and the users of its REST interface, which carry their
/// identities.
///
/// https://github.com/supabase/auth/tree/master/migrations
struct SupabaseAccounts: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = "supabase-users"
  static let guide = FormatGuide(
    Self.self, title: "Supabase, the table `auth.users` as CSV or JSON, or the REST interface's users",
    note:
      """
      Supply `auth.identities` as well; the two are joined. A provider that `providers` names counts without its \
      identity as well. Rows with `deleted_at` are not accounts.
      """,
    example: #"""
      id,aud,email,raw_app_meta_data,created_at,deleted_at
      3333…,authenticated,r1@privaterelay.appleid.com,"{""providers"":[""apple""]}",2026-01-02 03:04:05+00,
      """#)

  private let joined: JoinedCredentials
  private let texts: TextArena
  private let capturedAt: Timestamp
  private var showsProviders = false
  private var parser = NestedParser()

  init(_ context: ReaderContext) {
    joined = context.joined
    texts = context.texts
    capturedAt = context.file.capturedAt
  }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("id"), !head.keys.contains("identity_data") else { return nil }
    for key in ["raw_app_meta_data", "app_metadata", "encrypted_password"] where head.keys.contains(key) {
      guard head.keys.contains("aud") || head.keys.contains("instance_id") || key == "raw_app_meta_data" else {
        continue
      }
      return (4, "its accounts have `id` and `\(key)`, as Supabase's `auth.users` has them")
    }
    return nil
  }

  func complete(_ summary: inout SourceSummary) {
    // The table has neither identities nor providers, so it does not show how people sign in.
    summary.generation = showsProviders ? .new : .old
    summary.showsTenants = true
    summary.timeUnits = [.rfc3339]
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let uid = try record.requiredText("id")
    // Some tools write an absent value as a word.
    if let deleted = try record.text("deleted_at"), deleted.lowercased() != "null" {
      // Else a word that stands for nothing would take the account out of the audit.
      _ = try record.time("deleted_at", numbersAre: nil)
      _ = joined.take(of: uid, in: .supabase)
      return .ignored("the account is deleted, and only its row remains")
    }
    let createdAt = try record.time("created_at", numbersAre: nil)
    var account = AccountSketch(uid: texts.copy(uid))
    account.email = try record.text("email").map { texts.copy($0) }
    account.phone = try record.phone("phone").map { texts.copy($0) }
    account.createdAt = createdAt?.milliseconds
    account.lastSignInAt = try record.time("last_sign_in_at", numbersAre: nil)?.milliseconds
    account.hasPassword = record.has("encrypted_password")
    account.isDisabled = try isBanned(record)
    let profile = try record.document("raw_user_meta_data", &parser) ?? record.object("user_metadata")
    account.isPrivateEmail =
      try profile?.object("custom_claims")?.bool("is_private_email") ?? profile?.bool("is_private_email")
    account.hasPhoto = try profile?.text(anyOf: "avatar_url", "picture") != nil
    account.displayName = PersonName.first(
      of: ["full_name", "name", "display_name", "preferred_username", "user_name"].map { profile?.plainText($0) },
      email: account.email, in: texts)
    if let profile, case .object(let values) = profile.content {
      ContactScan(texts: texts).add(values, to: &account)
    }

    let identities =
      try record.objects("identities").map { try JoinedCredential(supabase: $0, &parser) }
      + joined.take(of: uid, in: .supabase)
    let summary = try record.document("raw_app_meta_data", &parser) ?? record.object("app_metadata")
    let named = try summary?.texts("providers") ?? []
    if !identities.isEmpty || !named.isEmpty { showsProviders = true }
    var credentials = identities
    // A provider counts wherever it is named, since identities may be missing. An address and a number have columns of
    // their own beside the identities.
    for credential in named.map(Self.credential)
    where identities.isEmpty || !["email", "phone"].contains(credential.provider) {
      if !credentials.contains(where: { $0.provider == credential.provider }) { credentials.append(credential) }
    }
    // `provider` may stand alone; of any other than Apple it only tells how the person signed up.
    if !credentials.contains(where: { $0.provider == "apple.com" }),
      let apple = try summary?.text("provider").map(Self.credential), apple.provider == "apple.com"
    {
      credentials.append(apple)
    }
    account.credentials = credentials.map { credential in
      var credential = credential
      // Supabase calls a password's identity `email`, and makes no other.
      if credential.provider == "email" { credential.provider = account.hasPassword ? "password" : "emaillink" }
      return credential.sketch(in: texts)
    }
    return ProductRecord(account: account, evidence: identities.compactMap { $0.link(of: uid) }, time: createdAt)
  }

  /// A provider that is only named.
  private static func credential(_ name: String) -> JoinedCredential {
    JoinedCredential(provider: ProviderNames.known(name) ?? ProviderNames.social(name, isSAML: name.hasPrefix("sso")))
  }

  /// A ban that has ended by the time of the export is none.
  private func isBanned(_ record: RecordFields) throws -> Bool {
    guard let text = try record.text("banned_until"), text.lowercased() != "null" else { return false }
    return Timestamp(written: text).map { $0 > capturedAt } ?? true
  }
}
