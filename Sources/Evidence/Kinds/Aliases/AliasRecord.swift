package import Timestamps

/// What a person's Apple `sub` and relay address became after a team transfer.
package struct AliasRecord: Hashable, Codable, Sendable {
  package var oldSub: String?
  package var newSub: String?
  package var oldEmail: String?
  package var newEmail: String?
  package var transferredAt: Timestamp?
  /// Columns that the format does not define, kept as evidence; never a secret.
  package var detail: [String: String]

  package init(
    oldSub: String? = nil, newSub: String? = nil, oldEmail: String? = nil, newEmail: String? = nil,
    transferredAt: Timestamp? = nil, detail: [String: String] = [:]
  ) {
    self.oldSub = oldSub
    self.newSub = newSub
    self.oldEmail = oldEmail
    self.newEmail = newEmail
    self.transferredAt = transferredAt
    self.detail = detail
  }
}
