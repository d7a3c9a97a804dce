/// Firebase's names of providers, which the audit uses for all products.
enum ProviderNames {
  private static let known: [String: String] = [
    "apple": "apple.com", "signinwithapple": "apple.com", "sign-in-with-apple": "apple.com",
    "google": "google.com", "google-oauth2": "google.com", "google_oauth2": "google.com", "facebook": "facebook.com",
    "twitter": "twitter.com", "twitter2": "twitter.com", "github": "github.com", "windowslive": "microsoft.com",
    "microsoft": "microsoft.com", "azure": "microsoft.com", "microsoft_graph": "microsoft.com",
    "azure_activedirectory_v2": "microsoft.com", "entra_id": "microsoft.com", "linkedin": "linkedin.com",
    "linkedin_oidc": "linkedin.com", "linkedin_oauth2": "linkedin.com", "linkedin-openid-connect": "linkedin.com",
    "yahoo": "yahoo.com", "loginwithamazon": "amazon.com", "amazon": "amazon.com",
    "sms": "phone", "phone": "phone", "phone_number": "phone",
    "auth0": "password", "email": "email", "password": "password",
  ]

  /// The audit's name of a provider; nil if unknown.
  static func known(_ name: String) -> String? { known[name.lowercased()] }

  /// What Sign in with Apple is called, without marks.
  private static let apple: Set = [
    "apple", "applecom", "appleid", "siwa", "signinwithapple", "loginwithapple", "applesignin", "appleoauth",
    "appleoauth2", "appleidapplecom", "httpsappleidapplecom",
  ]

  /// Whether a company's own name of a provider means Apple: `Sign in with Apple`, `apple_id`, `appleid.apple.com`.
  static func isApple(_ name: String) -> Bool { apple.contains(NameWords.plain(name)) }

  static func social(_ name: String, isSAML: Bool) -> String {
    known(name) ?? "\(isSAML ? "saml" : "oidc").\(name.lowercased())"
  }

  /// Whether a text has the form of every `sub` of Apple's seen so far: six digits, 32 hexadecimal digits, four digits.
  static func looksLikeAppleSub(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.map(\.utf8.count) == [6, 32, 4] && parts[0].allSatisfy(\.isNumber)
      && parts[1].allSatisfy(\.isHexDigit) && parts[2].allSatisfy(\.isNumber)
  }
}
