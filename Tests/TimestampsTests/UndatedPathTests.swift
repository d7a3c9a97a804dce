import Testing

@testable import Timestamps

@Suite struct UndatedPathTests {
  @Test(arguments: [
    ("users-2026-11-20.json", "users-2026-11-21.json"), ("./in/users.json", "in/users.json"),
    ("2026-11-20T030000Z/users.json", "2026-11-21T030000Z/users.json"), ("a/2026/11/20/log", "a/2026/11/21/log"),
    ("log.20261120", "log.20261121"), ("log.20261120T0300Z.gz", "log.20261121T0259Z.gz"),
    ("log-2026-11-20_03-00-00.123Z.csv", "log-2026-11-21_02-59-59.999Z.csv"),
    ("log-1763600000.json", "log-1763686400.json"), ("log-1763600000000.json", "log-1763686400000.json"),
    ("export_2026_11_20.csv", "export_2026_11_21.csv"), ("2026-11-20 03:00/x", "2026-11-21 04:05/x"),
  ])
  func pathsOfTwoNightsAreOne(first: String, second: String) {
    #expect(UndatedPath.of(first) == UndatedPath.of(second))
  }

  @Test(arguments: [
    ("users-1.json", "users-2.json"), ("users-2026-11-20-001.json", "users-2026-11-20-002.json"),
    ("a/users.json", "b/users.json"), ("v1999999.json", "v1999998.json"), ("2026-13-20.json", "2026-14-20.json"),
    ("order-12345678.csv", "order-12345679.csv"), ("mail.ndjson", "mail-2026-11-20.ndjson"),
  ])
  func otherPathsAreNot(first: String, second: String) {
    #expect(UndatedPath.of(first) != UndatedPath.of(second))
  }
}
