import Foundation
import Testing
import Timestamps

@testable import Run

/// What is declared of each key is what the reader does, and what people and editors are told.
@Suite struct ConfigurationKeyTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  @Test(arguments: DeclaredKey.all)
  func aDeclaredKeyIsRead(key: DeclaredKey) throws {
    #expect(!key.valid.isEmpty)
    for yaml in key.valid { _ = try Configuration(yaml: yaml, name: "relay-audit.yaml") }
    #expect {
      _ = try Configuration(yaml: key.wrong, name: "relay-audit.yaml")
    } throws: { error in
      let name = key.path.replacing("[]", with: "[0]")
      return "\(error)".hasPrefix("relay-audit.yaml:\(key.line): `\(name)")
    }
  }

  @Test(arguments: [
    ("relay: {sender: [a]}", "senders"), ("inputs: [{path: a, knd: mail}]", "kind"), ("gat: {}", "gate"),
  ])
  func anUnknownKeyNamesTheNearest(yaml: String, nearest: String) {
    #expect {
      _ = try Configuration(yaml: yaml, name: "relay-audit.yaml")
    } throws: { "\($0)".contains("did you mean `\(nearest)`?") && "\($0)".hasPrefix("relay-audit.yaml:1: unknown key") }
  }

  @Test func everyKeyIsTold() throws {
    let text = try Workplace().run("config").output
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    for key in DeclaredKey.all { #expect(lines.contains(key.path), "\(key.path)") }
    #expect(lines.allSatisfy { $0.count <= 100 })
    // Defaults are those of the code.
    let at = try #require(lines.firstIndex(of: "deletion.revoke_within"))
    #expect(lines[at + 1] == "Type: duration" && lines[at + 2] == "Default: \(Configuration().revokeWithin.text)")
    #expect(!text.contains("`"))
  }

  /// `RECORD=1` writes the files anew, and fails all the same.
  @Test(arguments: [("docs/config.md", "--markdown"), ("docs/relay-audit.schema.json", "--json-schema")])
  func thePageIsFresh(page: String, flag: String) throws {
    let file = Self.root.appending(path: page)
    let text = try Workplace().run("config", flag).output
    let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"
    if isRecording { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
    #expect(!isRecording)
  }
}
