package import Timestamps

/// A person's request to have the account deleted, in one of its states.
package struct DeletionRecord: Hashable, Codable, Sendable {
  package var subject: Subject
  package var requestID: String
  /// Nil in a status that names its request alone.
  package var requestedAt: Timestamp?
  package var status: DeletionStatus?
  /// When it was completed; in a record of another status, when that was stated.
  package var completedAt: Timestamp?
  package var regulation: Regulation?
  /// Whether the person had an Apple credential, where the request says so.
  package var hasAppleCredential: Bool?
  /// No token was held, and the person was told to revoke by hand.
  package var isDirectedToManualRevocation: Bool
  /// Columns that the format does not define, kept as evidence; never a secret.
  package var detail: [String: String]

  package init(
    subject: Subject, requestID: String, requestedAt: Timestamp?, status: DeletionStatus? = nil,
    completedAt: Timestamp? = nil, regulation: Regulation? = nil, hasAppleCredential: Bool? = nil,
    isDirectedToManualRevocation: Bool = false, detail: [String: String] = [:]
  ) {
    self.subject = subject
    self.requestID = requestID
    self.requestedAt = requestedAt
    self.status = status
    self.completedAt = completedAt
    self.regulation = regulation
    self.hasAppleCredential = hasAppleCredential
    self.isDirectedToManualRevocation = isDirectedToManualRevocation
    self.detail = detail
  }
}

package enum DeletionStatus: String, CaseIterable, Codable, Sendable {
  case pending
  case inProgress = "in_progress"
  case completed, cancelled, denied
}

package enum Regulation: String, CaseIterable, Codable, Sendable {
  case gdpr, ccpa, none
}
