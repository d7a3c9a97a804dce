import Foundation
import PythonScripts
import Testing
import Yams

@testable import Run

/// The JSON Schema takes what the program takes, and refuses what editors can see is wrong.
@Suite struct ConfigurationSchemaTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  /// As YAML 1.2 reads it, which is what editors do.
  private static func json(_ node: Node) -> Any {
    switch node {
    case .mapping(let mapping):
      Dictionary(mapping.map { ($0.key.string ?? "", json($0.value)) }) { first, _ in first }
    case .sequence(let items): items.map(json)
    case .scalar(let scalar) where scalar.style == .plain: plain(scalar.string)
    case .scalar(let scalar): scalar.string
    case .alias: NSNull()
    }
  }

  private static func plain(_ text: String) -> Any {
    switch text {
    case "", "~", "null": NSNull()
    case "true": true
    case "false": false
    default: (Int(text) as Any?) ?? (Double(text) as Any?) ?? text
    }
  }

  private static func json(_ yaml: String) throws -> Any {
    guard let node = try Yams.compose(yaml: yaml) else { return NSNull() }
    return json(node)
  }

  /// The examples of the documentation that are configurations.
  private static func examples() throws -> [String: String] {
    let keys = Set(Configuration.keys.map(\.facts.name))
    var examples: [String: String] = [:]
    let pages = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs").path)
      .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    for page in pages + ["README.md"] {
      let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
      for (index, part) in text.components(separatedBy: "```yaml\n").dropFirst().enumerated() {
        let yaml = String(part.prefix(upTo: part.range(of: "```")?.lowerBound ?? part.endIndex))
        guard case .mapping(let mapping) = try Yams.compose(yaml: yaml),
          mapping.keys.allSatisfy({ keys.contains($0.string ?? "") }),
          // A file of waivers has a list there.
          mapping["waivers"]?.sequence == nil
        else { continue }
        examples["\(page), example \(index)"] = yaml
      }
    }
    return examples
  }

  private static func sample(in place: Workplace) throws -> [String: String] {
    #expect(try place.run("demo", "sample", "--accounts", "1").status == 0)
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: place.folder.path) where path.hasSuffix(".yaml") {
      let text = try String(contentsOf: place.path(path), encoding: .utf8)
      found[path] = text
      // The first line leads to the schema.
      let first = try #require(text.split(separator: "\n").first)
      #expect(first.hasPrefix("# yaml-language-server: $schema="))
      let schema = place.path(path).deletingLastPathComponent()
        .appending(path: String(first.dropFirst("# yaml-language-server: $schema=".count))).standardizedFileURL
      #expect(schema.path == place.path("sample/relay-audit.schema.json").standardizedFileURL.path, "\(path)")
      #expect(FileManager.default.fileExists(atPath: schema.path), "\(path)")
    }
    let inspected = try place.run("inspect", "sample").output
    #expect(inspected.contains("relay-audit.schema.json\n  not read   it is a JSON Schema"))
    return found
  }

  private static let wrong = [
    "unknown key": "projct: x", "unknown key below": "gate: {fail: high}",
    "unknown key of an entry": "inputs: [{path: a, knd: b}]",
    "no path": "inputs: [{kind: mail}]", "unknown kind": "inputs: [{path: a, kind: consent}]",
    "a unit without a number": "deletion: {revoke_within: h}",
    "a number without a unit": "deletion: {revoke_within: 72}",
    "a share without a sign": "evidence: {max_drop: 0.2}", "an address for a host": "relay: {domains: [a@b.example]}",
    "an unknown level": "gate: {fail_on: severe}", "an unknown kind by age": "evidence: {max_age: {logs: 3h}}",
    "an unknown column": "inputs: [{path: a, kind: consents, columns: {uidd: x}}]",
    "an unknown constant": "inputs: [{path: a, kind: consents, constants: {state: gven}}]",
    "an unknown value": "inputs: [{path: a, kind: deletions, values: {status: {done: complted}}}]",
    "a list for a mapping": "gate: [1]",
  ]

  @Test func theSchemaTakesWhatTheProgramTakes() throws {
    let place = try Workplace()
    try place.write("schema.json", try place.run("config", "--json-schema").output)
    var valid = try Self.sample(in: place)
    #expect(valid.count > 20)
    let examples = try Self.examples()
    #expect(examples.count >= 4)
    valid.merge(examples) { first, _ in first }
    for key in DeclaredKey.all {
      for (index, yaml) in key.valid.enumerated() { valid["\(key.path), value \(index)"] = yaml }
    }
    for (name, yaml) in valid {
      #expect(throws: Never.self, "\(name)") { try Configuration(yaml: yaml, name: "relay-audit.yaml") }
    }
    var wrong = Self.wrong
    for key in DeclaredKey.all { wrong["\(key.path), wrong"] = key.wrong }
    for (name, yaml) in wrong {
      #expect(throws: ConfigurationError.self, "\(name)") { try Configuration(yaml: yaml, name: "relay-audit.yaml") }
    }
    try Self.check(
      ["valid": try valid.mapValues(Self.json), "invalid": try wrong.mapValues(Self.json)], in: place)
  }

  private static func check(_ cases: [String: [String: Any]], in place: Workplace) throws {
    try place.write("cases.json", try JSONSerialization.data(withJSONObject: cases))
    _ = try PythonScript(name: "check_configurations.py", folder: "Portable")
      .run([place.path("schema.json").path], input: try FileHandle(forReadingFrom: place.path("cases.json")))
  }
}
