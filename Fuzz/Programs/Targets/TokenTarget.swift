import Foundation

@testable import Intake

/// What somebody says Apple has signed, or a file of Apple's keys: the first byte says which.
enum TokenTarget {
  /// The public half of a key that was made for this. The private half was thrown away.
  static let jwks = #"""
    {"keys":[{"kty":"RSA","kid":"k1","use":"sig","alg":"RS256","n":"lVyMugcO3ON9evwoiXo3YEnozH9Wj-xkFoXK\#
    5fu1JEzoFuH0DGLpYLl5H1XBB2M5aU3S9TNi7RyAblIVG0GfU05jYA2GlvFrsogEGs1o7xO3jyEY0kkgR_JKQiHARBmmwc8pFRYT\#
    dqVfB7bHrUke6vyJxgoyoJ0srshmg-8XHxaEuJssq2kEYFH6NlgTL0YrCGxY4_6QnLZRcvHxpVWE-N-S6y0Ra1r8sIklMVMJRD-h\#
    x0mkf3t1QoFiR1V7SkGBSOf2ovQUVOHLsc-IxKmcftQ-NpXmNL4dRbGerDZM6y76ylxXbCZSWjMPcbuxmAqWh28VTA5ZnL8nh0Bz\#
    8zgiHQ","e":"AQAB"}]}
    """#

  /// What was signed with it, in `Fuzz/corpus/token/signed`.
  private static let claims = #"""
    {"iss":"https://appleid.apple.com","aud":"com.example.app","iat":1790812800,"exp":1790899200,"jti":"\#
    notice-1","events":"{\"type\":\"consent-revoked\",\"sub\":\"001.sub-u1.1\",\"event_time\":1790812800\#
    123}"}
    """#

  static let target = FuzzTarget(name: "token") { run in
    let keys = try AppleKeys(jwks: jwks)
    try run { input in
      guard let first = input.first else { return }
      let text = String(decoding: input.dropFirst(), as: UTF8.self)
      guard first & 1 == 0 else {
        expecting({ $0 is AppleKeys.Malformed }) { _ = try AppleKeys(jwks: text) }
        return
      }
      guard let token = SignedToken(text), keys.problem(with: token) == nil else { return }
      if token.claims != Array(claims.utf8) { defect("a token that nobody signed is believed: \(text)") }
    }
  }
}
