/// A date and time as databases and loggers print it, with or without a zone.
///
/// `2026-11-04 23:00:00.000000+00`, `2026-11-04T23:00:00+01:00`, `2026-11-04 23:00:00 UTC`, `2026/11/04 23:00:00`,
/// `04/Nov/2026:23:00:00 +0000`, `Wed, 04 Nov 2026 23:00:00 GMT`. A fraction of any length is cut to milliseconds. A
/// date alone is none: which of its moments is meant cannot be told.
package struct WrittenTime: Hashable, Sendable {
  /// What the clock on the wall showed, in milliseconds, as if it were UTC.
  package let wall: Int64
  /// Milliseconds east of UTC; nil where the text has no zone.
  package let offset: Int64?

  /// Nil where the text has no zone.
  package var time: Timestamp? { offset == nil ? nil : timeInUTC }

  /// Of a text without a zone as if it were UTC, for writers who mean that.
  package var timeInUTC: Timestamp { Timestamp(milliseconds: wall - (offset ?? 0)) }

  package init?(_ text: some StringProtocol) {
    var text = Substring(text)
    let parsed = text.withUTF8 { bytes in
      var scanner = WrittenTimeScanner(bytes: bytes)
      return scanner.time()
    }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Whether a text would be a time, if the calendar had its day: `2026-11-31T00:00:00Z`.
  package static func isOfNoDay(_ text: String) -> Bool {
    let date = Array(text.utf8.prefix(10))
    let isDate =
      date.count == 10 && date[4] == date[7]
      && date.indices.allSatisfy { [4, 7].contains($0) || (48...57).contains(date[$0]) }
    return isDate && WrittenTime(text) == nil && WrittenTime("2000-01-01\(text.dropFirst(10))") != nil
  }

  fileprivate init(wall: Int64, offset: Int64?) {
    self.wall = wall
    self.offset = offset
  }
}

extension Timestamp {
  /// RFC 3339, or another form of `WrittenTime` with a zone; nil for any other text.
  package init?(written text: some StringProtocol) {
    // The parser of the one form is several times as fast as that of all.
    guard let time = Timestamp(rfc3339: text) ?? WrittenTime(text)?.time else { return nil }
    self = time
  }
}

private struct WrittenTimeScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func time() -> WrittenTime? {
    guard let day = isoDate() ?? commonLogDate() ?? httpDate(), let clock = clock() else { return nil }
    let wall = day * TimeSpan.day.milliseconds + clock
    while take(" ") {}
    if index == bytes.count { return WrittenTime(wall: wall, offset: nil) }
    guard let offset = zone(), index == bytes.count else { return nil }
    return WrittenTime(wall: wall, offset: offset)
  }

  /// `2026-11-04` or `2026/11/04`, with the `T` or the spaces behind it; days since 1970.
  private mutating func isoDate() -> Int64? {
    let start = index
    guard let year = number(4), let mark = takeAny("-/"), let month = number(2), take(mark), let day = number(2),
      let days = Self.days(year, month, day)
    else {
      index = start
      return nil
    }
    guard takeAny("Tt ") != nil else { return nil }
    while take(" ") {}
    return days
  }

  /// `04/Nov/2026:`, as web servers write it.
  private mutating func commonLogDate() -> Int64? {
    let start = index
    guard let day = number(2), take("/"), let month = month(), take("/"), let year = number(4), take(":") else {
      index = start
      return nil
    }
    return Self.days(year, month, day)
  }

  /// `Wed, 04 Nov 2026 `, as HTTP, mail and JavaScript's `toUTCString` write it.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
  private mutating func httpDate() -> Int64? {
    guard word(3) != nil, take(","), take(" "), let day = number(2) ?? number(1), take(" "), let month = month(),
      take(" "), let year = number(4), take(" ")
    else { return nil }
    return Self.days(year, month, day)
  }

  private mutating func month() -> Int64? {
    word(3).flatMap { Self.months.firstIndex(of: $0) }.map { Int64($0 + 1) }
  }

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    guard (1...12).contains(month), day >= 1, day <= Timestamp.days(inMonth: month, year: year) else { return nil }
    return Timestamp.day(year: year, month: month, day: day)
  }

  /// Milliseconds of the day. A leap second is the last millisecond of its minute.
  private mutating func clock() -> Int64? {
    guard let hour = number(2), take(":"), let minute = number(2), hour <= 23, minute <= 59 else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    guard take(":") else { return milliseconds }
    guard let second = number(2), second <= 60 else { return nil }
    var fraction: Int64 = 0
    if takeAny(".,") != nil {
      var scale: Int64 = 100
      let start = index
      while let digit = digit() {
        fraction += digit * scale
        scale /= 10
      }
      guard index > start else { return nil }
    }
    milliseconds += second == 60 ? 59_999 : second * 1000 + fraction
    return milliseconds
  }

  /// `Z`, `UTC`, `GMT`, `+01`, `+0100`, `+01:00`, `+01:00:00`; milliseconds east of UTC.
  private mutating func zone() -> Int64? {
    guard let sign = takeAny("+-") else {
      switch word(3) ?? word(1) {
      case "z", "utc", "gmt": return 0
      default: return nil
      }
    }
    guard let hours = number(2), hours <= 23 else { return nil }
    var seconds = hours * 3600
    let hasColon = take(":")
    if let minutes = number(2) {
      guard minutes <= 59 else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let rest = number(2), rest <= 59 else { return nil }
        seconds += rest
      }
    } else if hasColon {
      return nil
    }
    return seconds * (sign == "-" ? -1000 : 1000)
  }

  // MARK: Bytes

  private mutating func digit() -> Int64? {
    guard index < bytes.count, bytes[index] >= 48, bytes[index] <= 57 else { return nil }
    defer { index += 1 }
    return Int64(bytes[index] - 48)
  }

  /// Nothing is taken where fewer digits stand there.
  private mutating func number(_ count: Int) -> Int64? {
    let start = index
    var value: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else {
        index = start
        return nil
      }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func take(_ character: Character) -> Bool { takeAny(String(character)) != nil }

  private mutating func takeAny(_ characters: String) -> Character? {
    guard index < bytes.count, characters.utf8.contains(bytes[index]) else { return nil }
    defer { index += 1 }
    return Character(UnicodeScalar(bytes[index]))
  }

  /// So many letters, in lower case.
  private mutating func word(_ count: Int) -> String? {
    guard index + count <= bytes.count else { return nil }
    let word = String(decoding: bytes[index..<(index + count)], as: UTF8.self).lowercased()
    guard word.utf8.allSatisfy({ $0 >= 97 && $0 <= 122 }) else { return nil }
    index += count
    return word
  }
}
