/// What a zone does after the last change that its file lists: the `TZ` text at the file's end.
///
/// https://www.rfc-editor.org/rfc/rfc8536#section-3.3
struct ZoneRule: Sendable {
  /// Seconds east of UTC.
  private let standard: Int64
  private let summer: (offset: Int64, start: Change, end: Change)?

  private struct Change: Sendable {
    enum Day: Sendable {
      /// Of the month, the week from 1 to 5 (the last), and the day of the week from 0, Sunday.
      case week(month: Int64, week: Int64, day: Int64)
      /// From 1, and 29 February is never counted.
      case julian(Int64)
      /// From 0, and 29 February is counted.
      case ordinal(Int64)
    }

    var day: Day
    /// Seconds from midnight on the wall's clock.
    var time: Int64

    /// Seconds since 1970 on the wall's clock.
    func wall(in year: Int64) -> Int64 {
      let days =
        switch day {
        case .julian(let number):
          Timestamp.day(year: year, month: 1, day: 1) + number - 1
            + (number >= 60 && Timestamp.days(inMonth: 2, year: year) == 29 ? 1 : 0)
        case .ordinal(let number): Timestamp.day(year: year, month: 1, day: 1) + number
        case .week(let month, let week, let weekday): Self.day(year, month, week, weekday)
        }
      return days * 86_400 + time
    }

    private static func day(_ year: Int64, _ month: Int64, _ week: Int64, _ weekday: Int64) -> Int64 {
      let first = Timestamp.day(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if day >= first + Timestamp.days(inMonth: month, year: year) { day -= 7 }
      return day
    }
  }

  /// Seconds east of UTC at a time in seconds since 1970.
  func offset(at time: Int64) -> Int64 {
    guard let summer else { return standard }
    let year = Timestamp.civil(day: (time + standard).floorDivided(by: 86_400)).year
    let start = summer.start.wall(in: year) - standard
    let end = summer.end.wall(in: year) - summer.offset
    let isSummer = start < end ? time >= start && time < end : !(time >= end && time < start)
    return isSummer ? summer.offset : standard
  }

  /// Nil for a text that is no rule.
  init?(_ text: String) {
    var scanner = Scanner(rest: Substring(text))
    guard scanner.skipName(), let standard = scanner.seconds() else { return nil }
    self.standard = -standard
    guard !scanner.rest.isEmpty else {
      summer = nil
      return
    }
    guard scanner.skipName() else { return nil }
    let offset = scanner.rest.first == "," ? self.standard + 3600 : scanner.seconds().map { -$0 }
    guard let offset, let start = scanner.change(), let end = scanner.change(), scanner.rest.isEmpty else { return nil }
    summer = (offset, start, end)
  }

  private struct Scanner {
    var rest: Substring

    mutating func take(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }

    /// `CET` or `<+03>`.
    mutating func skipName() -> Bool {
      if take("<") {
        guard let end = rest.firstIndex(of: ">") else { return false }
        rest = rest[rest.index(after: end)...]
        return true
      }
      let letters = rest.prefix { $0.isLetter }
      rest = rest[letters.endIndex...]
      return letters.count >= 3
    }

    mutating func number() -> Int64? {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      return Int64(digits)
    }

    /// `-1`, `5:30` or `26:00:00`.
    mutating func seconds() -> Int64? {
      let sign: Int64 = take("-") ? -1 : 1
      if sign == 1 { _ = take("+") }
      guard var seconds = number().map({ $0 * 3600 }) else { return nil }
      for unit: Int64 in [60, 1] where take(":") {
        guard let part = number() else { return nil }
        seconds += part * unit
      }
      return sign * seconds
    }

    mutating func change() -> Change? {
      guard take(","), let day = day() else { return nil }
      guard take("/") else { return Change(day: day, time: 7200) }
      return seconds().map { Change(day: day, time: $0) }
    }

    private mutating func day() -> Change.Day? {
      if take("J") { return number().map { .julian($0) } }
      guard take("M") else { return number().map { .ordinal($0) } }
      guard let month = number(), take("."), let week = number(), take("."), let day = number(),
        (1...12).contains(month), (1...5).contains(week), (0...6).contains(day)
      else { return nil }
      return .week(month: month, week: week, day: day)
    }
  }
}
