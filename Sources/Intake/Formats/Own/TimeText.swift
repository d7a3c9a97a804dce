import Evidence
import Timestamps

/// The configured form of a source's times.
struct TimeForm {
  var unit: TimeUnit?
  /// The zone of times that are written without one.
  var zone: Zone?
  /// Whether the configuration may name the zone of the source's times.
  var mayHaveZone = true
}

/// Reads a time: RFC 3339, what databases and loggers print, or epoch seconds or milliseconds.
enum TimeText {
  /// 2000-01-01 as milliseconds. Milliseconds below it are before any time that is read, and seconds from here on lie
  /// beyond the year 31,000.
  private static let firstMillisecond: Int64 = 946_684_800_000

  /// How Postgres writes that something has no end.
  static func isForever(_ value: FieldValue) -> Bool { value.string?.lowercased() == "infinity" }

  /// - Parameter name: the column, as messages name it.
  /// - Returns: milliseconds since 1970, within `range`.
  static func read(
    _ value: FieldValue, _ name: String, _ form: TimeForm, in range: ClosedRange<Int64>
  ) throws(RecordRejection) -> (milliseconds: Int64, unit: TimeUnit) {
    guard let text = value.string else { return try readOther(value, name, form, in: range) }
    if let number = Int64(text) {
      try refuseCalendar(number, text, name)
      let unit = form.unit ?? (number.magnitude < UInt64(firstMillisecond) ? .seconds : .milliseconds)
      guard let time = unit.milliseconds(number), range.contains(time) else {
        throw outOfRange(number, ShownValue.refused(text, of: "", isTime: true), name, unit, in: range)
      }
      return (time, unit)
    }
    guard form.unit == nil || form.unit == .rfc3339 else {
      return try readFraction(text, name, form, in: range)
    }
    if let time = Timestamp(rfc3339: text) { return (try check(time, text, name, in: range), .rfc3339) }
    if let time = try readWritten(text, name, form) { return (try check(time, text, name, in: range), .rfc3339) }
    return try readFraction(text, name, form, in: range)
  }

  private static func check(
    _ time: Timestamp, _ text: String, _ name: String, in range: ClosedRange<Int64>
  ) throws(RecordRejection) -> Int64 {
    guard range.contains(time.milliseconds) else {
      throw RecordRejection("\(named(name)) is `\(text)`, which \(FieldError.liesOutside)")
    }
    return time.milliseconds
  }

  // MARK: - Texts

  /// Nil for a text that is not a date and time.
  private static func readWritten(
    _ text: String, _ name: String, _ form: TimeForm
  ) throws(RecordRejection) -> Timestamp? {
    guard let written = WrittenTime(text) else { return nil }
    if let time = written.time { return time }
    guard let zone = form.zone else {
      let remedy = form.mayHaveZone ? "name its zone under `time_zone` in the configuration" : "export it with its zone"
      throw RecordRejection("\(named(name)) is `\(text)`, a time without a zone; \(remedy)")
    }
    switch zone.reading(wall: written.wall) {
    case .one(let time): return time
    case .skipped:
      throw RecordRejection(
        """
        \(named(name)) is `\(text)`, a time that \(zone.name) skips, as clocks go forward; \
        export times with a zone
        """
      )
    // The two readings may give different verdicts, and neither is the safe one for every rule.
    case .twice:
      throw RecordRejection(
        """
        \(named(name)) is `\(text)`, a time that occurs twice in \(zone.name), as clocks go back; \
        export times with a zone
        """
      )
    }
  }

