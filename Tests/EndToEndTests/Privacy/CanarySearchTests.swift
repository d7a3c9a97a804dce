import Foundation
import Testing

/// Addresses, numbers, names of Apple's and names of persons that stand anywhere in the evidence are in nothing that
/// any command writes, in whatever form (docs/contract.md, section 7). Each run has a sample of its own:
/// `RELAY_AUDIT_SEED` repeats one.
@Suite struct CanarySearchTests {
  private static let formats = "html,json,csv,xlsx,junit,sarif,ocsf,oscal,markdown,prometheus,intoto"

  private let place: Workplace
  private let marks: CanaryMarks
  /// After what `ContactSample` has.
  private let marksOfFormats: CanaryMarks

  init() throws {
    place = try Workplace()
    var marks = CanaryMarks(seed: CanaryMarks.seedOfThisRun)
    print("CanarySearchTests: RELAY_AUDIT_SEED=\(marks.seed)")
    self.marks = marks
    try ContactSample.write(to: place, &marks)
    marksOfFormats = marks
  }

  private var seed: Comment { "with RELAY_AUDIT_SEED=\(marks.seed)" }

  /// Runs a command, and keeps what it says.
  @discardableResult
  private func run(_ arguments: String..., expecting statuses: Set<Int32> = [0]) throws -> Workplace.Outcome {
    try run(arguments, expecting: statuses)
  }

  private func run(_ arguments: [String], expecting statuses: Set<Int32>) throws -> Workplace.Outcome {
    let outcome = try place.run(arguments)
    #expect(statuses.contains(outcome.status), "\(arguments): \(outcome) \(seed)")
    let number = (try? FileManager.default.contentsOfDirectory(atPath: place.path("said").path).count) ?? 0
    try place.write("said/\(arguments[0]) \(number).out", outcome.output)
    try place.write("said/\(arguments[0]) \(number).err", outcome.errors)
    return outcome
  }

  private func audit(_ mode: String, _ more: String...) throws {
    _ = try run(
      ["audit", "in", "--as-of", Workplace.asOf, "--pii", mode, "--verbose", "--max-rejects", "100%"] + more,
      expecting: [1, 2])
  }

