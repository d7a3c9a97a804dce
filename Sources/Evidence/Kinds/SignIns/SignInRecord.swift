package import Timestamps

package enum NonceForm: String, Codable, Sendable {
  /// As Apple was sent it, which looks like a SHA-256 in lower-case hex.
  case hash
  /// As Apple was sent it, which is no SHA-256.
  case other
  /// The raw one alone: the record does not show what was sent to Apple.
  case raw
}

/// One sign-in, with what the rules need of its nonce and token. Neither nonce nor token is kept.
package struct SignInRecord: Hashable, Codable, Sendable {
  package var subject: Subject
  package var at: Timestamp
  /// Lower-case.
  package var provider: String
  package var hasNonce: Bool
  /// A hash, to tell a nonce that was used before; the same whether the record shows it raw or hashed.
  package var nonceHash: String?
  /// In which form the record shows the nonce; nil for one that is a hash but for its capitals.
  package var nonceForm: NonceForm?
  /// Whether the token's nonce is the lower-case hex SHA-256 of the raw one; nil where one of the two is missing.
  package var isNonceHashed: Bool?
  /// The token's nonce is the raw one itself.
  package var isNonceRaw: Bool
  package var audience: String?
  package var isPrivateEmail: Bool?
  /// The address that Apple's token states.
  package var tokenEmail: String?
  /// A signed token came with it; nil problem and `isVerified` false: there was no key to check it with.
  package var isSigned: Bool
  /// Of the signed token: the same for each reading of it, whatever keys it was checked with.
  package var tokenDigest: Int64?
  package var isVerified: Bool
  package var problem: SignatureProblem?

  package init(
    subject: Subject, at: Timestamp, provider: String, hasNonce: Bool, nonceHash: String? = nil,
    nonceForm: NonceForm? = nil, isNonceHashed: Bool? = nil, isNonceRaw: Bool = false, audience: String? = nil,
    isPrivateEmail: Bool? = nil,
    isSigned: Bool = false, isVerified: Bool = false, problem: SignatureProblem? = nil
  ) {
    self.subject = subject
    self.at = at
    self.provider = provider
    self.hasNonce = hasNonce
    self.nonceHash = nonceHash
    self.nonceForm = nonceForm
    self.isNonceHashed = isNonceHashed
    self.isNonceRaw = isNonceRaw
    self.audience = audience
    self.isPrivateEmail = isPrivateEmail
    self.isSigned = isSigned
    self.isVerified = isVerified
    self.problem = problem
  }

  /// One with another provider shows that the account is in use, and nothing else.
  var isWithApple: Bool { provider == "apple.com" }
}
