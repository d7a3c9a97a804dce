/// A date in the name of a file or folder, with the time of day where one follows.
///
/// Dates are `2026-11-20`, `2026_11_20`, `2026.11.20` and `20261120`, of the years 2000 to 2199. Times are `T03:00:00Z`
/// and the like, with `-`, `_`, `.` or nothing for the colons, with or without seconds and a zone, which is else UTC.
/// `_03-00-00`, `_030000` and `20261120030000` are times without the `T` as well.
package struct NameTime: Hashable, Sendable {
  /// A date alone is the beginning of its day in UTC.
  package var time: Timestamp
  /// Whether the digits can be nothing but a time of day: `000002` after a date may be the number of a part.
  package var isExact = false
  /// The bytes of the name that it takes.
  package var range: Range<Int>

  /// All dates in a name, in order.
  package static func all(in name: String) -> [NameTime] {
    let scanner = NameTimeScanner(text: Array(name.utf8))
    var found: [NameTime] = []
    var index = 0
    while index < scanner.text.count {
      let digits = scanner.digits(from: index)
      guard digits > 0 else {
        index += 1
        continue
      }
      let time = scanner.time(at: index)
      if let time { found.append(time) }
      index = time?.range.upperBound ?? index + digits
    }
    return found
  }

  /// When names say that a file was captured, the nearest first: of each name the latest date, since a file that covers
  /// a time was captured at its end. A later name counts where records of the file lie beyond the nearer ones.
  ///
  /// - Parameters:
  ///   - names: of the file, then of its folder, then of the folders around it.
  ///   - limit: no name after this is believed.
  package static func captures(in names: [String], until limit: Timestamp) -> [Timestamp] {
    names.compactMap { name in all(in: name).map(\.time).filter { $0 <= limit }.max() }
  }
}

/// Reads dates and times from bytes.
private struct NameTimeScanner {
  let text: [UInt8]

  /// How many digits stand from there on.
  func digits(from start: Int) -> Int {
    var end = start
    while end < text.count, (48...57).contains(text[end]) { end += 1 }
    return end - start
  }

  private func byte(_ index: Int) -> Character? {
    index < text.count ? Character(UnicodeScalar(text[index])) : nil
  }

  private func isByte(_ index: Int, _ characters: String) -> Bool {
    byte(index).map(characters.contains) ?? false
  }

  private func isLetter(_ index: Int) -> Bool { byte(index)?.isLetter ?? false }

  private func number(_ start: Int, _ count: Int) -> Int64 {
    text[start..<(start + count)].reduce(0) { $0 * 10 + Int64($1) - 48 }
  }

  /// The date that begins with the first of a run of digits.
  func time(at start: Int) -> NameTime? {
    let run = digits(from: start)
    switch run {
    case 4:
      guard isByte(start + 4, "-_."), digits(from: start + 5) == 2, byte(start + 7) == byte(start + 4),
        digits(from: start + 8) == 2
      else { return nil }
      return date(number(start, 4), number(start + 5, 2), number(start + 8, 2), start..<(start + 10))
    case 8:
      // `20261120ab` is a part of something else.
      if isLetter(start + 8), !isByte(start + 8, "Tt") || digits(from: start + 9) == 0 { return nil }
      return date(number(start, 4), number(start + 4, 2), number(start + 6, 2), start..<(start + 8))
    case 12, 14:
      guard let day = day(number(start, 4), number(start + 4, 2), number(start + 6, 2)),
        let clock = Clock(number(start + 8, 2), number(start + 10, 2), run == 14 ? number(start + 12, 2) : 0)
      else { return nil }
      let isExact = isZulu(start + run)
      return NameTime(
        time: Timestamp(milliseconds: day + clock.milliseconds), isExact: isExact,
        range: start..<(start + run + (isExact ? 1 : 0)))
    default: return nil
    }
  }

