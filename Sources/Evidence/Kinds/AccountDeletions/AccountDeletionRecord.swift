package import Timestamps

/// The act of deleting an account, as a log shows it.
package struct AccountDeletionRecord: Hashable, Codable, Sendable {
  package var subject: Subject
  package var deletedAt: Timestamp
  package var actor: String?
  package var method: AccountDeletionMethod?
  /// Columns that the format does not define, kept as evidence; never a secret.
  package var detail: [String: String]

  package init(
    subject: Subject, deletedAt: Timestamp, actor: String? = nil, method: AccountDeletionMethod? = nil,
    detail: [String: String] = [:]
  ) {
    self.subject = subject
    self.deletedAt = deletedAt
    self.actor = actor
    self.method = method
    self.detail = detail
  }
}

/// Whether a call deleted one account, or many at once. Only the first starts what an app does on a deletion.
package enum AccountDeletionMethod: String, CaseIterable, Codable, Sendable {
  case single, batch
}
