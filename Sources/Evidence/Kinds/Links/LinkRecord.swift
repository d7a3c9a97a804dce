package import Timestamps

/// An identifier that was joined to an account, or taken off it.
package struct LinkRecord: Hashable, Codable, Sendable {
  package var subject: Subject
  /// `apple.com`, `google.com`, `email`, `password`, `phone`, …; lower-case.
  package var provider: String
  package var linkedAt: Timestamp
  package var identifier: String?
  package var action: LinkAction
  package var actor: String?
  /// Columns that the format does not define, kept as evidence; never a secret.
  package var detail: [String: String]

  package init(
    subject: Subject, provider: String, linkedAt: Timestamp, identifier: String? = nil, action: LinkAction = .link,
    actor: String? = nil, detail: [String: String] = [:]
  ) {
    self.subject = subject
    self.provider = provider
    self.linkedAt = linkedAt
    self.identifier = identifier
    self.action = action
    self.actor = actor
    self.detail = detail
  }
}

package enum LinkAction: String, CaseIterable, Codable, Sendable {
  case link, unlink
}
