import Foundation
import Testing

/// docs/guide.md is run as it stands: its files are written, its commands run in their order against a real Postgres,
/// and what they print is compared with what it shows.
@Suite struct GuideTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let fixtures = root.appending(path: "Tests/EndToEndTests/Fixtures/Guide")

  private let place: Workplace
  private let database: Postgres
  /// The midnight before the test, on which the example's times rest.
  private let today = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)

  init() throws {
    place = try Workplace()
    database = try Postgres()
    let tables = ["-v", "today=\(today.formatted(.iso8601))", "-f", Self.fixtures.appending(path: "tables.sql").path]
    try database.psql("app", tables)
    // The one command of the guide's script that needs a cloud.
    let users = Self.fixtures.appending(path: "users.json").path
    try place.write(
      "bin/firebase", "#!/bin/sh\ntest \"$1 $3 $4\" = 'auth:export --format json' && cp '\(users)' \"$2\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path("bin/firebase").path)
    try FileManager.default.createSymbolicLink(at: place.path("bin/relay-audit"), withDestinationURL: Workplace.program)
    try FileManager.default.createDirectory(at: place.path("srv"), withIntermediateDirectories: false)
  }

  /// What both streams had, in order, and the exit status.
  private func shell(_ text: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", text]
    process.currentDirectoryURL = place.path("srv")
    process.environment = database.environment.merging(
      ["PATH": "\(place.path("bin").path):\(database.environment["PATH"] ?? "")"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  private func steps() throws -> [GuideStep] { try GuideStep.all(of: Self.root.appending(path: "docs/guide.md")) }

  private func prepare(_ step: GuideStep) throws {
    switch step.kind {
    case .file(let name): try place.write("srv/\(name)", step.text)
    case .sql: try database.psql("app", ["-c", step.text])
    case .run, .prints: break
    }
  }

  @Test func everyCommandDoesWhatTheGuideShows() throws {
    var printed = ""
    var runs = 0
    for step in try steps() {
      switch step.kind {
      case .file, .sql:
        try prepare(step)
      case .run(let status):
        let outcome = try shell(step.text)
        runs += 1
        printed = outcome.output
        #expect(outcome.status == status, "guide.md:\(step.line): \(step.text)\(printed)")
      case .prints:
        #expect(step.matches(printed), "guide.md:\(step.line) shows something else than\n\(printed)")
      }
    }
    #expect(runs > 9)

    // Section 5: the row in the log of links decides what was open.
    try database.psql("app", ["-c", "INSERT INTO link_log VALUES ('u4', 'phone', 'linked', ago(30, '12 hours'))"])
    let outcome = try shell("sh export.sh; relay-audit audit --fail-on none --quiet")
    #expect(outcome.status == 0, "\(outcome.output)")
    let report = try place.report("srv/reports/out")
    let resolved = try #require(report["resolved"] as? [[String: Any]])
    #expect(resolved.contains { $0["id"] as? String == "ra-ea4fc7292678dbe6" && $0["cause"] as? String == "passed" })
  }

  /// What `psql` wrote, read by the guide's configuration alone, means what our own formats mean.
  @Test func theExportsMeanWhatOurOwnFormatsMean() throws {
    for step in try steps() { try prepare(step) }
    #expect(try shell("sh export.sh").status == 0)
    let copy = try Workplace()
    for name in ["exports", "relay-audit.yaml"] {
      try FileManager.default.copyItem(at: place.path("srv/\(name)"), to: copy.path(name))
    }
    let foreign = try audit(copy)
    foreign.expectSameVerdicts(as: try audit(try ownEvidence()))
    foreign.expect(
      "consent/link-phone",
      [
        "u1": "pass", "u2": "fail refused", "u3": "fail after-link", "u4": "inconclusive order-unknown",
        "u5": "fail withdrawn",
      ])
    foreign.expect(
      "deletion/token-revoked",
      ["d1": "pass", "d2": "fail no-revocation", "d3": "fail failed-only", "u7": "pending no-revocation"])
    foreign.expect(
      "deletion/order",
      ["d1": "pass", "d2": "fail deleted-before-revocation", "d3": "fail deleted-before-revocation"])
  }

  private func audit(_ place: Workplace) throws -> Night {
    let now = ago(0, 86_399)
    let outcome = try place.run("audit", "--as-of", now, "--captured-at", now, "--fail-on", "none")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    return try Night(outcome: outcome, report: place.report())
  }

  private func ago(_ days: Int, _ seconds: Double = 0) -> String {
    today.addingTimeInterval(Double(days) * -86_400 + seconds).formatted(.iso8601)
  }

  /// What tables.sql holds.
  private func ownEvidence() throws -> Workplace {
    let own = try Workplace()
    try own.write("relay-audit.yaml", "project: reading-app\ninputs: [{path: exports}]\n")
    let users = try Data(contentsOf: Self.fixtures.appending(path: "users.json"))
    try own.write("exports/users.json", users)
    func consent(_ id: Int, _ uid: String, _ state: String, _ given: Int, withdrawn: Int? = nil) -> String {
      var fields: [String: Any] = [
        "consent_id": "\(id)", "uid": uid, "purpose": "link:phone", "state": state, "given_at": ago(given),
        "method": "settings-2", "explicit": true,
      ]
      fields["withdrawn_at"] = withdrawn.map { ago($0) }
      return Line.object(fields)
    }
    try own.write(
      "exports/consents.ndjson",
      consent(1, "u1", "given", 40) + consent(2, "u2", "refused", 40) + consent(3, "u3", "given", 10)
        + consent(4, "u4", "given", 40) + consent(5, "u5", "given", 60, withdrawn: 50))
    func link(_ uid: String, _ days: Int, _ more: [String: Any] = [:]) -> String {
      Line.link(uid, ago(days, 43_200), more)
    }
    try own.write(
      "exports/links.ndjson",
      Line.link("u1", ago(30, 43_200).replacing("Z", with: ".5Z")) + link("u2", 30) + link("u3", 30) + link("u5", 30)
        + link("u6", 30, ["provider": "google.com"]) + link("u7", 30) + link("u7", 20, ["action": "unlink"]))
    func request(_ id: Int, _ uid: String, _ days: Int, hasApple: Bool = true) -> String {
      Line.object([
        "request_id": "\(id)", "uid": uid, "status": "completed", "apple_credential": hasApple,
        "requested_at": ago(days), "completed_at": ago(days, 60),
      ])
    }
    let queued = Line.request("u7", ago(1), ["request_id": "54", "status": "pending"])
    try own.write(
      "exports/deletions.ndjson",
      request(51, "d1", 9) + request(52, "d2", 8) + request(53, "d3", 7) + queued
        + request(55, "d4", 6, hasApple: false))
    try own.write(
      "exports/revocations.ndjson", Line.revocation("d1", ago(9, 10)) + Line.failure("d3", ago(7, 10)))
    try own.write(
      "exports/account-deletions.ndjson",
      Line.removal("d1", ago(9, 20)) + Line.removal("d2", ago(8, 20)) + Line.removal("d3", ago(7, 20))
        + Line.removal("d4", ago(6, 20)))
    return own
  }
}