  /// Milliseconds; nil where there is no such day, or none that files of today are named after.
  private func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    guard (2000...2199).contains(year), (1...12).contains(month),
      (1...Timestamp.days(inMonth: month, year: year)).contains(day)
    else { return nil }
    return Timestamp.day(year: year, month: month, day: day) * TimeSpan.day.milliseconds
  }

  private func date(_ year: Int64, _ month: Int64, _ dayOfMonth: Int64, _ range: Range<Int>) -> NameTime? {
    guard let day = day(year, month, dayOfMonth) else { return nil }
    let end = range.upperBound
    var result = NameTime(time: Timestamp(milliseconds: day), range: range)
    let isMarked = isByte(end, "Tt")
    guard isMarked || isByte(end, "-_ .+@"), let clock = clock(at: end + 1, isMarked: isMarked) else { return result }
    result.time = Timestamp(milliseconds: day + clock.milliseconds)
    result.isExact = clock.isExact
    result.range = range.lowerBound..<clock.end
    return result
  }

  // MARK: Time of day

  private struct Clock {
    var milliseconds: Int64
    var end = 0
    var isExact = true

    init?(_ hour: Int64, _ minute: Int64, _ second: Int64) {
      guard hour <= 23, minute <= 59, second <= 60 else { return nil }
      milliseconds = (hour * 3600 + minute * 60 + min(second, 59)) * 1000
    }
  }

  /// - Parameter isMarked: a `T` stands before it, so that digits can be nothing else.
  private func clock(at start: Int, isMarked: Bool) -> Clock? {
    guard var clock = digitalClock(at: start, isMarked: isMarked) else { return nil }
    if isZulu(clock.end) {
      clock.end += 1
      clock.isExact = true
    } else if let zone = zone(at: clock.end) {
      clock.milliseconds -= zone.milliseconds
      clock.end = zone.end
      clock.isExact = true
    }
    return clock
  }

  private func digitalClock(at start: Int, isMarked: Bool) -> Clock? {
    func clock(_ hour: Int64, _ minute: Int64, _ second: Int64, to end: Int, isExact: Bool) -> Clock? {
      guard var clock = Clock(hour, minute, second) else { return nil }
      clock.end = end
      clock.isExact = isExact
      return clock
    }
    switch digits(from: start) {
    case 6:
      return clock(
        number(start, 2), number(start + 2, 2), number(start + 4, 2), to: fraction(from: start + 6), isExact: isMarked)
    case 4 where isMarked || isZulu(start + 4):
      return clock(number(start, 2), number(start + 2, 2), 0, to: start + 4, isExact: true)
    case 2:
      let hasMinutes = isByte(start + 2, ":-_.") && digits(from: start + 3) == 2
      guard hasMinutes else {
        return isMarked ? clock(number(start, 2), 0, 0, to: start + 2, isExact: true) : nil
      }
      let (hour, minute) = (number(start, 2), number(start + 3, 2))
      if byte(start + 5) == byte(start + 2), digits(from: start + 6) == 2 {
        return clock(hour, minute, number(start + 6, 2), to: fraction(from: start + 8), isExact: true)
      }
      // `2026-11-20-01-02` may be a part of a part.
      guard isMarked || byte(start + 2) == ":" else { return nil }
      return clock(hour, minute, 0, to: start + 5, isExact: true)
    default: return nil
    }
  }

  /// The end of a fraction of a second, which is left out.
  private func fraction(from start: Int) -> Int {
    let count = isByte(start, ".") ? digits(from: start + 1) : 0
    return count >= 3 ? start + 1 + count : start
  }

  private func isZulu(_ index: Int) -> Bool {
    isByte(index, "Zz") && !isLetter(index + 1) && digits(from: index + 1) == 0
  }

  /// `+01:00`, `+0100` or `-01:00`; `-0100` is more often a number.
  private func zone(at start: Int) -> (milliseconds: Int64, end: Int)? {
    guard isByte(start, "+-") else { return nil }
    let isBehind = byte(start) == "-"
    let hasColon = digits(from: start + 1) == 2 && byte(start + 3) == ":" && digits(from: start + 4) == 2
    guard hasColon || !isBehind && digits(from: start + 1) == 4 else { return nil }
    let minutes = number(start + (hasColon ? 4 : 3), 2)
    guard let length = Clock(number(start + 1, 2), minutes, 0)?.milliseconds else { return nil }
    return (isBehind ? -length : length, start + (hasColon ? 6 : 5))
  }
}
