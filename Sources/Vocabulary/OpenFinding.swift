package import Timestamps

/// A finding that the project's run before had open.
package struct OpenFinding: Hashable, Sendable {
  package var id: String
  package var rule: String
  /// The account that it is about, by its number in the store; nil where no export ever showed the person.
  package var account: Int64?
  package var firstSeen: Timestamp
  package var lastSeen: Timestamp
  /// Nil where the store does not tell it.
  package var verdict: Verdict?
  /// The number of the run that last judged it; nil for the run itself that is to be remembered.
  package var judgedIn: Int64?

  package init(
    id: String, rule: String, account: Int64?, firstSeen: Timestamp, lastSeen: Timestamp, verdict: Verdict?,
    judgedIn: Int64?
  ) {
    self.id = id
    self.rule = rule
    self.account = account
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.verdict = verdict
    self.judgedIn = judgedIn
  }
}
