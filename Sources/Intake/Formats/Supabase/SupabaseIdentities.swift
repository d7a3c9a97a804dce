import Evidence
import Timestamps

/// Supabase's `auth.identities`, a table beside `auth.users`: its rows belong to the accounts of the other file.
struct SupabaseIdentities: ProductReader {
  static let kind = EvidenceKind.accounts
  static let product = "supabase-identities"

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

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let uid = try record.requiredText("user_id")
    let identity = try JoinedCredential(supabase: record, &parser)
    if joined.hasSupabaseUsers {
      joined.add(identity, of: uid)
      return ProductRecord(time: identity.linkedAt)
    }
    // Without the users' file, what identities show is all that is known of an account.
    guard identity.credential.provider == "apple.com" else {
      return .ignored("without the file of `auth.users`, only Apple identities are accounts")
    }
    let account = AccountRecord(
      uid: uid, email: identity.credential.email, createdAt: identity.linkedAt, credentials: [identity.credential])
    return ProductRecord(account: account, time: identity.linkedAt)
  }
}
