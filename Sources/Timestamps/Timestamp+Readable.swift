/// Times for people. Programs read `rfc3339`.
extension Timestamp {
  /// Date and time in UTC: `20 November 2026, 06:00 UTC`, with seconds where they are not zero.
  package var readable: String {
    let second = (milliseconds - midnight) / 1000
    let clock = "\(Self.twoDigits(second / 3600)):\(Self.twoDigits(second / 60 % 60))"
    return "\(readableDate), \(clock)\(second % 60 == 0 ? "" : ":" + Self.twoDigits(second % 60)) UTC"
  }

  /// The day in UTC: `20 November 2026`.
  package var readableDate: String {
    let (year, month, day) = Self.civil(day: midnight / TimeSpan.day.milliseconds)
    return "\(day) \(Self.months[Int(month) - 1]) \(year)"
  }

  /// As the end of a span: `through 31 January 2027` where that day in UTC is the last one, else `until` and the time.
  package var readableEnd: String {
    guard milliseconds == midnight else { return "until \(readable)" }
    return "through \((self - TimeSpan(milliseconds: 1)).readableDate)"
  }

  /// When its day began in UTC, in milliseconds.
  private var midnight: Int64 { milliseconds.floorDivided(by: TimeSpan.day.milliseconds) * TimeSpan.day.milliseconds }

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
