import Evidence

/// Signs of whether an export of the Firebase CLI could show Apple credentials (docs/rules.md,
/// `evidence/export-hides-apple`).
struct GenerationMarks {
  private let isRelay: @Sendable (BorrowedText) -> Bool
  private(set) var isNew: Bool
  private var hasRelay = false

  init(isNew: Bool, isRelay: @escaping @Sendable (BorrowedText) -> Bool) {
    self.isNew = isNew
    self.isRelay = isRelay
  }

  var generation: ExportGeneration { isNew ? .new : hasRelay ? .old : .unknown }

  mutating func noteNew() { isNew = true }

  @inline(__always)
  mutating func note(email: BorrowedText) {
    guard !isNew, !hasRelay else { return }
    hasRelay = isRelay(email)
  }

  /// Providers that the CLI did not write before it wrote `apple.com`.
  @inline(__always)
  mutating func note(provider: BorrowedText) {
    guard !isNew else { return }
    let older: [StaticString] = ["google.com", "facebook.com", "twitter.com", "github.com"]
    if older.contains(where: { provider.isEqual(to: $0) }) { return }
    let newer: [StaticString] = [
      "apple.com", "microsoft.com", "gc.apple.com", "playgames.google.com", "linkedin.com", "yahoo.com",
      // Only the server and the emulator write these.
      "password", "phone",
    ]
    isNew = newer.contains { provider.isEqual(to: $0) } || provider.hasPrefix("oidc.") || provider.hasPrefix("saml.")
  }
}
