/// An address as a log writes it: `https://appleid.apple.com/auth/revoke`, `/auth/revoke` or
/// `POST /auth/revoke HTTP/1.1`.
struct LoggedAddress {
  /// The text is nothing else.
  let isWhole: Bool
  /// In small letters; nil where the text is not the line of a request.
  let method: String?
  /// In small letters, with a port where there is one; empty for a path alone.
  let authority: String
  /// In small letters, without its query.
  let path: String

  /// Nil for a text that holds no address.
  init?(_ text: String) {
    let words = text.lowercased().split(separator: " ")
    guard let place = words.firstIndex(where: { $0.contains("/") }) else { return nil }
    isWhole = words.count == 1
    method = words.count > 1 ? words.first.flatMap { $0.allSatisfy(\.isLetter) ? String($0) : nil } : nil
    let address = words[place].prefix { $0 != "?" && $0 != "#" }
    let scheme = address.firstRange(of: "://")
    let rest = scheme.map { address[$0.upperBound...] } ?? address
    let first = rest.prefix { $0 != "/" }
    if scheme != nil || HostName.isOne(first) {
      authority = String(first)
      path = String(rest.dropFirst(first.count))
    } else {
      authority = ""
      path = (rest.hasPrefix("/") ? "" : "/") + rest
    }
  }

  var host: String { String(authority.prefix { $0 != ":" }) }

  private static let appleRevokes: Set = ["/auth/revoke", "/auth/oauth2/v2/revoke"]
  private static let emulated = "/accounts:revoketoken"
  private static let ends = TellingWords.set("revoke revocation revoketoken revoke_token revoke-token")
  /// Steps of a path that any provider of tokens has. A service of the company's own names what is revoked.
  private static let steps = TellingWords.set(
    "o auth oauth oauth2 oidc connect openid-connect protocol token tokens v1 v2 v3")

  /// Whether tokens are revoked at it, at Apple or elsewhere.
  var isOfRevocation: Bool {
    if Self.appleRevokes.contains(path) || path.hasSuffix(Self.emulated) { return true }
    var rest = path.split(separator: "/").map(String.init)
    guard let last = rest.popLast(), Self.ends.contains(last) else { return false }
    return rest.allSatisfy(Self.steps.contains)
  }
}
