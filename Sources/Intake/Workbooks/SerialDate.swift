import Timestamps

/// Excel's dates: days since the end of 1899, or of 1903, with the time of day as a fraction.
struct SerialDate {
  /// The local time, in milliseconds since 1970 as if it were UTC.
  let wall: Int64

  private static let dayLength = Double(TimeSpan.day.milliseconds)
  /// The 31st of December of the year 9999.
  private static let last = 2_958_465.0
  /// The numbers of 1970-01-01 in the two date systems.
  private static let (epoch1900, epoch1904) = (25_569.0, 24_107.0)

  /// - Returns: nil for a number that is no date, such as that of 29 February 1900, which did not exist.
  init?(_ serial: Double, from1904: Bool) {
    guard serial >= 0, serial < Self.last + 1 else { return nil }
    var epoch = from1904 ? Self.epoch1904 : Self.epoch1900
    if !from1904 {
      if serial >= 60, serial < 61 { return nil }
      // Excel counts that day, so the numbers of the days before it are too small by one.
      if serial < 60 { epoch -= 1 }
    }
    // A double holds the time of day to less than a microsecond.
    wall = Int64(((serial - epoch) * Self.dayLength).rounded())
  }

  /// The beginning of the day that a whole number would be as a date.
  static func day(of number: Int64) -> Timestamp? {
    SerialDate(Double(number), from1904: false).map { Timestamp(milliseconds: $0.wall) }
  }

  /// `2026-11-04 23:00:00`, with a fraction where there is one.
  var dateAndTime: String {
    let text = Timestamp(milliseconds: wall).rfc3339
    let isWhole = wall % 1000 == 0
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(isWhole ? 8 : 12))"
  }

  /// `2026-11-04`.
  var date: String { String(Timestamp(milliseconds: wall).rfc3339.prefix(10)) }

  /// `23:00:00`.
  var time: String { String(dateAndTime.dropFirst(11)) }

  var isMidnight: Bool { wall % TimeSpan.day.milliseconds == 0 }
}
