/// What an application's entry without an address says of a revocation: by the name of an event, by a message that
/// begins with one, or by a sentence of nothing else (`Apple token revoked`).
enum ToldRevocation {
  case revoked, failed
  /// A call whose end the name does not tell.
  case other

  private static let stem = "apple_token_revoke"
  private static let successes: Set<Substring> = ["success", "succeeded", "successful"]
  /// What a message may call false.
  private static let results = successes.union(["revoked", "ok"])
  private static let failures: Set<Substring> = [
    "fail", "failed", "failure", "error", "errored", "exception", "denied", "rejected", "refused", "timeout",
  ]

  /// - Returns: nil where the text is about anything else.
  init?(_ action: String) {
    let action = action.lowercased()
    guard action.hasPrefix(Self.stem) else {
      self.init(sentence: action)
      return
    }
    let name = action.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    let ending = name.dropFirst(Self.stem.count)
    let words = Set(ending.split { "_-.".contains($0) })
    // What a message says after the name.
    let told = action.dropFirst(name.count).split { !$0.isLetter }
    let isDenied = zip(told, told.dropFirst()).contains { $1 == "false" && Self.results.contains($0) }
    if !words.isDisjoint(with: Self.failures) || told.contains("failed") || told.contains("failure") || isDenied {
      self = .failed
    } else if words == ["d"] || !words.isDisjoint(with: Self.successes) {
      self = .revoked
    } else {
      self = .other
    }
  }

  private init?(sentence: String) {
    let words = sentence.split { !$0.isLetter }
    guard words.contains("apple"), words.contains("token") || words.contains("tokens"), !sentence.contains("?") else {
      return nil
    }
    switch KindWords.message(sentence) {
    // Whoever revokes by themselves, as a user does in the settings of an Apple Account, tells of no call.
    case .revoked? where Self.saysDone(words) && !words.contains { $0 == "user" || $0 == "users" }: self = .revoked
    case .doubtful? where words.contains(where: Self.failures.contains): self = .failed
    default: return nil
    }
  }

  /// `revoked`, and `revocation succeeded`.
  private static func saysDone(_ words: [Substring]) -> Bool {
    words.contains("revoked") || words.contains("revocation") && !successes.isDisjoint(with: words)
  }
}
