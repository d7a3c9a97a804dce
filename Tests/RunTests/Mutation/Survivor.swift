import Foundation
import Testing

@testable import Run

/// A mutant that no case tells from the rule, and why none can or need.
struct Survivor {
  /// The rule's id; for a query of witnesses, followed by the view's name.
  var rule: String
  var change: String
  var reason: String

  static let all = Result {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "survivors.yaml")
    let yaml = try YAMLReader(text: try String(contentsOf: file, encoding: .utf8), file: file.path, keys: ["survivors"])
    return try yaml.mappings("survivors", keys: ["rule", "changes", "reason"]).flatMap { entry in
      let rule = try #require(try entry.text("rule"))
      let reason = try #require(try entry.text("reason"))
      return try (entry.texts("changes") ?? []).map { Survivor(rule: rule, change: $0, reason: reason) }
    }
  }
}
