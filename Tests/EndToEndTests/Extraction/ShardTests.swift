import Foundation
import Testing

/// `extract --for-shards`, `audit --shard` and `merge`: one audit in several processes.
@Suite struct ShardTests {
  @Test(arguments: [1, 3, 16]) func theDemoComesToTheSameReport(shards: Int) throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "40").status == 0)
    try place.compareShards([], shards: shards, config: "sample/relay-audit.yaml")
    // A second night, which has a history and remembers.
    try place.compareShards([], asOf: "2026-11-21T06:00:00Z", shards: shards, config: "sample/relay-audit.yaml")
  }

  @Test func theDemosOtherSamplesDoToo() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "10").status == 0)
    let samples = try FileManager.default.contentsOfDirectory(atPath: place.path("sample/more").path).sorted()
    #expect(samples.count > 3)
    for name in samples {
      for store in ["direct.sqlite", "shards.sqlite"] { try? FileManager.default.removeItem(at: place.path(store)) }
      try place.compareShards([], shards: 3, config: "sample/more/\(name)/relay-audit.yaml")
    }
  }

  @Test(arguments: [3]) func nightsThatRotateDoToo(shards: Int) throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "10").status == 0)
    for (night, day) in [(1, 18), (2, 19), (3, 20)] {
      try place.compareShards(
        ["sample/nights/\(night)"], asOf: "2026-11-\(day)T06:00:00Z", shards: shards,
        config: "sample/nights/relay-audit.yaml")
    }
  }

  /// Also records that stand in one file and belong to accounts of another.
  @Test func everyFormatDoesToo() throws {
    try AuditableFixtures.forEachPlace { try $0.compareShards(["in"], shards: 2, more: ["--require", "none"]) }
  }

  /// So many that SQLite writes the store's pages before the end of the merge.
  @Test func manyAccountsDoToo() throws {
    let place = try Workplace()
    let padding = String(repeating: "x", count: 500)
    let users = (1...4_000).map { number in
      Sample.user("u\(number)-\(padding)", phone: number % 100 == 0 ? "+1555010\(number % 10_000)" : nil)
    }
    try place.write("in/users.json", "{\"users\": [\(users.joined(separator: ",\n"))]}")
    for asOf in [Workplace.asOf, "2026-11-21T06:00:00Z"] { try place.compareShards(["in"], asOf: asOf, shards: 2) }
  }
}
