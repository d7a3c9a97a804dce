/// What the exports of the last run with accounts showed.
package struct PreviousSnapshot: Sendable {
  /// Milliseconds; the earliest capture of its sources.
  package let capturedFrom: Int64
  package let capturedTo: Int64
  /// How many, in scope or not.
  package let accounts: Int

  package init(capturedFrom: Int64, capturedTo: Int64, accounts: Int) {
    self.capturedFrom = capturedFrom
    self.capturedTo = capturedTo
    self.accounts = accounts
  }
}
