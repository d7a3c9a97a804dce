import Foundation
import Testing

/// The systemd units and the configuration that the package installs.
@Suite struct ServiceTests {
  private static let packaging = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../packaging").standardizedFileURL

  private let place: Workplace

  init() throws { place = try Workplace() }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: packaging.appending(path: path), encoding: .utf8)
  }

  /// The values of a unit's keys, in order.
  private static func unit(_ name: String) throws -> [String: [String]] {
    var values: [String: [String]] = [:]
    for line in try text("systemd/\(name)").split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix("[") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      #expect(parts.count == 2, "\(name): \(line)")
      values[parts[0], default: []].append(parts[1])
    }
    return values
  }

  /// What docs/security.md says of the service.
  @Test func theServiceHasNoNetworkAndNoRights() throws {
    let service = try Self.unit("relay-audit.service")
    for (key, value) in [
      "DynamicUser": "yes", "StateDirectory": "relay-audit", "StateDirectoryMode": "0700", "UMask": "0077",
      "NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "PrivateNetwork": "yes", "RestrictAddressFamilies": "none",
      "IPAddressDeny": "any", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateDevices": "yes",
      "MemoryDenyWriteExecute": "yes", "SystemCallArchitectures": "native",
    ] {
      #expect(service[key] == [value], "\(key)")
    }
    #expect(service["SystemCallFilter"]?.first == "@system-service")
    #expect(try Self.unit("relay-audit.timer")["Persistent"] == ["yes"])
  }

  /// The service's command with the packaged configuration, in a folder that stands for `/var/lib/relay-audit`.
  @Test func theServiceAuditsWithThePackagedConfiguration() throws {
    let words = try #require(try Self.unit("relay-audit.service")["ExecStart"]?.first).split(separator: " ")
    let configuration = "/etc/relay-audit/relay-audit.yaml"
    #expect(words.first == "/usr/bin/relay-audit" && words.contains(Substring(configuration)))
    let state = "/var/lib/relay-audit"
    let text = try Self.text("etc/relay-audit.yaml")
    #expect(text.contains("  - path: \(state)/exports\n"))
    try place.write("relay-audit.yaml", text.replacing(state, with: place.path("state").path))
    try place.write("state/exports/users.json", Sample.export(Sample.user("u1")))
    let environment = try Self.text("etc/environment").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(environment == ["RELAY_AUDIT_OPTIONS="], "what the last word of the command stands for")
    #expect(words.last == "$RELAY_AUDIT_OPTIONS")
    let arguments = words.dropFirst().dropLast().map { $0 == configuration ? "relay-audit.yaml" : String($0) }
    let outcome = try place.run(arguments + ["--as-of", Workplace.asOf])
    #expect(outcome.status == 0, "\(outcome)")
    for name in ["audit.sqlite", "reports/report.html"] {
      #expect(FileManager.default.fileExists(atPath: place.path("state/\(name)").path), "\(name)")
    }
    // Each line that is a comment now is right once it is none.
    let all = text.split(separator: "\n").map { line in
      line.contains(/^ *#[a-z -]+[:{]/) ? String(line).replacing("#", with: "", maxReplacements: 1) : String(line)
    }
    try place.write("all.yaml", all.joined(separator: "\n").replacing(state, with: place.path("state").path) + "\n")
    let whole = try place.run("audit", "--config", "all.yaml")
    #expect(!whole.errors.contains("unknown") && whole.status == 66, "only the file of keys is missing: \(whole)")
  }
}
