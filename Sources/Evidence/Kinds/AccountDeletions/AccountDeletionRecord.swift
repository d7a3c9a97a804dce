package import Timestamps

/// The act of deleting an account, as a log tells it.
package struct AccountDeletionRecord: Hashable, Sendable {
  package var subject: Subject
  package var deletedAt: Timestamp
  package var actor: String?
  /// Columns that the format does not define, kept as evidence; never a secret.
  package var detail: [String: String]

  package init(
    subject: Subject, deletedAt: Timestamp, actor: String? = nil, detail: [String: String] = [:]
  ) {
    self.subject = subject
    self.deletedAt = deletedAt
    self.actor = actor
    self.detail = detail
  }
}
