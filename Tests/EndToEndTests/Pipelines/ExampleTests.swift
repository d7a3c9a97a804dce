import Foundation
import Testing
import Yams

/// `examples/` is what their readers take for it: its files keep to the schemas of GitHub and GitLab, and their
/// commands do on the sample what docs/ci.md says.
@Suite struct ExampleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
  private static let env = URL(fileURLWithPath: "/usr/bin/env")

  private let place: Workplace

  /// A repository with the sample's configuration, whose `export.sh` gives the sample's files.
  init() throws {
    place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "20").status == 0)
    let configuration = try place.text("sample/relay-audit.yaml").split(separator: "\n")
      .filter { !$0.hasPrefix("reports:") && !$0.hasPrefix("history:") }.joined(separator: "\n")
    try place.write("relay-audit.yaml", configuration + "\n")
    try place.write("export.sh", "cp -R sample/exports sample/evidence .\n")
    try place.write("baseline.txt", "relay-audit baseline 1\n")
    try FileManager.default.createDirectory(at: place.path("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: place.path("bin/relay-audit"), withDestinationURL: Workplace.program)
  }

  private static func example(_ path: String) -> URL { root.appending(path: "examples/\(path)") }

  private static func yaml(_ path: String) throws -> [String: Any] {
    try #require(try Yams.load(yaml: String(contentsOf: example(path), encoding: .utf8)) as? [String: Any])
  }

  private func shell(_ script: String, _ variables: String...) throws -> Workplace.Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try place.run(
      ["PATH=\(place.path("bin").path):\(path)"] + variables + ["bash", "-e", "-c", script], program: Self.env)
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: place.path(name).path) }

  /// The findings that fail become the baseline, as on a machine that keeps its store.
  private func acceptAll() throws {
    _ = try shell("sh export.sh; relay-audit audit --store known.sqlite --out known || true")
    #expect(try shell("rm baseline.txt; relay-audit baseline write baseline.txt --store known.sqlite").status == 0)
  }

  @Test(arguments: [
    ("github/relay-audit.yml", "vendor.github-workflows"), ("gitlab/relay-audit.gitlab-ci.yml", "vendor.gitlab-ci"),
  ])
  func aPipelineKeepsToItsSchema(file: String, schema: String) throws {
    let outcome = try place.run(
      [Self.python, "-m", "check_jsonschema", "--builtin-schema", schema, Self.example(file).path], program: Self.env)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: [false, true]) func theWorkflowOfGitHubDoesWhatItSays(isAccepted: Bool) throws {
    if isAccepted { try acceptAll() }
    let jobs = try #require(try Self.yaml("github/relay-audit.yml")["jobs"] as? [String: [String: Any]])
    let steps = try #require(jobs["audit"]?["steps"] as? [[String: Any]])
    var (hasFailed, uploads) = (false, 0)
    for step in steps where step["if"] as? String == "always()" || !hasFailed {
      if let script = step["run"] as? String {
        let outcome = try shell(script, "GITHUB_STEP_SUMMARY=\(place.path("step-summary.md").path)")
        if outcome.status != 0 {
          #expect(step["name"] as? String == "Audit" && outcome.status == 1, "\(outcome.output)\(outcome.errors)")
          hasFailed = true
        }
      } else if let inputs = step["with"] as? [String: Any],
        let path = (inputs["path"] ?? inputs["sarif_file"]) as? String
      {
        #expect(exists(path), "\(path)")
        uploads += 1
      }
      let action = step["uses"] as? String
      #expect(action.map { $0.wholeMatch(of: /[\w\/-]+@[0-9a-f]{40}/) != nil } ?? true, "pinned by commit: \(step)")
    }
    #expect(hasFailed == !isAccepted)
    #expect(uploads == 2)
    let summary = try place.text("step-summary.md")
    #expect(summary.contains(isAccepted ? "gate passed" : "# ❌ relay-audit: gate failed"))
    #expect(!summary.contains("demo-"), "no uid leaves the runner")
    for name in ["exports", "evidence", "reports/ci", ".relay-audit"] { #expect(!exists(name), "\(name)") }
  }

  @Test func theJobOfGitLabDoesWhatItSays() throws {
    let job = try #require(try Self.yaml("gitlab/relay-audit.gitlab-ci.yml")["relay-audit"] as? [String: Any])
    let script = try #require(job["script"] as? [String]).joined(separator: "\n")
    let outcome = try shell(script)
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    #expect(try shell(#require(job["after_script"] as? [String]).joined(separator: "\n")).status == 0)
    let artifacts = try #require(job["artifacts"] as? [String: Any])
    let reports = try #require(artifacts["reports"] as? [String: String])
    for name in try #require(artifacts["paths"] as? [String]) + reports.values {
      #expect(exists(name), "\(name)")
      #expect(try !place.text(name).contains("demo-"), "no uid leaves the runner: \(name)")
    }
    for name in ["exports", "evidence", ".relay-audit"] { #expect(!exists(name), "\(name)") }
  }

  @Test func theNightSpeaksOnlyWhenSomethingIsWrong() throws {
    try FileManager.default.createDirectory(at: place.path("metrics"), withIntermediateDirectories: false)
    let script = "METRICS=metrics sh '\(Self.example("nightly/nightly.sh").path)'"
    let bad = try shell(script)
    #expect(bad.status == 1 && bad.output.contains(" violations found"), "\(bad.output)\(bad.errors)")
    #expect(
      try place.text("metrics/relay_audit.prom").contains("relay_audit_exit_status{project=\"relay-audit-sample\"} 1"))
    let attributes = try FileManager.default.attributesOfItem(atPath: place.path("metrics/relay_audit.prom").path)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
    try acceptAll()
    let good = try shell(script)
    #expect(good.status == 0 && good.output.isEmpty, "\(good.output)\(good.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("metrics").path) == ["relay_audit.prom"])
    let metrics = try place.text("metrics/relay_audit.prom")
    #expect(metrics.contains("relay_audit_exit_status{project=\"relay-audit-sample\"} 0"))
    // Where nothing is judged, the old numbers stay, and grow old.
    try place.write("relay-audit.yaml", "projekt: x\n")
    #expect(try shell(script).status == 64)
    #expect(try place.text("metrics/relay_audit.prom") == metrics)
  }

  @Test func theGateAnswersWithTheSummary() throws {
    #expect(try shell("sh export.sh").status == 0)
    let script = "sh '\(Self.example("nightly/gate.sh").path)'"
    let bad = try shell(script)
    #expect(bad.status == 1 && bad.output.hasPrefix("# ❌ relay-audit: gate failed"), "\(bad.output)\(bad.errors)")
    #expect(!bad.output.contains("demo-"), "no uid leaves the machine")
    #expect(!exists(".relay-audit/audit.sqlite"), "the question is not kept")
    try acceptAll()
    let good = try shell(script)
    #expect(good.status == 0 && good.output.contains("gate passed"), "\(good.output)\(good.errors)")
    // Where nothing is judged, an older summary is no answer.
    try place.write("relay-audit.yaml", "projekt: x\n")
    let none = try shell(script)
    #expect(none.status == 64 && none.output.isEmpty && !none.errors.isEmpty)
  }

  @Test func alertsAskForMetricsThatThereAre() throws {
    _ = try shell("sh export.sh; relay-audit audit --format prometheus || true")
    let metrics = try place.text("reports/out/relay_audit.prom")
    let rules = try #require(try Self.yaml("prometheus/relay-audit.rules.yml")["groups"] as? [[String: Any]])
      .flatMap { $0["rules"] as? [[String: Any]] ?? [] }
    #expect(rules.count == 4)
    for rule in rules {
      let names = try #require(rule["expr"] as? String).matches(of: /relay_audit_\w+/).map { String($0.output) }
      #expect(!names.isEmpty && rule["alert"] is String)
      for name in names { #expect(metrics.contains("# TYPE \(name) gauge\n"), "\(name)") }
    }
  }

  @Test func theUnitsNameOneAnother() throws {
    func unit(_ name: String) throws -> String {
      try String(contentsOf: Self.example("nightly/\(name)"), encoding: .utf8)
    }
    #expect(try unit("relay-audit.service").contains("\nOnFailure=relay-audit-failed.service\n"))
    #expect(try unit("relay-audit.service").contains("\nExecStart=/bin/sh nightly.sh\n"))
    #expect(try unit("relay-audit-failed.service").contains("--unit relay-audit.service "))
    #expect(try unit("cron").contains("\nMAILTO=") && unit("cron").contains("sh nightly.sh"))
  }
}
