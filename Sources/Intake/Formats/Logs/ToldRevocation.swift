/// What an application's entry without an address says of a revocation: by the name of an event, or by a message that
/// begins with one.
enum ToldRevocation {
  case revoked, failed
  /// A call whose end the name does not tell.
  case other

  private static let stem = "apple_token_revoke"
  private static let successes: Set<Substring> = ["success", "succeeded", "successful"]
  private static let failures: Set<Substring> = [
    "fail", "failed", "failure", "error", "errored", "exception", "denied", "rejected", "refused", "timeout",
  ]

  /// - Returns: nil where the text is about anything else.
  init?(_ action: String) {
    let action = action.lowercased()
    guard action.hasPrefix(Self.stem) else { return nil }
    let name = action.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    let ending = name.dropFirst(Self.stem.count)
    let words = Set(ending.split { "_-.".contains($0) })
    // What a message says after the name.
    let text = action.dropFirst(name.count)
    let told = Set(text.split { !$0.isLetter })
    if !words.isDisjoint(with: Self.failures) || !told.isDisjoint(with: ["failed", "failure", "false"]) {
      self = .failed
    } else if ending == "d" || !words.isDisjoint(with: Self.successes) {
      self = .revoked
    } else {
      self = .other
    }
  }
}