  @Test(arguments: ["masked", "hashed"]) func nothingIsShown(mode: String) throws {
    var formats = marksOfFormats
    #expect(try CanarySample.write(to: place, &formats) > 200)
    try audit(mode, "--format", Self.formats)
    let findings = try place.findings()
    #expect(Set(findings.map(\.rule)).count > 12, "\(Set(findings.map(\.rule))) \(seed)")
    let id = try #require(findings.first { $0.rule.hasPrefix("deletion/") }).id
    let (address, number) = ("\(marks.address)@example.com", "+\(marks.number)001")
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - {findings: [\(id)], signed_by: A. Person, date: 2026-11-01, expires: 2026-12-31,
           ticket: "for t\(address)", reason: "\(number) and r\(address)"}
        - {rule: consent/link-phone, object: "o\(address)", signed_by: A. Person, date: 2026-11-01,
           expires: 2026-12-31, reason: none}
      """)
    // A night without the accounts of the two persons carries what was found.
    for file in try FileManager.default.subpathsOfDirectory(atPath: place.path("in").path)
    where file.contains("/users c.") { try FileManager.default.removeItem(at: place.path("in/\(file)")) }
    try audit(
      mode, "--waivers", "waivers.yaml", "--log-format", "json", "--out", "reports/second", "--views", "views")
    try ask(about: id, findings, mode)
    if mode == "masked" { try lookAtEvidence() }
    let commands = try commands()
    let said = try FileManager.default.contentsOfDirectory(atPath: place.path("said").path)
    let run = Set(said.compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(Set(commands) == run.union(Self.readNothing).union(["inspect", "init", "extract", "merge"]), "\(seed)")
    try expectNothing(of: marks.hidden(in: mode))
  }

  /// What can be asked about runs.
  private func ask(about id: String, _ findings: [Workplace.Finding], _ mode: String) throws {
    let other = findings[Int(marks.seed % UInt64(findings.count))]
    if mode == "masked" {
      try run("explain", id)
      try run("explain", other.id, "--run", "1", "--json")
      try run("diff", "1", "last")
      try run("history")
      try run("forget", "--email", "x\(marks.address)@example.com", expecting: [66])
    } else {
      try run("explain", id, "--json")
      try run("explain", other.id, "--run", "1")
      try run("diff", "--json")
      try run("history", "--json")
    }
    try run("baseline", "write", "baseline.txt", "--run", "1")
    try run("waivers", "--waivers", "waivers.yaml", "--as-of", Workplace.asOf)
    try run("sign-off", "1", "--as", "A. Person", "--note", "Read.")
    try run("verify", "--report", "reports/out/report.json")
    let rule = ["deletion/token-revoked", "consent/link-phone", "consent/other-identifiers"][Int(marks.seed % 3)]
    try run(
      "sample", "in", "--rule", rule, "--size", "40", "--seed", "s", "--as-of", Workplace.asOf, "--pii", mode,
      expecting: [0, 2])
    try run("forget", "--phone", "+\(marks.number)997")
    try run("report", "1", "--out", "reports/again", "--format", "html,json,csv,xlsx")
    try run("history", "--withdraw", "last", "--reason", "a mistake")
  }

  /// What has no mode.
  private func lookAtEvidence() throws {
    try run("inspect", "in", "--captured-at", Workplace.asOf)
    try run("inspect", "in", "--json")
    try run("inspect", "in", "--suggest")
    try run("init", "in")
    // What it writes is evidence, in the clear; what is said of it is not.
    try run("extract", "in", "--as-of", Workplace.asOf, "--out", "records")
    try run(
      "audit", "--records", "records", "--as-of", Workplace.asOf, "--no-remember", "--max-rejects", "100%", "--out",
      "reports/of-records", expecting: [1, 2])
    try FileManager.default.removeItem(at: place.path("records"))
    try run("extract", "in", "--as-of", Workplace.asOf, "--out", "shards", "--for-shards")
    var shards = Shards(place: place, count: 2, inputs: [])
    shards.records = "shards"
    // What `init` wrote, by which the folder was read.
    shards.flags = ["--config", "in/relay-audit.yaml"]
    try shards.divide()
    let sums = ["--records", "shards", "--sums", "shards/sums.json"] + shards.flags
    for shard in 0..<2 {
      _ = try run(shards.arguments(shard, ["--counts"], to: shards.part(shard, "counts")), expecting: [0])
    }
    _ = try run(["merge", "--counts"] + sums + shards.parts("counts"), expecting: [0])
    for shard in 0..<2 {
      _ = try run(
        shards.arguments(shard, ["--sums", "shards/sums.json"], to: shards.part(shard, "part")), expecting: [0])
    }
    _ = try run(
      ["merge", "--no-remember", "--max-rejects", "100%", "--out", "reports/of-shards"] + sums + shards.parts("part"),
      expecting: [1, 2])
    try FileManager.default.removeItem(at: place.path("shards"))
  }

  /// They know neither evidence nor a store.
  private static let readNothing: Set = ["formats", "config", "rules", "demo"]

  private func commands() throws -> [String] {
    let help = try #require(try place.run("--help").output.split(separator: "SUBCOMMANDS:\n").last)
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("'") }
    #expect(lines.count > 15)
    return lines.compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// In all files of the place.
  private func expectNothing(of texts: [String]) throws {
    let found = try StoreSearch(place: place).outputs(of: texts + [marks.path], in: ".")
    let shown = found.filter { line in
      !CanaryException.all.contains { $0.allows(marks, line[0], at: line[2], in: line[3]) }
    }
    guard !shown.isEmpty else { return }
    // One of each file.
    let lines = Dictionary(grouping: shown) { "\($0[1]) | \($0[2])" }.values.compactMap(\.first)
      .map { $0.joined(separator: " | ") }.sorted()
    Issue.record(
      "\(shown.count) places with RELAY_AUDIT_SEED=\(marks.seed):\n\(lines.prefix(100).joined(separator: "\n"))")
  }

  /// What is hidden would be seen: with `full`, all of it is.
  @Test func fullShowsAll() throws {
    try audit("full", "--format", "json,xlsx,csv")
    let all = [marks.address, marks.number, marks.sub, marks.path]
    let found = try StoreSearch(place: place).outputs(of: all, in: "reports")
    for mark in all { #expect(found.contains { $0[0] == mark }, "\(mark) \(seed)") }
    // Within a workbook as well.
    #expect(found.contains { $0[0] == marks.address && $0[2].contains("findings.xlsx, xl/") }, "\(seed)")
  }
}
