import Evidence

/// Calls to Apple and to Identity Toolkit, recognised by their addresses.
enum AppleCall {
  case revoke, token, revokeToken

  static let appleHosts: Set<Substring> = ["appleid.apple.com", "account.apple.com"]

  /// The host has to be the service's own, and asked by HTTPS at its port: the answer of a proxy, a mock or an emulator
  /// proves nothing. An address without a scheme is taken for one of HTTPS.
  ///
  /// https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens and, for managed accounts,
  /// https://developer.apple.com/documentation/accountorganizationaldatasharing/revoke-tokens
  init?(address: String) {
    let address = address.lowercased()
    let scheme = "https://"
    let rest = address.dropFirst(address.hasPrefix(scheme) ? scheme.count : 0).prefix { $0 != "?" && $0 != "#" }
    let authority = rest.prefix { $0 != "/" }
    let host = authority.prefix { $0 != ":" }
    guard ["", ":", ":443"].contains(authority.dropFirst(host.count)) else { return nil }
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

  static let post = "POST"
  private static let methods: Set = ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", post]

  /// An HTTP method, in capitals; nil for any other text, since logs use the name for other things too.
  static func method(_ text: String?) -> String? {
    text.map { $0.uppercased() }.flatMap { methods.contains($0) ? $0 : nil }
  }

  /// Firebase's iOS SDK writes a number as text. Nil if the entry does not say.
  static func tokenType(_ text: String?) -> TokenType? {
    switch text?.lowercased() {
    case nil, "": nil
    case "refresh_token", "1": .refreshToken
    case "access_token", "2": .accessToken
    case "code", "authorization_code", "3": .authorizationCode
    case "id_token": .idToken
    // Nil would hide that this is a token which Apple may not revoke.
    default: .unknown
    }
  }
}

extension RevocationRecord {
  /// The record of a call; nil if it shows nothing about the person's tokens or the client secret.
  func completed(for call: AppleCall, grant: String?) -> RevocationRecord? {
    var record = self
    switch call {
    case .revoke: record.endpoint = .apple
    case .revokeToken: record.endpoint = .identitytoolkit
    case .token:
      record.endpoint = .apple
      record.isRefresh = grant == "refresh_token"
      let isPost = method ?? AppleCall.post == AppleCall.post
      if isAnswered, !namesError, outcome != .failed, isPost {
        switch grant {
        case "refresh_token": record.outcome = .refreshed
        case "authorization_code": record.outcome = .exchanged
        default: return nil
        }
        return record
      }
      // Apple refuses a refresh token that is dead, and every call of a client whose secret is wrong.
      guard record.isRefresh, error == "invalid_grant" || error == "invalid_client" else { return nil }
      record.tokenType = .refreshToken
    }
    return record
  }

  /// It fetches tokens, or fails because of the client. Without a person, it shows nothing about anybody's tokens.
  var isOfTheClient: Bool {
    outcome == .refreshed || outcome == .exchanged || isRefresh && error == "invalid_client"
  }
}
