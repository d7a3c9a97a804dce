/// Which purposes of consent are for a link (docs/contract.md, section 6.1).
enum PurposeWords {
  static let example = "link:phone"

  /// `link:phone`, `link.social`, `link_*`, `link:google.com`: the purposes that need no configuration. Of a provider,
  /// the whole name is needed.
  static func isForLink(_ purpose: String) -> Bool {
    let bytes = Array(purpose.lowercased().utf8)
    return bytes.count > 5 && bytes.starts(with: "link".utf8) && ":._".utf8.contains(bytes[4])
      && social(String(decoding: bytes[5...], as: UTF8.self)) == nil
  }

  /// The whole name of a provider whose short one is given, Apple apart; nil for any other word.
  private static func social(_ word: String) -> String? {
    ProviderNames.known(word).flatMap { $0.contains(".") && $0 != "apple.com" ? $0 : nil }
  }

  /// Words of purposes that have nothing to do with accounts.
  private static let others: Set<String> = [
    "newsletter", "newsletters", "marketing", "analytics", "statistics", "advertising", "ads", "cookies", "cookie",
    "promotions", "promotional", "tracking", "necessary", "functional", "offers", "survey", "surveys",
  ]
  private static let hints: [(words: Set<String>, purpose: String)] = [
    (["phone", "sms", "mobile", "mfa", "2fa"], "link:phone"), (["social"], "link:social"),
  ]

  /// Whether a purpose may be the company's own name of one that allows a link.
  static func isUnclear(_ purpose: String) -> Bool {
    !isForLink(purpose) && Set(NameWords.of(purpose)).isDisjoint(with: others)
  }

  /// An answer to suggest, never a fact.
  static func hint(for purpose: String) -> String? {
    let words = Set(NameWords.of(purpose))
    let providers = Set(words.compactMap(social))
    if providers.count == 1, let provider = providers.first { return "link:" + provider }
    if providers.count > 1 { return "link:social" }
    return hints.first { !$0.words.isDisjoint(with: words) }?.purpose
  }
}
