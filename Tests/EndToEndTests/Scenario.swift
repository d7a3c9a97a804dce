import Foundation
import Testing
import Yams

@testable import Run

/// A story told by what `docs/contract.md` promises: the nights of one project, and what the last one's report says.
///
/// The nights are given as in the cases of rules. A scenario names the rules that it is about, and every finding of
/// these rules; other rules may find what they like.
struct Scenario: CustomTestStringConvertible, Sendable {
  /// What a rule says of a subject. All but the verdict is compared where a row has it.
  struct Row: Sendable {
    var rule: String
    var subject: String?
    var object: String?
    /// A verdict, or `none` for a subject that has no finding.
    var verdict: String
    var reason: String?
    var dueAt: String?
  }

  /// A value of report.json; the steps to it are keys, and values that tell the elements of a list apart.
  struct Fact: Sendable {
    var path: [String]
    var value: String
  }

  var category: String
  var name: String
  /// The case, as text: what `RuleCaseFile` reads is not `Sendable`.
  private var given: String
  var flags: [String]
  var rules: [String]
  var rows: [Row]
  var facts: [Fact]
  /// Texts that the summary has.
  var summary: [String]
  /// Why the program does not do yet what is promised: the test fails when it does.
  var open: String?

  var testDescription: String { "\(category): \(name)" }

  /// What is given; its rows are not those of the scenario.
  func ruleCase() throws -> RuleCase {
    try #require(try RuleCaseFile.read(given, file: "\(category).yaml").first)
  }
}

// MARK: Reading

extension Scenario {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Scenarios")

  /// - Returns: those of the categories that `SCENARIOS` names, or all.
  static let all = Result {
    let named = ProcessInfo.processInfo.environment["SCENARIOS"]?.split(separator: ",").map(String.init)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { file in
        file.pathExtension == "yaml" && named?.contains(file.deletingPathExtension().lastPathComponent) ?? true
      }.sorted { $0.path < $1.path }.flatMap(read)
  }

  private static func read(_ file: URL) throws -> [Scenario] {
    let root = try #require(try Yams.compose(yaml: String(contentsOf: file, encoding: .utf8)))
    return try #require(root["scenarios"]?.sequence, "\(file.lastPathComponent)").map { node in
      try Scenario(#require(node.mapping), category: file.deletingPathExtension().lastPathComponent)
    }
  }

  private init(_ node: Node.Mapping, category: String) throws {
    let own = ["rule", "expect", "report", "summary", "flags", "open"]
    let given = Node.mapping(
      Node.Mapping(node.filter { !own.contains($0.key.string ?? "") }.map { ($0.key, $0.value) }))
    let cases = Node.mapping(Node.Mapping([(Node("cases"), Node.sequence(Node.Sequence([given])))]))
    self.given = try Yams.serialize(node: cases, width: -1)
    let name = try #require(node["name"]?.string)
    self.category = category
    self.name = name
    open = node["open"]?.string
    flags = node["flags"]?.array(of: String.self) ?? []
    let rule = node["rule"]?.string
    rows = try (node["expect"]?.sequence ?? []).map { row in
      let unknown = Set(row.mapping?.keys.compactMap(\.string) ?? [])
        .subtracting(["rule", "subject", "object", "verdict", "reason", "due_at"])
      try #require(unknown.isEmpty, "\(name): \(unknown)")
      return Row(
        rule: try #require(row["rule"]?.string ?? rule), subject: row["subject"]?.string, object: row["object"]?.string,
        verdict: try #require(row["verdict"]?.string), reason: row["reason"]?.string, dueAt: row["due_at"]?.string)
    }
    rules = Set(rows.map(\.rule) + (rule.map { [$0] } ?? [])).sorted()
    facts = try (node["report"]?.mapping ?? [:]).map { path, value in
      Fact(path: try #require(path.string).split(separator: " ").map(String.init), value: try #require(value.string))
    }
    summary = node["summary"]?.array(of: String.self) ?? []
  }
}
