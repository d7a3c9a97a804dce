import Storage

/// What the last run with accounts saw: what was absent from it was not there yet.
struct PreviousSnapshot {
  /// Milliseconds; the earliest capture of its sources.
  let capturedFrom: Int64
  let capturedTo: Int64
  let isComplete: Bool
  let formats: String
  let showsApple: Bool
  let accounts: Int

  static func last(of project: String, in database: Connection) throws -> PreviousSnapshot? {
    try database.first(
      sql: """
        SELECT captured_from, captured_to, complete, formats, shows_apple, accounts FROM main.run
        WHERE project = ? AND captured_from IS NOT NULL ORDER BY number DESC LIMIT 1
        """,
      arguments: [project]
    ) { row in
      PreviousSnapshot(
        capturedFrom: row.integer(0), capturedTo: row.integer(1), isComplete: row.flag(2), formats: row.text(3),
        showsApple: row.flag(4), accounts: Int(row.integer(5)))
    }
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
