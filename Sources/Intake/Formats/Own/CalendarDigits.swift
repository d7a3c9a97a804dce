import Timestamps

/// Tells a calendar time that is written in digits alone, such as `20260201000000`, from a number since 1970. Read as
/// milliseconds, that one would be of the year 2612, and a consent that has expired would be in force.
enum CalendarDigits {
  /// What the number looks like, in the letters that manuals write; nil for one that is no calendar time from 1900 on.
  ///
  /// None of these is a time that anybody means. Seconds of 1980 to 2200 have 9 or 10 digits, milliseconds 12 or 13,
  /// and those of 12 are higher; microseconds have 15 or 16. Seconds of the year 9999, for "never", are higher too.
  static func form(of number: Int64) -> String? {
    switch number {
    case 19_000_101...99_991_231: isDay(number) ? "YYYYMMDD" : nil
    case 190_001_010_000..<230_000_000_000: isTime(number * 100) ? "YYYYMMDDhhmm" : nil
    case 19_000_101_000_000...99_991_231_235_960: isTime(number) ? "YYYYMMDDhhmmss" : nil
    default: nil
    }
  }

  /// - Parameter shown: the number as messages show it.
  static func reason(_ shown: String, _ name: String, form: String) -> String {
    let isDay = form == "YYYYMMDD"
    let what = isDay ? "a date without a time of day" : "a calendar time"
    let remedy =
      isDay
      ? "export the time as well, as an RFC 3339 time such as 2026-11-20T06:00:00Z"
      : "export it as an RFC 3339 time with its zone, such as 2026-11-20T06:00:00Z"
    return "\(name) is \(shown), which looks like \(what) (\(form)), not like a number since 1970; \(remedy)"
  }

  private static func isTime(_ number: Int64) -> Bool {
    isDay(number / 1_000_000) && number / 10_000 % 100 <= 23 && number / 100 % 100 <= 59 && number % 100 <= 60
  }

  private static func isDay(_ number: Int64) -> Bool {
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    return (1...12).contains(month) && day >= 1 && day <= Timestamp.days(inMonth: month, year: year)
  }
}
