import Foundation
import Testing

/// An audit that is cut into shards, each judged by a process of its own.
struct Shards {
  let place: Workplace
  let count: Int
  /// What `extract --for-shards` is given beside the folder: inputs, configuration, time.
  let inputs: [String]
  /// The options of each step.
  var flags: [String] = []
  /// Of `merge`.
  var mergeFlags: [String] = []
  var store = "shards.sqlite"
  var records = "run"

  private var all: Range<Int> { 0..<count }
  func part(_ shard: Int, _ round: String) -> String { "\(records)/\(round)-\(shard).ndjson" }
  func lines(_ shard: Int) -> String { "\(records)/shard-\(shard).ndjson" }

  func extract() throws {
    let outcome = try place.run(["extract"] + inputs + ["--for-shards", "--store", store, "--out", records])
    try #require(outcome.status == 0, "\(outcome)")
  }

  /// Puts all lines that share a name, not even through others, into one shard.
  func divide() throws {
    var groups = NameGroups()
    struct Line: Decodable { var names: [String] }
    let files = try ["state", "records"].map { name in
      try place.text("\(records)/\(name).ndjson").split(separator: "\n").map(String.init)
    }
    let names = try files.map { try $0.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).names } }
    for names in names.joined() { groups.join(names) }
    var numbers: [String: Int] = [:]
    var shards = Array(repeating: "", count: count)
    for (lines, names) in zip(files, names) {
      for (line, names) in zip(lines, names) {
        let number = names.first.map { name in
          let group = groups.group(of: name)
          numbers[group] = numbers[group] ?? numbers.count
          return numbers[group, default: 0]
        }
        shards[(number ?? 0) % count] += line + "\n"
      }
    }
    for shard in all { try place.write(lines(shard), shards[shard]) }
  }

  /// Of all shards, not in their order.
  func parts(_ round: String) -> [String] { all.reversed().map { part($0, round) } }

  /// The arguments by which one shard is judged.
  func arguments(_ shard: Int, _ round: [String], to part: String) -> [String] {
    ["audit", "--records", records, "--shard", lines(shard), "--shard-number", "\(shard)/\(count)", "--part", part]
      + ["--jobs", "1"] + round + flags
  }

  /// Judges all shards in two rounds.
  func judge() throws {
    try judgeAll(["--counts"], "counts")
    let outcome = try merge("counts", ["--counts"])
    try #require(outcome.status == 0, "\(outcome)")
    try judgeAll(["--sums", "\(records)/sums.json"], "part")
  }

  private func judgeAll(_ round: [String], _ name: String) throws {
    let outcomes = try all.map { try place.run(arguments($0, round, to: part($0, name))) }
    for outcome in outcomes { try #require(outcome.status == 0, "\(outcome)") }
  }

  func merge(_ round: String = "part", _ more: [String] = []) throws -> Workplace.Outcome {
    try place.run(
      ["merge"] + parts(round) + ["--records", records, "--sums", "\(records)/sums.json"]
        + ["--store", store, "--out", "shards", "--format", "json"] + flags + mergeFlags + more)
  }

  /// All steps.
  ///
  /// - Returns: how `merge` ended.
  func run() throws -> Workplace.Outcome {
    try extract()
    try divide()
    try judge()
    return try merge()
  }
}

extension Workplace {
  /// Audits the files in one process and in shards, each with a store of its own.
  ///
  /// - Returns: how the one process ended.
  @discardableResult
  func compareShards(
    _ inputs: [String], asOf: String = Workplace.asOf, shards count: Int, more: [String] = [], config: String? = nil
  ) throws -> Outcome {
    let flags = (config.map { ["--config", $0] } ?? []) + more
    let direct = try run(
      ["audit"] + inputs + flags
        + ["--as-of", asOf, "--format", "json", "--store", "direct.sqlite", "--out", "direct"])
    try #require(direct.status <= 2, "\(direct)")
    var shards = Shards(
      place: self, count: count,
      inputs: inputs + (config.map { ["--config", $0] } ?? []) + ["--as-of", asOf])
    shards.flags = flags
    let merged = try shards.run()
    #expect(merged.status == direct.status, "\(merged)")
    #expect(merged.output.split(separator: "\n").first == direct.output.split(separator: "\n").first)
    try expectSameReport("direct", "shards", "\(count) shards, \(asOf)")
    return direct
  }
}
