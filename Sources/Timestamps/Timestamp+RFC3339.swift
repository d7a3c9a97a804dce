// RFC 3339, section 5.6: https://www.rfc-editor.org/rfc/rfc3339#section-5.6

extension Timestamp {
  /// Reads an RFC 3339 date and time. Fractions beyond the millisecond are cut off.
  ///
  /// A space is taken for the `T`, as RFC 3339 allows. Without a zone the text is no RFC 3339, and nil is returned.
  package init?(rfc3339 text: some StringProtocol) {
    var text = Substring(text)
    let parsed = text.withUTF8 { Timestamp.milliseconds(rfc3339: $0) }
    guard let parsed else { return nil }
    self.init(milliseconds: parsed)
  }

  /// RFC 3339 in UTC with milliseconds: `2026-11-20T01:00:00.000Z`.
  package var rfc3339: String {
    let day = milliseconds.floorDivided(by: TimeSpan.day.milliseconds)
    let rest = milliseconds - day * TimeSpan.day.milliseconds
    let (year, month, dayOfMonth) = Self.civil(day: day)
    // In place: reports write several times for each of 100,000 findings.
    return String(unsafeUninitializedCapacity: 24) { bytes in
      func write(_ value: Int64, from start: Int, to end: Int) {
        var value = value
        for index in (start..<end).reversed() {
          bytes[index] = UInt8(48 + value % 10)
          value /= 10
        }
      }
      write(year, from: 0, to: 4)
      bytes[4] = UInt8(ascii: "-")
      write(month, from: 5, to: 7)
      bytes[7] = UInt8(ascii: "-")
      write(dayOfMonth, from: 8, to: 10)
      bytes[10] = UInt8(ascii: "T")
      write(rest / 3_600_000, from: 11, to: 13)
      bytes[13] = UInt8(ascii: ":")
      write(rest / 60_000 % 60, from: 14, to: 16)
      bytes[16] = UInt8(ascii: ":")
      write(rest / 1000 % 60, from: 17, to: 19)
      bytes[19] = UInt8(ascii: ".")
      write(rest % 1000, from: 20, to: 23)
      bytes[23] = UInt8(ascii: "Z")
      return 24
    }
  }

  private static func milliseconds(rfc3339 text: UnsafeBufferPointer<UInt8>) -> Int64? {
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= text.count else { return nil }
      var value: Int64 = 0
      for byte in text[range] {
        guard byte >= 48, byte <= 57 else { return nil }
        value = value * 10 + Int64(byte - 48)
      }
      return value
    }
    func isByte(_ index: Int, _ characters: StaticString) -> Bool {
      guard index < text.count else { return false }
      return UnsafeBufferPointer(start: characters.utf8Start, count: characters.utf8CodeUnitCount)
        .contains(text[index])
    }
    guard
      let year = number(0..<4), isByte(4, "-"), let month = number(5..<7), isByte(7, "-"),
      let day = number(8..<10), isByte(10, "Tt "), let hour = number(11..<13), isByte(13, ":"),
      let minute = number(14..<16), isByte(16, ":"), let second = number(17..<19),
      (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, year: year),
      hour <= 23, minute <= 59, second <= 60
    else { return nil }
    var index = 19
    var fraction: Int64 = 0
    if isByte(index, ".") {
      index += 1
      var scale: Int64 = 100
      let start = index
      while index < text.count, text[index] >= 48, text[index] <= 57 {
        fraction += Int64(text[index] - 48) * scale
        scale /= 10
        index += 1
      }
      guard index > start else { return nil }
    }
    var offset: Int64 = 0
    if isByte(index, "Zz") {
      index += 1
    } else {
      guard
        isByte(index, "+-"), let hours = number(index + 1..<index + 3), isByte(index + 3, ":"),
        let minutes = number(index + 4..<index + 6), hours <= 23, minutes <= 59
      else { return nil }
      offset = (hours * 60 + minutes) * 60_000 * (isByte(index, "-") ? -1 : 1)
      index += 6
    }
    guard index == text.count else { return nil }
    // A leap second is counted as the last millisecond of its minute: POSIX time has no place for it.
    let wall = second == 60 ? 59_999 : second * 1000 + fraction
    return Self.day(year: year, month: month, day: day) * TimeSpan.day.milliseconds
      + hour * 3_600_000 + minute * 60_000 + wall - offset
  }
}