  /// Epoch seconds with a fraction, as loggers write them.
  private static func readFraction(
    _ text: String, _ name: String, _ form: TimeForm, in range: ClosedRange<Int64>
  ) throws(RecordRejection) -> (milliseconds: Int64, unit: TimeUnit) {
    guard form.unit != .rfc3339, text.utf8.contains(UInt8(ascii: ".")),
      text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }), let number = Double(text)
    else { throw notTime(text, name, form.unit) }
    return try read(number, text, name, form, in: range)
  }

  private static func read(
    _ number: Double, _ text: String, _ name: String, _ form: TimeForm, in range: ClosedRange<Int64>
  ) throws(RecordRejection) -> (milliseconds: Int64, unit: TimeUnit) {
    guard number.magnitude < 1e18 else { throw notTime(text, name, form.unit) }
    if let whole = Int64(exactly: number) { try refuseCalendar(whole, text, name) }
    let unit = form.unit ?? (number.magnitude < Double(firstMillisecond) ? .seconds : .milliseconds)
    guard let time = unit.milliseconds(number), range.contains(time) else {
      let whole = Int64(number.rounded(.down))
      throw outOfRange(whole, ShownValue.refused(text, of: "", isTime: true), name, unit, in: range)
    }
    return (time, unit)
  }

  // MARK: - Objects and numbers

  private static func readOther(
    _ value: FieldValue, _ name: String, _ form: TimeForm, in range: ClosedRange<Int64>
  ) throws(RecordRejection) -> (milliseconds: Int64, unit: TimeUnit) {
    switch value {
    case .real(let number): return try read(number, "\(number)", name, form, in: range)
    case .object(let object):
      if let time = try firestoreTime(object, name) {
        return (try check(time, time.rfc3339, name, in: range), .rfc3339)
      }
      if let inner = object.field("$date") {
        // MongoDB's numbers are milliseconds, whatever their magnitude.
        let number = inner.integer ?? inner.field("$numberLong")?.text.flatMap { Int64($0.string) }
        let value = number.map { FieldValue.integer($0) } ?? FieldValue(inner)
        return try read(value, name, TimeForm(unit: number == nil ? nil : .milliseconds), in: range)
      }
      throw RecordRejection(
        "\(named(name)) is an object without a time: it has neither `$date` nor `_seconds`")
    default: throw notTime("", name, form.unit)
    }
  }

  /// `{"_seconds": …, "_nanoseconds": …}` as Firestore's libraries write it; some leave the underscores out.
  private static func firestoreTime(_ object: JSONValue, _ name: String) throws(RecordRejection) -> Timestamp? {
    guard let seconds = object.field("_seconds") ?? object.field("seconds") else { return nil }
    let nanoseconds =
      object.field("_nanoseconds") ?? object.field("nanoseconds") ?? object.field("nanos")
    let whole = seconds.integer ?? seconds.text.flatMap { Int64($0.string) }
    let part = nanoseconds.map { $0.integer ?? $0.text.flatMap { Int64($0.string) } } ?? 0
    guard let whole, let part, whole.magnitude < 1 << 50, (0..<1_000_000_000).contains(part) else {
      throw RecordRejection("\(named(name)) has `_seconds` and `_nanoseconds` that are not a time")
    }
    return Timestamp(milliseconds: whole * 1000 + part / 1_000_000)
  }

  // MARK: - Refusals

  private static func named(_ name: String) -> String { name.hasPrefix("`") ? name : "`\(name)`" }

  /// Refuses what no unit makes a likely time, whichever is configured: its digits are those of a calendar.
  private static func refuseCalendar(_ number: Int64, _ text: String, _ name: String) throws(RecordRejection) {
    guard let form = CalendarDigits.form(of: number), !text.hasPrefix("+") else { return }
    throw RecordRejection(
      CalendarDigits.reason(ShownValue.refused(text, of: "", isTime: true), named(name), form: form))
  }

  /// Names the unit in which the number would be a time.
  ///
  /// - Parameter shown: the number as messages show it. With a plus before it, it is rather a phone number.
  private static func outOfRange(
    _ number: Int64, _ shown: String, _ name: String, _ unit: TimeUnit, in range: ClosedRange<Int64>
  ) -> RecordRejection {
    let problem =
      unit == .rfc3339 ? "which is not an RFC 3339 time with a zone" : "which as \(unit.noun) \(FieldError.liesOutside)"
    var reason = "\(named(name)) is \(shown), \(problem)"
    for other in TimeUnit.allCases where other != unit {
      guard let time = other.milliseconds(number), range.contains(time) else { continue }
      reason +=
        "; as \(other.noun) it would be \(Timestamp(milliseconds: time).rfc3339): set `time_unit: \(other.rawValue)`"
      return RecordRejection(reason)
    }
    if let day = SerialDate.day(of: number), range.contains(day.milliseconds) {
      reason += "; as an Excel date it would be \(day.rfc3339.prefix(10)): format its cells as date and time"
    }
    return RecordRejection(reason)
  }

  private static func notTime(_ text: String, _ name: String, _ unit: TimeUnit?) -> RecordRejection {
    let what =
      text.isEmpty
      ? "\(named(name)) is" : "\(named(name)) is \(ShownValue.refused(text, of: "", isTime: true)), which is"
    // Midnight would make a consent earlier than it was.
    if unit == nil || unit == .rfc3339, WrittenTime(text + " 00:00") != nil {
      return RecordRejection("\(what) a date without a time of day, so the moment is unknown; export the time as well")
    }
    if unit == nil || unit == .rfc3339, WrittenTime.isOfNoDay(text) {
      return RecordRejection(
        "\(named(name)) is \(ShownValue.refused(text, of: "", isTime: true)), but there is no such day")
    }
    return switch unit {
    case .rfc3339: RecordRejection("\(what) not an RFC 3339 time with a zone")
    case .some(let unit): RecordRejection("\(what) not a number of epoch \(unit.noun)")
    case nil:
      RecordRejection(
        """
        \(what) neither a date and time with a zone nor a number of epoch seconds or milliseconds; export it as \
        `2026-03-01T10:00:00+01:00`, or without the zone and with `time_zone` in the configuration
        """)
    }
  }
}

extension TimeUnit {
  var noun: String {
    switch self {
    case .seconds: "seconds"
    case .milliseconds: "milliseconds"
    case .microseconds: "microseconds"
    case .nanoseconds: "nanoseconds"
    case .rfc3339: "RFC 3339"
    }
  }

  /// Milliseconds since 1970; nil on overflow.
  func milliseconds(_ number: Int64) -> Int64? {
    switch self {
    case .seconds:
      let (product, overflow) = number.multipliedReportingOverflow(by: 1000)
      return overflow ? nil : product
    case .milliseconds: return number
    case .microseconds: return number / 1000
    case .nanoseconds: return number / 1_000_000
    case .rfc3339: return nil
    }
  }

  /// Milliseconds since 1970, rounded down; nil on overflow.
  func milliseconds(_ number: Double) -> Int64? {
    let microseconds: Double
    switch self {
    case .seconds: microseconds = number * 1_000_000
    case .milliseconds: microseconds = number * 1000
    case .microseconds: microseconds = number
    case .nanoseconds: microseconds = number / 1000
    case .rfc3339: return nil
    }
    guard microseconds.magnitude < 9e18 else { return nil }
    // Doubles of seconds are exact to the microsecond. Without rounding to it, .123 would become .122.
    return Int64((microseconds.rounded() / 1000).rounded(.down))
  }
}
