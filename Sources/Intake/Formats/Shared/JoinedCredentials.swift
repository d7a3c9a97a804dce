import Evidence
import Timestamps

/// A credential with the time at which it was linked, where that is told.
struct JoinedCredential {
  var credential: Credential
  var linkedAt: Timestamp?

  func link(of uid: String) -> EvidenceRecord? {
    linkedAt.map {
      .link(
        LinkRecord(
          subject: Subject(uid: uid), provider: credential.provider, linkedAt: $0, identifier: credential.rawID))
    }
  }
}

/// Credentials that one file has, for accounts of another file that is read later.
///
/// It keeps those of all persons: which of them have Apple is known only when the file has been read.
final class JoinedCredentials: @unchecked Sendable {
  /// Files of accounts will follow that take Supabase's identities, or Okta's listings.
  let hasSupabaseUsers: Bool
  let hasOktaUsers: Bool
  /// A listing of Okta's is among the files.
  let hasOktaListing: Bool
  private var credentials: [String: [JoinedCredential]] = [:]

  init(_ formats: [any Format] = []) {
    hasSupabaseUsers = formats.contains { $0 is ProductFormat<SupabaseAccounts> }
    hasOktaUsers = formats.contains { $0 is ProductFormat<OktaUsers> }
    hasOktaListing = formats.contains { $0 is ProductFormat<OktaProviderUsers> }
  }

  func add(_ credential: JoinedCredential, of uid: String) { credentials[uid, default: []].append(credential) }

  /// Hands an account's credentials over, and forgets them.
  func take(of uid: String) -> [JoinedCredential] { credentials.removeValue(forKey: uid) ?? [] }
}
