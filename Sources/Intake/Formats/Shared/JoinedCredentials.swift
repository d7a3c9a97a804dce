import Evidence

/// Credentials that one file has, for accounts of another file that is read later.
///
/// It keeps those of all persons: which of them have Apple is known only when the file has been read.
final class JoinedCredentials: @unchecked Sendable {
  /// Whether a file of accounts will follow that takes these.
  let hasUsers: Bool
  private var identities: [String: [SupabaseIdentity]] = [:]

  init(hasUsers: Bool) {
    self.hasUsers = hasUsers
  }

  func add(_ identity: SupabaseIdentity, of uid: String) { identities[uid, default: []].append(identity) }

  /// Hands an account's credentials over, and forgets them.
  func credentials(of uid: String) -> [SupabaseIdentity] { identities.removeValue(forKey: uid) ?? [] }
}
