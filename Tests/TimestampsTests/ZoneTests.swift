import Foundation
import Testing
import Timestamps

@Suite struct ZoneTests {
  private func wall(_ text: String) throws -> Int64 { try #require(WrittenTime(text)).wall }

  @Test(arguments: [
    ("Europe/Berlin", "2026-07-01 12:00:00", "2026-07-01T10:00:00.000Z"),
    ("Europe/Berlin", "2026-12-01 12:00:00", "2026-12-01T11:00:00.000Z"),
    ("America/New_York", "2026-07-01 12:00:00", "2026-07-01T16:00:00.000Z"),
    ("Asia/Kolkata", "2026-07-01 12:00:00", "2026-07-01T06:30:00.000Z"),
    ("Pacific/Auckland", "2026-01-01 12:00:00", "2025-12-31T23:00:00.000Z"),
    // After all that the file lists, by its rule.
    ("Europe/Berlin", "2050-07-01 12:00:00", "2050-07-01T10:00:00.000Z"),
    ("UTC", "2026-07-01 12:00:00", "2026-07-01T12:00:00.000Z"),
  ])
  func readsLocalTimes(name: String, text: String, time: String) throws {
    let zone = try #require(Zone(named: name))
    #expect(zone.reading(wall: try wall(text)) == .one(try #require(Timestamp(rfc3339: time))))
  }

  @Test func saysWhichTimesAreSkippedOrShownTwice() throws {
    let zone = try #require(Zone(named: "Europe/Berlin"))
    #expect(zone.reading(wall: try wall("2026-03-29 02:00:00")) == .skipped)
    #expect(zone.reading(wall: try wall("2026-03-29 02:59:59.999")) == .skipped)
    let first = try #require(Timestamp(rfc3339: "2026-10-25T00:30:00Z"))
    #expect(zone.reading(wall: try wall("2026-10-25 02:30:00")) == .twice(first, first + .hours(1)))
    #expect(zone.reading(wall: try wall("2026-10-25 03:00:00")) == .one(first + .minutes(90)))
    #expect(zone.reading(wall: try wall("2050-03-27 02:30:00")) == .skipped)
  }

  /// Every time is a reading of what the clock showed then, as another implementation says it.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Tokyo",
  ])
  func agreesWithFoundation(name: String) throws {
    let zone = try #require(Zone(named: name))
    let other = try #require(TimeZone(identifier: name))
    // Every 37 hours from 1990 to 2037.
    for seconds in stride(from: Int64(631_152_000), to: 2_114_380_800, by: 37 * 3600) {
      let offset = Int64(other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
      let time = Timestamp(milliseconds: seconds * 1000)
      switch zone.reading(wall: (seconds + offset) * 1000) {
      case .one(let read): #expect(read == time, "\(name) \(time.rfc3339)")
      case .twice(let first, let second): #expect([first, second].contains(time), "\(name) \(time.rfc3339)")
      case .skipped: Issue.record("\(name) skips \(time.rfc3339)")
      }
    }
  }

  @Test(arguments: ["Europe/Berln", "", "/etc/passwd", "../zoneinfo/UTC", "tzdata.zi", "Europe"])
  func knowsNoOtherName(name: String) {
    #expect(Zone(named: name) == nil)
  }

  @Test func listsItsNames() {
    #expect(Zone.names().contains("Europe/Berlin"))
    #expect(Zone.names().contains("UTC"))
  }
}
