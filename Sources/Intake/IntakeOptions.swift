package import Evidence
package import Timestamps

/// The audit's settings that intake needs.
package struct IntakeOptions: Sendable {
  package var asOf: Timestamp
  /// The clock's time when the run began, which `--as-of` does not change.
  package var startedAt: Timestamp
  /// Whether an address is a relay address; it decides whether an export is of the old generation.
  package var isRelay: @Sendable (BorrowedText) -> Bool
  /// Records over this size are skipped and rejected, so that memory stays flat.
  package var recordSizeLimit = 16 << 20
  /// The bytes to which any compressed data may expand. Beyond it, data may expand to a thousand times its size.
  package var unpackedLimit: Int64 = 1 << 30
  /// How many rejects a summary names; all are counted.
  package var rejectLimit = 100
  /// Bytes read at a time.
  package var chunkSize = 1 << 20

  /// Apple's public keys. Without them, signed records are read but trusted no more than unsigned ones.
  package var appleKeys: AppleKeys?

  /// Whether a second thread reads and decompresses ahead of parsing.
  package var mayReadAhead = true
  /// Parse records ahead of their reader.
  package var helpers = ParsingHelpers.none

  /// Counts what is read, for progress messages.
  package var meter: ReadingMeter?

  package init(asOf: Timestamp, isRelay: @escaping @Sendable (BorrowedText) -> Bool) {
    self.asOf = asOf
    startedAt = asOf
    self.isRelay = isRelay
  }

  /// Times outside of this range are rejects: 2000-01-01 to a day after the as-of time.
  var timeRange: ClosedRange<Int64> {
    let first: Int64 = 946_684_800_000
    return first...max(first, (asOf + .days(1)).milliseconds)
  }

  /// Whether a time of capture shows only that the file was written or copied just before the run.
  func isFresh(_ capture: Capture) -> Bool {
    guard capture.origin == .fileTime else { return false }
    return [asOf, startedAt].contains {
      abs($0.milliseconds - capture.time.milliseconds) <= Self.freshness.milliseconds
    }
  }

  private static let freshness = TimeSpan.minutes(10)

  /// The latest end of a consent: the last moment of the year 9999, which some products write for "never".
  static let lastEnd = Timestamp.range.upperBound
}
