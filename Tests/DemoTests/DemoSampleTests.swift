import Foundation
import Prose
import Testing
import Timestamps

@testable import Demo

/// The sample, audited by the built program, against the ground truth that comes with it.
@Suite struct DemoSampleTests {
  private static let further = FurtherSamples.all(Stage(asOf: DemoSample.asOf)).map(\.name)

  private struct Finding: Hashable, CustomStringConvertible {
    var rule: String
    var uid: String?
    var object: String?
    var verdict: String
    var reason: String
    /// Where it is compared.
    var state: String?

    var description: String { "\(rule) \(uid ?? "-") \(object ?? "-") \(verdict) \(reason) \(state ?? "")" }
  }

  @Test(arguments: ["."] + further.map { "more/\($0)" })
  func anAuditFindsWhatTheSampleWasMadeToHave(name: String) throws {
    let folder = try Self.sample(seed: 7, accounts: 60)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sample = folder.appending(path: name)
    let truth = try Self.json(sample.appending(path: "ground-truth.json"))
    let asOf = try #require(truth["as_of"] as? String)
    let yesterday = sample.appending(path: "yesterday.yaml")
    if FileManager.default.fileExists(atPath: yesterday.path) {
      _ = try Self.run(["audit", "--config", yesterday.path, "--as-of", "2026-11-19T06:00:00Z", "--quiet"])
    }
    let status = try Self.run([
      "audit", "--config", sample.appending(path: "relay-audit.yaml").path, "--as-of", asOf, "--quiet",
    ])
    let report = try Self.json(sample.appending(path: "reports/report.json"))
    let gate = try #require(report["gate"] as? [String: Any])
    #expect(status == truth["exit_status"] as? Int32 ?? -1)
    #expect(gate["outcome"] as? String == truth["outcome"] as? String)
    let expected = try Self.findings(truth, uid: { $0["uid"] as? String })
    let found = try Self.findings(report, uid: { ($0["subject"] as? [String: Any])?["uid"] as? String })
    #expect(found.sorted { "\($0)" < "\($1)" } == expected.sorted { "\($0)" < "\($1)" })
    for sentence in try Self.sentences(of: report) { #expect(Prose.faults(in: sentence) == []) }
    let population = try #require(report["population"] as? [String: Any])
    for name in ["accounts", "links", "deletion_requests"] where truth[name] != nil {
      #expect(population[name] as? Int == truth[name] as? Int, "\(name)")
    }
  }

  /// Each night's audit finds what all nights so far have shown.
  @Test func threeNightsFindWhatTheyWereMadeToHave() throws {
    let folder = try Self.sample(seed: 1, accounts: 0).appending(path: "nights")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    var objects: [String: String] = [:]
    for night in NightsSample.nights {
      let truth = try Self.json(folder.appending(path: "ground-truth-\(night.name).json"))
      let status = try Self.run([
        "audit", folder.appending(path: night.name).path, "--config", folder.appending(path: "relay-audit.yaml").path,
        "--as-of", night.asOf.rfc3339, "--quiet",
      ])
      #expect(status == truth["exit_status"] as? Int32 ?? -1, "night \(night.name)")
      let report = try Self.json(folder.appending(path: "reports/report.json"))
      let expected = try Self.findings(truth, uid: { $0["uid"] as? String }, withState: true)
      let found = try Self.findings(
        report, uid: { ($0["subject"] as? [String: Any])?["uid"] as? String }, withState: true)
      #expect(found.map(\.description).sorted() == expected.map(\.description).sorted(), "night \(night.name)")
      let resolved = try #require(report["resolved"] as? [[String: Any]]).map { finding in
        "\(finding["rule"] ?? "") \(objects[finding["id"] as? String ?? ""] ?? "") \(finding["cause"] ?? "")"
      }
      let resolutions = (truth["resolved"] as? [[String: String]] ?? []).map {
        "\($0["rule"] ?? "") \($0["object"] ?? "") \($0["cause"] ?? "")"
      }
      #expect(resolved.sorted() == resolutions.sorted(), "night \(night.name)")
      for finding in try #require(report["findings"] as? [[String: Any]]) {
        if let id = finding["id"] as? String { objects[id] = finding["object"] as? String }
      }
      // The log of revocations is missing on the second night.
      let reasons = (report["gate"] as? [String: Any])?["reasons"] as? [String] ?? []
      #expect(reasons.contains { $0.contains("`revocations`") } == (night.name == "2"), "\(reasons)")
    }
  }

  @Test func oneSeedGivesOneSample() throws {
    let folders = try [
      Self.sample(seed: 3, accounts: 50), Self.sample(seed: 3, accounts: 50), Self.sample(seed: 4, accounts: 50),
    ]
    defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
    let users = try folders.map { try Data(contentsOf: $0.appending(path: "exports/users.json")) }
    #expect(users[0] == users[1])
    #expect(users[0] != users[2])
  }

  @Test func aFolderWithSomethingInItIsLeftAlone() throws {
    let folder = try Self.sample(seed: 1, accounts: 0)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: DemoFailure.self) { try DemoSample(seed: 1, accounts: 0).write(to: folder.path) }
  }

  /// Every reason that a rule declares stands in some ground truth.
  @Test func everyReasonHasAStory() throws {
    let folder = try Self.sample(seed: 1, accounts: 0)
    defer { try? FileManager.default.removeItem(at: folder) }
    var told: Set<String> = []
    for name in ["."] + Self.further.map({ "more/\($0)" }) {
      let truth = try Self.json(folder.appending(path: name).appending(path: "ground-truth.json"))
      for finding in try Self.findings(truth, uid: { _ in nil }) { told.insert("\(finding.rule) \(finding.reason)") }
    }
    for night in NightsSample.nights {
      let truth = try Self.json(folder.appending(path: "nights/ground-truth-\(night.name).json"))
      for finding in try Self.findings(truth, uid: { _ in nil }) { told.insert("\(finding.rule) \(finding.reason)") }
    }
    let rules = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../rules").standardizedFileURL
    for path in try FileManager.default.subpathsOfDirectory(atPath: rules.path) where path.hasSuffix(".sql") {
      let text = try String(contentsOf: rules.appending(path: path), encoding: .utf8)
      let reasons = text.split(separator: "\n").filter {
        $0.hasPrefix("--   ") && !$0.hasPrefix("--    ") && $0.hasSuffix(":")
      }
      .map { $0.dropFirst(5).dropLast() }
      #expect(!reasons.isEmpty)
      for reason in reasons { #expect(told.contains("\(path.dropLast(4)) \(reason)")) }
    }
  }

  // MARK: Helpers

  private static func sample(seed: UInt64, accounts: Int) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "relay-audit-demo-\(UUID().uuidString)")
    try DemoSample(seed: seed, accounts: accounts).write(to: folder.path)
    return folder
  }

  private static func json(_ file: URL) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  private static func findings(
    _ object: [String: Any], uid: ([String: Any]) -> String?, withState: Bool = false
  ) throws -> [Finding] {
    try #require(object["findings"] as? [[String: Any]]).map { finding in
      Finding(
        rule: try #require(finding["rule"] as? String), uid: uid(finding), object: finding["object"] as? String,
        verdict: try #require(finding["verdict"] as? String), reason: try #require(finding["reason"] as? String),
        state: withState ? finding["state"] as? String : nil)
    }
  }

  /// What a report says to people, each sentence once.
  private static func sentences(of report: [String: Any]) throws -> Set<String> {
    func texts(_ list: String, _ key: String) throws -> [String] {
      try #require(report[list] as? [[String: Any]]).compactMap { $0[key] as? String }
    }
    let gate = try #require(report["gate"] as? [String: Any])
    return Set(
      try texts("findings", "message") + texts("rules", "title") + texts("rules", "not_evaluated")
        + texts("limits", "text") + (gate["reasons"] as? [String] ?? []))
  }

  /// Starts the program that was built beside these tests.
  private static func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL =
      Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
      .map { $0.deletingLastPathComponent().appending(path: "relay-audit") }
      ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "relay-audit")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
