package import Timestamps

/// One mail that was sent to somebody, or what became of it.
package struct MailRecord: Hashable, Codable, Sendable {
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
    self.recipient = Self.address(recipient)
    self.sender = sender.map(Self.address)
    self.at = at
    self.outcome = outcome
    self.reply = reply
    self.messageID = messageID
  }
}

package enum MailOutcome: String, CaseIterable, Codable, Sendable {
  case delivered, bounced, dropped
}

extension MailRecord {
  /// The address in `A Name <name@example.com>`.
  package static func address(_ header: String) -> String {
    guard let open = header.lastIndex(of: "<"), let close = header.lastIndex(of: ">"), open < close else {
      return header
    }
    return String(header[header.index(after: open)..<close])
  }
}
