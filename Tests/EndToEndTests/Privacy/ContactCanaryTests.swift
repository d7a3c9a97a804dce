import Foundation
import Testing

/// Addresses and phone numbers that stand where nobody expects them: none is in any output.
@Suite struct ContactCanaryTests {
  /// Where each stands; the numbers differ in their last digits.
  private static let places = [
    "path", "file", "uid", "tenant", "provider", "request", "jti", "sender", "consent", "trace", "reject", "reason",
    "ticket",
  ]

  private static func address(_ place: String) -> String { "cnry.\(place)@example.com" }
  private static func number(_ place: String) -> String {
    "+1555017\((places.firstIndex(of: place) ?? 0) + 100)"
  }

  private static func line(_ fields: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys), as: UTF8.self) + "\n"
  }

  /// The same evidence for a uid that is an address and for one that is a number.
  private func write(_ place: Workplace, _ canary: (String) -> String, _ folder: String) throws {
    let uid = canary("uid")
    let folder = "in/\(folder) \(canary("path"))"
    let sub = "001234.0123456789abcdef0123456789abcdef.1234"
    let user = Sample.user(
      uid, email: "\(uid.hasPrefix("+") ? "n" : "a")relay@privaterelay.appleid.com", phone: "+15550101", google: true
    )
    .replacing("google.com", with: "oidc.\(canary("provider"))").replacing("001.sub-\(uid).1", with: sub)
    .replacing("\"localId\"", with: "\"tenantId\": \"t-\(canary("tenant"))\", \"localId\"")
    try place.write("\(folder)/users \(canary("file")).json", Sample.export(user))
    try place.write(
      "\(folder)/deletions.ndjson",
      try Self.line([
        "uid": uid, "tenant": "t-\(canary("tenant"))", "request_id": "req-\(canary("request"))",
        "requested_at": "2026-10-01T00:00:00Z",
      ])
        + Self.line(["uid": uid, "request_id": "bad", "requested_at": "at \(canary("reject"))"]))
    try place.write(
      "\(folder)/revocations.ndjson",
      try Self.line([
        "request_id": "req-\(canary("request"))", "at": "2026-10-01T01:00:00Z", "outcome": "failed",
        "http_status": 400, "endpoint": "apple", "trace_id": "trace \(canary("trace"))",
      ]))
    try place.write(
      "\(folder)/notifications.ndjson",
      try Self.line([
        "type": "account-delete", "sub": sub, "event_time": "2026-11-01T00:00:00Z", "jti": "j-\(canary("jti"))",
        "aud": "com.example.app",
      ]))
    try place.write(
      "\(folder)/mail.ndjson",
      try Self.line([
        "recipient": "arelay@privaterelay.appleid.com", "sender": canary("sender"), "at": "2026-11-01T00:00:00Z",
        "outcome": "bounced", "smtp_reply": "550 \(canary("sender")) unknown",
      ]))
    try place.write(
      "\(folder)/consents.ndjson",
      try Self.line([
        "uid": uid, "purpose": "link:phone", "given_at": "2026-11-01T00:00:00Z", "state": "withdrawn",
        "withdrawn_at": "2026-11-02T00:00:00Z", "consent_id": "c-\(canary("consent"))",
      ]))
    try place.write("\(folder)/unknown \(canary("file")).txt", "nothing that is known")
  }

  @Test(arguments: ["masked", "hashed"]) func noneIsShown(mode: String) throws {
    let place = try Workplace()
    try write(place, Self.address, "of")
    try write(place, Self.number, "at")
    var outputs: [String: String] = [:]
    @discardableResult func run(_ arguments: String...) throws -> Workplace.Outcome {
      let outcome = try place.run(arguments)
      outputs["output of \(arguments[0])", default: ""] += outcome.output
      outputs["errors of \(arguments[0])", default: ""] += outcome.errors
      return outcome
    }
    let formats = "html,json,csv,xlsx,junit,sarif,ocsf,oscal,markdown,prometheus,intoto"
    func audit(_ flags: String...) throws -> Int32 {
      let outcome = try place.run(
        [
          "audit", "in", "--as-of", Workplace.asOf, "--pii", mode, "--verbose", "--format", formats, "--max-rejects",
          "9",
        ]
          + flags)
      outputs["output of audit", default: ""] += outcome.output
      outputs["errors of audit", default: ""] += outcome.errors
      return outcome.status
    }
    #expect(try audit() == 1)
    let findings = try place.findings()
    #expect(Set(findings.map(\.rule)).count > 6, "\(findings)")
    let id = try #require(findings.first { $0.rule.hasPrefix("deletion/") }).id
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - {findings: [\(id)], signed_by: A. Person, date: 2026-11-01, expires: 2026-12-31,
           ticket: "for \(Self.address("ticket"))", reason: "\(Self.number("reason")) and \(Self.address("reason"))"}
      """)
    #expect(try audit("--waivers", "waivers.yaml") == 1)
    // A night without the accounts, which carries findings.
    for file in try FileManager.default.subpathsOfDirectory(atPath: place.path("in").path) where file.contains("users")
    {
      try FileManager.default.removeItem(at: place.path("in/\(file)"))
    }
    _ = try audit("--out", "reports/later")
    for id in Set(findings.map(\.id)) { try run("explain", id, "--run", "1") }
    try run("explain", id, "--json")
    try run("diff", "1", "last")
    try run("report", "1", "--out", "reports/again", "--format", formats)
    try run("history")
    try run("verify")
    try run(
      "sample", "in", "--rule", "deletion/token-revoked", "--size", "9", "--seed", "s", "--as-of", Workplace.asOf,
      "--pii",
      mode, "--store", ".relay-audit/audit.sqlite")

    var files: [String: Data] = outputs.mapValues { Data($0.utf8) }
    for file in try FileManager.default.subpathsOfDirectory(atPath: place.path("reports").path) {
      guard let data = try? Data(contentsOf: place.path("reports/\(file)")) else { continue }
      files[file] = data
    }
    #expect(files.count > 30)
    for file in files.keys where file.hasSuffix(".xlsx") {
      files[file] = try Self.unpacked(place.path("reports/\(file)"))
    }
    for (name, data) in files {
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains("cnry."), "\(name): \(text.snippet(around: "cnry."))")
      #expect(!text.contains("1555017"), "\(name): \(text.snippet(around: "1555017"))")
    }
    // What is hidden would be seen.
    #expect(try place.run("audit", "in", "--as-of", Workplace.asOf, "--pii", "full", "--out", "full").status > 0)
    #expect(try place.text("full/report.json").contains("cnry.path@example.com"))
  }

  private static func unpacked(_ file: URL) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); [sys.stdout.buffer.write(z.read(n)) for n in z.namelist()]",
      file.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(!data.isEmpty)
    return data
  }
}

extension String {
  fileprivate func snippet(around text: String) -> Substring {
    guard let range = range(of: text) else { return "" }
    let start = index(range.lowerBound, offsetBy: -60, limitedBy: startIndex) ?? startIndex
    return self[start...].prefix(150)
  }
}
