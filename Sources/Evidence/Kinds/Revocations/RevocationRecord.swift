package import Timestamps

/// An attempt to invalidate Apple's tokens for a person, with its outcome.
package struct RevocationRecord: Hashable, Codable, Sendable {
  /// Empty where only `requestID` ties the attempt to a person.
  package var subject: Subject
  package var requestID: String?
  package var at: Timestamp
  package var endpoint: RevocationEndpoint?
  package var httpStatus: Int?
  package var tokenType: TokenType?
  package var outcome: RevocationOutcome?
  package var error: String?
  package var clientID: String?
  package var traceID: String?
  package var codeIssuedAt: Timestamp?
  /// In capitals. A call by any other than POST revokes nothing.
  package var method: String?
  /// The call was no revocation but a refresh, whose answer shows whether the token is alive.
  package var isRefresh = false
  /// A code was exchanged for tokens by the same client in the same trace, at most 300 s before.
  package var isExchangedBefore = false
  /// Columns that the format does not define, kept as evidence; never a secret.
  package var detail: [String: String]

  package init(
    subject: Subject, requestID: String? = nil, at: Timestamp, endpoint: RevocationEndpoint? = nil,
    httpStatus: Int? = nil, tokenType: TokenType? = nil, outcome: RevocationOutcome? = nil, error: String? = nil,
    clientID: String? = nil, traceID: String? = nil, codeIssuedAt: Timestamp? = nil, detail: [String: String] = [:]
  ) {
    self.subject = subject
    self.requestID = requestID
    self.at = at
    self.endpoint = endpoint
    self.httpStatus = httpStatus
    self.tokenType = tokenType
    self.outcome = outcome
    self.error = error
    self.clientID = clientID
    self.traceID = traceID
    self.codeIssuedAt = codeIssuedAt
    self.detail = detail
  }
}

extension RevocationRecord {
  /// The status says success; the rest of the answer may not.
  package var isAnswered: Bool { httpStatus.map { (200...299).contains($0) } ?? false }

  /// An error beside a status of success makes the call a failure.
  package var namesError: Bool { error.map(Self.isError) ?? false }

  /// Whether the text of an error says that there was one.
  package static func isError(_ text: String) -> Bool { ErrorCode.kept(text) != nil }
}

package enum RevocationEndpoint: String, CaseIterable, Codable, Sendable {
  case apple, identitytoolkit
  case firebaseSession = "firebase-session"
  case other
}

package enum TokenType: String, CaseIterable, Codable, Sendable {
  case refreshToken = "refresh_token"
  case accessToken = "access_token"
  case authorizationCode = "authorization_code"
  case idToken = "id_token"
  /// Of an unknown type: what a call with it shows is unknown as well.
  case unknown
}

package enum RevocationOutcome: String, CaseIterable, Codable, Sendable {
  case revoked, failed, unknown
  /// No revocation: Apple gave new tokens for a refresh token, which was alive then.
  case refreshed
  /// No revocation: Apple gave tokens for an authorization code, so the person had signed in again.
  case exchanged
}
