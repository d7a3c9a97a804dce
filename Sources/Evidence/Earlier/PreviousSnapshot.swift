/// What the exports of the last run with accounts showed. What was absent from them did not exist yet.
package struct PreviousSnapshot: Sendable {
  /// Milliseconds; the earliest capture of its sources.
  package let capturedFrom: Int64
  package let capturedTo: Int64
  package let isComplete: Bool
  /// As `Snapshot.formats`.
  package let formats: String
  package let showsApple: Bool
  /// How many, in scope or not.
  package let accounts: Int

  package init(
    capturedFrom: Int64, capturedTo: Int64, isComplete: Bool, formats: String, showsApple: Bool, accounts: Int
  ) {
    self.capturedFrom = capturedFrom
    self.capturedTo = capturedTo
    self.isComplete = isComplete
    self.formats = formats
    self.showsApple = showsApple
    self.accounts = accounts
  }

  /// Credentials that every generation of Firebase's exporter writes.
  private static let everShown: Set = ["google.com", "facebook.com", "twitter.com", "github.com"]

  /// When a snapshot showed the account without this credential; nil where it could not have shown it.
  func absence(ofProvider provider: String, format: String, capturedAt: Int64) -> Int64? {
    guard formats == format, showsApple || Self.everShown.contains(provider) else { return nil }
    return absence(capturedAt: capturedAt)
  }

  /// For what every format shows.
  func absence(capturedAt: Int64) -> Int64? {
    capturedFrom < capturedAt ? capturedFrom : nil
  }
}
