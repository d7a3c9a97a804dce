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

  /// A table that is older than the one that the night before read is passed over by each shard.
  @Test func tablesThatComeLateDoToo() throws {
    let place = try Workplace()
    try place.write(
      "relay-audit.yaml", "inputs:\n  - {path: 'in/consents*.ndjson', kind: consents, mode: snapshot}\n")
    let users = ["u1", "u2", "u3"].map { Sample.user($0, phone: "+15550100001") }
    for (day, uids) in [(19, ["u1"]), (18, ["u1", "u2"])] {
      try? FileManager.default.removeItem(at: place.path("in"))
      try FileManager.default.createDirectory(at: place.path("in"), withIntermediateDirectories: true)
      try place.write("in/users.json", "{\"users\": [\(users.joined(separator: ","))]}")
      let consents = uids.map { Line.consent($0, time(-20)) }.joined()
      try place.write("in/consents-2026-11-\(day).ndjson", consents)
      let outcome = try place.compareShards(
        ["in"], asOf: day == 19 ? Workplace.asOf : "2026-11-21T06:00:00Z", shards: 2, config: "relay-audit.yaml")
      #expect(outcome.errors.contains("older copy") == (day == 18), "\(outcome.errors)")
    }
  }

  /// A file that the night before read, and an entry that leaves out all of its own.
  @Test func whatIsMissingOrLeftOutDoesToo() throws {
    let place = try Workplace()
    try place.write(
      "relay-audit.yaml", "inputs:\n  - {path: in/more.ndjson, kind: deletions, where: {region: eu}}\n")
    let users = ["u1", "u2", "u3"].map { Sample.user($0) }
    for (day, others) in [(20, ["u2", "u3"]), (21, [])] {
      try? FileManager.default.removeItem(at: place.path("in"))
      try place.write("in/users.json", "{\"users\": [\(users.joined(separator: ","))]}")
      try place.write("in/deletions.ndjson", Line.request("u1", time(-20)))
      try place.write("in/more.ndjson", Line.request("u1", time(-20), ["request_id": "r-2", "region": "EU"]))
      if !others.isEmpty {
        try place.write("in/deletions_eu.ndjson", others.map { Line.request($0, time(-20)) }.joined())
      }
      let outcome = try place.compareShards(
        ["in"], asOf: "2026-11-\(day)T06:00:00Z", shards: 2, config: "relay-audit.yaml")
      #expect(outcome.errors.contains("deletions_eu.ndjson` is missing") == (day == 21), "\(outcome.errors)")
    }
  }

  /// An account that is dropped with the last of its records.
  @Test func droppedAccountsDoToo() throws {
    let place = try Workplace()
    try place.write("relay-audit.yaml", "history: {remember: 10d}\n")
    for (day, uids, logs) in [
      (3, ["u1", "u2", "u3"], ""), (5, ["u1"], Line.request("u2", time(4)) + Line.request("u3", time(4))),
      (17, ["u1"], ""), (18, ["u1", "u4"], ""),
    ] {
      try? FileManager.default.removeItem(at: place.path("in"))
      try FileManager.default.createDirectory(at: place.path("in"), withIntermediateDirectories: true)
      try place.write("in/users.json", Export.users(uids))
      try place.write("in/deletions.ndjson", logs)
      try place.write(
        "in/revocations.ndjson",
        day == 5 ? ["u2", "u3"].map { Line.revocation($0, time(4, 1)) }.joined() : Line.revocation("u1", time(1)))
      try place.compareShards(
        ["in", "--captured-at", time(day, 5)], asOf: time(day, 6), shards: 2, config: "relay-audit.yaml")
    }
    for store in ["direct.sqlite", "shards.sqlite"] {
      let outcome = try place.run("explain", "u2", "--store", store)
      #expect(outcome.status != 0, "\(outcome)")
    }
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
