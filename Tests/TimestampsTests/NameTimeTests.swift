import Foundation
import Testing

@testable import Timestamps

@Suite struct NameTimeTests {
  @Test(arguments: [
    ("users-2026-11-20.json", "2026-11-20T00:00:00Z"),
    ("2026-11-20T030000Z", "2026-11-20T03:00:00Z"),
    ("users-20261120.json.gz", "2026-11-20T00:00:00Z"),
    ("2026-11-20T03-00-00Z.json", "2026-11-20T03:00:00Z"),
    ("2026-11-20T03:00:00Z", "2026-11-20T03:00:00Z"),
    ("2026_11_20", "2026-11-20T00:00:00Z"),
    ("export.2026.11.20.json", "2026-11-20T00:00:00Z"),
    ("users20261120T0315Z.json", "2026-11-20T03:15:00Z"),
    ("users_2026-11-20T03.json", "2026-11-20T03:00:00Z"),
    ("20261120T030001.json", "2026-11-20T03:00:01Z"),
    ("20261120-030001.json", "2026-11-20T03:00:01Z"),
    ("20261120_030001.json", "2026-11-20T03:00:01Z"),
    ("20261120030001.json", "2026-11-20T03:00:01Z"),
    ("202611200301Z.json", "2026-11-20T03:01:00Z"),
    ("2026-11-20_03-00-01.json", "2026-11-20T03:00:01Z"),
    ("2026-11-20 03:05.json", "2026-11-20T03:05:00Z"),
    ("2026-11-20_0300Z.json", "2026-11-20T03:00:00Z"),
    ("2026-11-20T03:00:00.123456Z", "2026-11-20T03:00:00Z"),
    ("2026-11-20T03:00:00+01:00.json", "2026-11-20T02:00:00Z"),
    ("2026-11-20T030000+0100.json", "2026-11-20T02:00:00Z"),
    ("2026-11-20T03:00:00-05:30", "2026-11-20T08:30:00Z"),
    // The number of a part is no time.
    ("users-2026-11-20-1.json", "2026-11-20T00:00:00Z"),
    ("users-2026-11-20-0001.json", "2026-11-20T00:00:00Z"),
    ("users-2026-11-20-01-02.json", "2026-11-20T00:00:00Z"),
    ("users-20261120-part-00001.json", "2026-11-20T00:00:00Z"),
    ("users-2026-11-20T030000-0100.json", "2026-11-20T03:00:00Z"),
    ("dt=2026-11-20", "2026-11-20T00:00:00Z"),
    ("users-2024-02-29.json", "2024-02-29T00:00:00Z"),
    // A window ends at its later date.
    ("users-2026-11-01_2026-11-20.json", "2026-11-20T00:00:00Z"),
    ("20261101-20261120", "2026-11-20T00:00:00Z"),
  ])
  func readsDates(name: String, time: String) throws {
    let all = NameTime.all(in: name).map(\.time)
    #expect(all.max() == Timestamp(rfc3339: time), "\(all.map(\.rfc3339))")
  }

  @Test(arguments: [
    "users.json", "users-00000001.json", "users-1.json", "part-20261301", "2026-02-30", "1999-12-31", "19991231",
    "users-2026-11.json", "2026-11-2", "2026-11_20", "120261120", "20261120ab.json", "users-1795142400.json",
    "20261120250000", "users-1795142400000.json", "v2.0.0", "2026", "", "été-2026",
  ])
  func takesNothingElseForADate(name: String) {
    #expect(NameTime.all(in: name).isEmpty)
  }

  @Test func theNearestNameCountsFirst() {
    let limit = Timestamp(rfc3339: "2026-11-21T00:00:00Z") ?? Timestamp(milliseconds: 0)
    func captures(_ names: String...) -> [String] {
      NameTime.captures(in: names, until: limit).map { String($0.rfc3339.prefix(10)) }
    }
    #expect(captures("users.json", "exports") == [])
    #expect(captures("users-2026-11-19.json", "2026-11-20") == ["2026-11-19", "2026-11-20"])
    #expect(captures("users.json", "a", "2026-11-20") == ["2026-11-20"])
    #expect(captures("users-2026-11-22.json", "2026-11-20") == ["2026-11-20"])
    #expect(captures("users-2026-11-01_2099-01-01.json") == ["2026-11-01"])
  }
}
