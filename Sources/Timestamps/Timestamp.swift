/// A point in time: milliseconds since 1970-01-01T00:00:00Z.
///
/// Every time in the program, its store and its reports is one of these; the unit of a source ends at intake.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The years 0 to 9999, which RFC 3339 can write; milliseconds. The program's arithmetic with a time in them and any
  /// length of time that it knows does not overflow.
  package static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (time: Timestamp, duration: TimeSpan) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds + duration.milliseconds)
  }

  package static func - (time: Timestamp, duration: TimeSpan) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds - duration.milliseconds)
  }
}

/// A length of time in milliseconds.
package struct TimeSpan: Hashable, Comparable, Sendable {
  /// Milliseconds.
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// In UTC, as the program counts it: without leap seconds.
  package static let day = TimeSpan(milliseconds: 86_400_000)

  package static func minutes(_ count: Int64) -> TimeSpan { TimeSpan(milliseconds: count * 60_000) }
  package static func hours(_ count: Int64) -> TimeSpan { TimeSpan(milliseconds: count * 3_600_000) }
  package static func days(_ count: Int64) -> TimeSpan { TimeSpan(milliseconds: count * day.milliseconds) }
}
