package import Timestamps

/// A finding that the project's last run had.
package struct OpenFinding: Hashable, Sendable {
  package var id: String
  package var rule: String
  /// The account that it is about, by its number in the store; nil where no export ever showed the person.
  package var account: Int64?
  package var firstSeen: Timestamp
  package var lastSeen: Timestamp

  package init(id: String, rule: String, account: Int64?, firstSeen: Timestamp, lastSeen: Timestamp) {
    self.id = id
    self.rule = rule
    self.account = account
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
  }
}
