package import Timestamps

/// A statement that a person agreed to a purpose, or took it back.
package struct ConsentRecord: Hashable, Codable, Sendable {
  package var subject: Subject
  /// Lower-case.
  package var purpose: String
  /// Further names of the same purpose, lower-case: the configuration may know it by any of them.
  package var otherPurposes: [String] = []
  package var givenAt: Timestamp
  package var consentID: String?
  package var state: ConsentState
  package var withdrawnAt: Timestamp?
  package var expiresAt: Timestamp?
  /// Nil where the record does not say.
  package var isExplicit: Bool?
  package var method: String?
  package var policyVersion: String?
  /// The linked value, when the consent names it.
  package var identifier: String?
  /// Columns that the format does not define, kept as evidence; never a secret.
  package var detail: [String: String]

  package init(
    subject: Subject, purpose: String, givenAt: Timestamp, consentID: String? = nil, state: ConsentState = .given,
    withdrawnAt: Timestamp? = nil, expiresAt: Timestamp? = nil, isExplicit: Bool? = nil, method: String? = nil,
    policyVersion: String? = nil, identifier: String? = nil, detail: [String: String] = [:]
  ) {
    self.subject = subject
    self.purpose = purpose
    self.givenAt = givenAt
    self.consentID = consentID
    self.state = state
    self.withdrawnAt = withdrawnAt
    self.expiresAt = expiresAt
    self.isExplicit = isExplicit
    self.method = method
    self.policyVersion = policyVersion
    self.identifier = identifier
    self.detail = detail
  }
}

package enum ConsentState: String, CaseIterable, Codable, Sendable {
  case given, renewed, refused, withdrawn, expired, requested, unknown
}
