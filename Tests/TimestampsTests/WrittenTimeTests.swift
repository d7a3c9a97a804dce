import Testing
import Timestamps

@Suite struct WrittenTimeTests {
  @Test(arguments: [
    ("2026-11-04 23:00:00.000000+00", "2026-11-04T23:00:00.000Z"),  // PostgreSQL, Supabase
    ("2026-11-04 23:00:00.123456789 +0100", "2026-11-04T22:00:00.123Z"),  // Snowflake
    ("2026-11-04 23:00:00 UTC", "2026-11-04T23:00:00.000Z"),  // BigQuery
    ("2026-11-04T23:00:00+05:30", "2026-11-04T17:30:00.000Z"),
    ("2026-11-04T23:00:00,5-03:30", "2026-11-05T02:30:00.500Z"),  // Python's logging
    ("2026/11/04 23:00:00 GMT", "2026-11-04T23:00:00.000Z"),  // Go's log
    ("04/Nov/2026:23:00:00 +0000", "2026-11-04T23:00:00.000Z"),  // nginx
    ("1900-01-01 00:00:00+00:53:28", "1899-12-31T23:06:32.000Z"),  // a local mean time
    ("Wed, 04 Nov 2026 23:00:00 GMT", "2026-11-04T23:00:00.000Z"),  // HTTP, JavaScript
    ("Wed, 4 Nov 2026 23:00:00 +0100", "2026-11-04T22:00:00.000Z"),  // mail
    ("2026-11-04 23:00z", "2026-11-04T23:00:00.000Z"),
  ])
  func readsWhatDatabasesWrite(text: String, time: String) {
    #expect(WrittenTime(text)?.time?.rfc3339 == time)
  }

  @Test(arguments: ["2026-11-04 23:00:00", "2026-11-04T23:00:00.5", "2026/11/04 23:00"])
  func aTimeWithoutAZoneIsNone(text: String) throws {
    let written = try #require(WrittenTime(text))
    #expect(written.time == nil)
    #expect(written.offset == nil)
  }

  @Test(arguments: [
    "2026-11-04", "2026-13-04 23:00:00Z", "2026-02-29 23:00:00Z", "2026-11-04 24:00:00Z", "2026-11-04 23:00:00+",
    "2026-11-04 23:00:00+1", "2026-11-04 23:00:00 CET", "2026-11-04 23:00:00.Z", "0000-00-00 00:00:00", "infinity",
    "2026-11-04 23:00:00Z and more", "2026-11/04 23:00:00Z", "04/Nov/2026 23:00:00", "", " ",
    "2026-11-04T23:00:00+24:00", "Wed 04 Nov 2026 23:00:00 GMT", "Wed, 31 Feb 2026 23:00:00 GMT",
  ])
  func refusesTheRest(text: String) {
    #expect(WrittenTime(text) == nil)
  }

  @Test(arguments: [
    ("2026-11-31T00:00:00Z", true), ("2026-02-29 23:00", true), ("2026/13/04 23:00:00Z", true),
    ("0000-00-00 00:00:00", true), ("2026-11-30T00:00:00Z", false), ("2026-11-31", false),
    ("2026-11-31T24:00:00Z", false), ("2026-11/31 23:00:00Z", false), ("31 November", false), ("", false),
  ])
  func knowsADayThatIsInNoCalendar(text: String, isOfNoDay: Bool) {
    #expect(WrittenTime.isOfNoDay(text) == isOfNoDay)
  }
}
