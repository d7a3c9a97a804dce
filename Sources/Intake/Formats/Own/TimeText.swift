import Evidence
import Timestamps

/// Reads a time that is RFC 3339, or an integer of epoch seconds or milliseconds.
enum TimeText {
  /// 2000-01-01 as milliseconds. Milliseconds below it are before any time that is read, and seconds from here on lie beyond
  /// the year 31,000.
  private static let firstMillisecond: Int64 = 946_684_800_000

  static func read(
    _ value: FieldValue, _ name: String, unit: TimeUnit?
  ) throws(RecordRejection) -> (milliseconds: Int64, unit: TimeUnit) {
    guard let text = value.string else { throw notTime(name, unit) }
    if let number = Int64(text) {
      let found = unit ?? (number.magnitude < UInt64(firstMillisecond) ? .seconds : .milliseconds)
      switch found {
      case .milliseconds: return (number, found)
      case .seconds:
        let (product, overflow) = number.multipliedReportingOverflow(by: 1000)
        if overflow { throw FieldError.outOfRange(name) }
        return (product, found)
      case .nanoseconds: return (number / 1_000_000, found)
      case .rfc3339: throw notTime(name, unit)
      }
    }
    guard unit == nil || unit == .rfc3339, let time = Timestamp(rfc3339: text) else { throw notTime(name, unit) }
    return (time.milliseconds, .rfc3339)
  }

  private static func notTime(_ name: String, _ unit: TimeUnit?) -> RecordRejection {
    switch unit {
    case .seconds: RecordRejection("`\(name)` is not an integer of epoch seconds")
    case .milliseconds: RecordRejection("`\(name)` is not an integer of epoch milliseconds")
    case .nanoseconds: RecordRejection("`\(name)` is not an integer of epoch nanoseconds")
    case .rfc3339: RecordRejection("`\(name)` is not an RFC 3339 time with a zone")
    case nil:
      RecordRejection(
        "`\(name)` is neither an RFC 3339 time with a zone nor an integer of epoch seconds or milliseconds")
    }
  }
}
