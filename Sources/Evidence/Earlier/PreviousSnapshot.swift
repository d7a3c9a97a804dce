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
  /// Whether the run read display names, claims and the like.
  package let readsProfiles: Bool

  package init(
    capturedFrom: Int64, capturedTo: Int64, isComplete: Bool, formats: String, showsApple: Bool, accounts: Int,
    readsProfiles: Bool
  ) {
    self.capturedFrom = capturedFrom
    self.capturedTo = capturedTo
    self.isComplete = isComplete
    self.formats = formats
    self.showsApple = showsApple
    self.accounts = accounts
    self.readsProfiles = readsProfiles
  }

  /// Credentials that every generation of Firebase's exporter writes.
  static let everShown: Set = ["google.com", "facebook.com", "twitter.com", "github.com"]

  /// When a snapshot showed the account without this credential; nil where it could not have shown it.
  func absence(ofProvider provider: String, format: String, capturedAt: Int64) -> Int64? {
    couldShow(provider, format: format) ? absence(capturedAt: capturedAt) : nil
  }

  /// Whether these exports, compared with one of that format, show a credential of the provider where it is there.
  func couldShow(_ provider: String, format: String) -> Bool {
    formats == format && (showsApple || Self.everShown.contains(provider))
  }

  /// When a snapshot showed the account without this name, claim or further address.
  func absenceOfProfile(format: String, capturedAt: Int64) -> Int64? {
    formats == format && readsProfiles ? absence(capturedAt: capturedAt) : nil
  }

  /// For what every format shows.
  func absence(capturedAt: Int64) -> Int64? {
    capturedFrom < capturedAt ? capturedFrom : nil
  }
}
