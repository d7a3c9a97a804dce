/// Files that have the credentials of accounts which stand in other files: they show neither an account's own address
/// nor its number.
package enum CredentialFiles: String, CaseIterable, Sendable {
  case okta = "okta-idp-users"
  case supabase = "supabase-identities"

  /// - Parameter format: its name, which ends with the file's shape: `supabase-identities-csv`.
  package static func have(format: String) -> Bool { allCases.contains { format.hasPrefix($0.rawValue + "-") } }
}
