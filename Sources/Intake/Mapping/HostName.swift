/// Names of hosts, by what answers there.
enum HostName {
  private static let own = AppleCall.appleHosts.union(["identitytoolkit.googleapis.com"])
  /// Domains of others who give tokens.
  private static let others = TellingWords.set(
    """
    google.com googleapis.com facebook.com instagram.com twitter.com x.com github.com microsoft.com \
    microsoftonline.com live.com linkedin.com yahoo.com amazon.com kakao.com naver.com line.me tiktok.com \
    tiktokapis.com discord.com slack.com twitch.tv spotify.com paypal.com vk.com
    """)

  /// Whether a text has the form of one: words with dots between them, or an address of version 4.
  static func isOne(_ text: some StringProtocol) -> Bool {
    let labels = text.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last else { return false }
    return isNumeric(text)
      || last.count > 1 && last.allSatisfy(\.isLetter)
        && labels.allSatisfy { label in
          !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        }
  }

  static func isNumeric(_ text: some StringProtocol) -> Bool {
    let parts = text.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
  }

  /// Whether Apple's tokens are revoked there.
  static func isOfApple(_ host: String) -> Bool { own.contains(host[...]) }

  /// Whether tokens of another provider are revoked there.
  static func isOfAnother(_ host: String) -> Bool {
    !isOfApple(host) && others.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// Whether it stands in for Apple in a test.
  static func isDouble(_ host: String) -> Bool {
    !isOfApple(host) && isOne(host) && ["apple", "mock", "stub", "fake"].contains(where: host.contains)
  }
}
