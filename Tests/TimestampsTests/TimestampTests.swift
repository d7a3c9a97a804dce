import Testing
import Timestamps

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-11-20T01:00:00.5+01:00", 1_795_132_800_500),
    ("2000-02-29 23:59:59.9999z", 951_868_799_999),
    ("1969-12-31T23:59:59.999Z", -1),
    ("2016-12-31T23:59:60Z", 1_483_228_799_999),
  ])
  func readsRFC3339(text: String, milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "2026-11-20", "2026-11-20T01:00:00", "2026-02-29T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T01:00:00.Z",
    "2026-11-20T01:00:00+0100", "2026-11-20T01:00:00Z ", "", "２026-11-20T01:00:00Z",
  ])
  func refusesWhatIsNoRFC3339(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func writesUTCWithMilliseconds() {
    #expect(Timestamp(milliseconds: 1_795_132_800_500).rfc3339 == "2026-11-20T00:00:00.500Z")
    #expect(Timestamp(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
  }

  @Test func everyDayOfFourHundredYearsComesBack() {
    for day in Int64(-80_000)..<70_000 {
      let (year, month, dayOfMonth) = Timestamp.civil(day: day)
      #expect(Timestamp.day(year: year, month: month, day: dayOfMonth) == day)
    }
  }

  @Test func readsAndWritesDurations() {
    #expect(TimeSpan("90m") == .minutes(90))
    #expect(TimeSpan("72h")?.text == "72h")
    #expect(TimeSpan("36h")?.text == "36h")
    #expect(TimeSpan("96h")?.text == "4d")
    #expect(TimeSpan("10m")?.text == "10m")
    for text in ["", "h", "1.5h", "-3d", "3w", "99999999999999999d", " 3d"] {
      #expect(TimeSpan(text) == nil)
    }
  }

  @Test(arguments: [
    ("2026-02-01T01:02:03Z", 12, "2027-02-01T01:02:03.000Z"), ("2026-01-31T00:00:00Z", 1, "2026-02-28T00:00:00.000Z"),
    ("2024-02-29T00:00:00Z", 12, "2025-02-28T00:00:00.000Z"), ("2026-12-15T00:00:00Z", 1, "2027-01-15T00:00:00.000Z"),
    ("2026-11-30T00:00:00Z", 1, "2026-12-30T00:00:00.000Z"), ("2026-03-01T00:00:00Z", 0, "2026-03-01T00:00:00.000Z"),
  ])
  func aMonthLastsToTheSameDayOfTheNext(start: String, months: Int64, end: String) throws {
    #expect(try #require(Timestamp(rfc3339: start)).later(byMonths: months).rfc3339 == end)
  }
}
