import Crypto
import Evidence
import Foundation
import Timestamps

/// A token that Apple signed, or that claims to be one.
struct AppleToken {
  static let issuers: Set = ["https://appleid.apple.com", "https://account.apple.com"]

  /// Whether an issuer that is not Apple's is written much like it, so that the token is no other provider's.
  static func isLikeApples(_ issuer: String) -> Bool {
    !issuers.contains(issuer) && issuer.lowercased().contains("apple.com")
  }

  private let token: SignedToken
  /// Valid until the parser parses again.
  let claims: RecordFields

  /// - Parameters:
  ///   - field: the field that holds the token.
  ///   - prefix: precedes the names of claims in messages.
  init(
    _ text: String, field: String, prefix: String = "", timeRange: ClosedRange<Int64>, _ parser: inout NestedParser
  ) throws(RecordRejection) {
    guard let token = SignedToken(text) else {
      throw RecordRejection("`\(field)` is not a signed token of three parts")
    }
    var bytes = token.claims
    let parsed = bytes.withUnsafeMutableBufferPointer { parser.parse(BorrowedText($0)) }
    guard let parsed, parsed.isObject else { throw RecordRejection("the claims in `\(field)` are not a JSON object") }
    self.token = token
    claims = RecordFields(parsed, timeRange: timeRange, prefix: prefix)
  }

  /// The audiences of a token, separated by spaces, which no client id has; nil for none.
  static func audience(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: " ") }

  /// The beginning of the text's SHA-256.
  var digest: Int64 {
    SHA256.hash(data: Data(token.text.utf8)).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  /// By how much the clock that recorded a sign-in may be behind Apple's.
  private static let clockSkew = 600_000.0

  /// Whether a sign-in of that time had a token that had expired, or that was not issued yet.
  func isOutside(_ time: Timestamp) throws -> Bool {
    let time = Double(time.milliseconds)
    if let expiry = try claims.number("exp"), time > expiry * 1000 { return true }
    if let issue = try claims.number("iat"), time < issue * 1000 - Self.clockSkew { return true }
    return false
  }

  /// What is wrong with the signature; nil if nothing is, whatever the age of the token.
  func problem(with keys: AppleKeys?) throws -> SignatureProblem? {
    if let keys, let problem = keys.problem(with: token) { return problem }
    // A token without a signature is no Apple token, whether there are keys or not.
    if keys == nil, token.algorithm != "RS256" { return .badSignature }
    guard let issuer = try claims.text("iss"), Self.issuers.contains(issuer) else { return .wrongIssuer }
    return nil
  }
}
