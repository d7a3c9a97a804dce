import Evidence
import Timestamps

/// Supabase's `auth.identities`, a table beside `auth.users`: its rows belong to the accounts of the other file.
struct SupabaseIdentities: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = CredentialFiles.supabase.rawValue
  static let guide = FormatGuide(
    Self.self, title: "Supabase, the table `auth.identities`",
    note: "`created_at` is the time of the link.",
    example: #"""
      provider_id,user_id,identity_data,provider,created_at
      001234.….0123,3333…,"{""sub"":""001234.….0123""}",apple,2026-01-02 03:04:05+00
      """#)

  private let joined: JoinedCredentials
  private var parser = NestedParser()

  init(_ context: ReaderContext) { joined = context.joined }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("identity_data"), head.keys.contains("user_id"), head.keys.contains("provider") else {
      return nil
    }
    return (4, "its rows have `identity_data`, `user_id` and `provider`, as Supabase's `auth.identities` has them")
  }

  func complete(_ summary: inout SourceSummary) {
    summary.generation = .new
    summary.showsTenants = true
    summary.timeUnits = [.rfc3339]
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord { ProductRecord() }

  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord {
    let uid = try record.requiredText("user_id")
    let identity = try JoinedCredential(supabase: record, &parser)
    // Supabase empties a deleted identity, and hashes its id.
    if identity.provider == "apple.com", identity.rawID.map(ProviderNames.looksLikeAppleSub) != true,
      try record.document("identity_data", &parser)?.names.isEmpty == true
    {
      return .ignored("the identity is deleted, and only its row remains")
    }
    joined.add(identity, of: uid, in: .supabase, at: place)
    return ProductRecord(time: identity.linkedAt)
  }
}
