import Evidence

/// Calls to Apple and to Identity Toolkit, told by their addresses.
enum AppleCall {
  case revoke, token, revokeToken

  private static let appleHosts: Set<Substring> = ["appleid.apple.com", "account.apple.com"]

  /// The host has to be the service's own: what a proxy, a mock or an emulator answers shows nothing.
  ///
  /// https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens and, for managed accounts,
  /// https://developer.apple.com/documentation/accountorganizationaldatasharing/revoke-tokens
  init?(address: String) {
    let address = address.lowercased()
    guard let scheme = ["https://", "http://"].first(where: address.hasPrefix) else { return nil }
    let rest = address.dropFirst(scheme.count).prefix { $0 != "?" && $0 != "#" }
    let authority = rest.prefix { $0 != "/" }
    let host = authority.prefix { $0 != ":" }
    let path = rest.dropFirst(authority.utf8.count)
    switch path {
    case "/auth/revoke" where Self.appleHosts.contains(host): self = .revoke
    case "/auth/oauth2/v2/revoke" where Self.appleHosts.contains(host): self = .revoke
    case "/auth/token" where Self.appleHosts.contains(host): self = .token
    case "/auth/oauth2/v2/token" where Self.appleHosts.contains(host): self = .token
    case "/v2/accounts:revoketoken" where host == "identitytoolkit.googleapis.com": self = .revokeToken
    default: return nil
    }
  }

  /// Firebase's iOS SDK writes a number in a text. Nil where the entry does not tell.
  static func tokenType(_ text: String?) -> TokenType? {
    switch text?.lowercased() {
    case nil, "": nil
    case "refresh_token", "1": .refreshToken
    case "access_token", "2": .accessToken
    case "code", "authorization_code", "3": .authorizationCode
    case "id_token": .idToken
    // To take it for a token that is not told would hide that Apple may not revoke it.
    default: .unknown
    }
  }
}

extension RevocationRecord {
  /// The record of a call; nil for one that revokes nothing and shows no revocation.
  func completed(for call: AppleCall, grant: String?) -> RevocationRecord? {
    var record = self
    switch call {
    case .revoke: record.endpoint = .apple
    case .revokeToken: record.endpoint = .identitytoolkit
    case .token:
      guard grant == "refresh_token", error == "invalid_grant" else { return nil }
      // Apple refuses a refresh token that is dead.
      record.endpoint = .apple
      record.tokenType = .refreshToken
      record.isRefresh = true
    }
    return record
  }

  var isAnswered: Bool { httpStatus.map { (200...299).contains($0) } ?? false }
}
