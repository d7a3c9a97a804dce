package import Timestamps

/// One mail that was sent to somebody, or what became of it.
package struct MailRecord: Hashable, Sendable {
  package var recipient: String
  /// Nil where the log of the mail provider does not name it.
  package var sender: String?
  package var at: Timestamp
  package var outcome: MailOutcome?
  /// What the receiving server answered.
  package var reply: String?
  /// The mail's own id, which its several events share.
  package var messageID: String?

  package init(
    recipient: String, sender: String?, at: Timestamp, outcome: MailOutcome? = nil, reply: String? = nil,
    messageID: String? = nil
  ) {
    self.recipient = recipient
    self.sender = sender
    self.at = at
    self.outcome = outcome
    self.reply = reply
    self.messageID = messageID
  }
}

package enum MailOutcome: String, CaseIterable, Sendable {
  case delivered, bounced, dropped
}
