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

  /// The changes that are listed for `rule`.
  static func changes(of rule: String) throws -> Set<String> {
    Set(try all.get().filter { $0.rule == rule }.map(\.change))
  }

  /// Records an issue for each mutant that survives and is not listed for `rule`, and for each that is listed and does
  /// not survive.
  ///
  /// - Returns: whether there was none.
  static func areListed(_ survivors: [SQLMutant], of rule: String) throws -> Bool {
    let listed = try changes(of: rule)
    let unlisted = survivors.filter { !listed.contains($0.change) }
    for mutant in unlisted {
      Issue.record("no case of \(rule) notices, in line \(mutant.line): \(mutant.change)")
    }
    let caught = listed.subtracting(survivors.map(\.change))
    for change in caught.sorted() {
      Issue.record("survivors.yaml lists what does not survive in \(rule): \(change)")
    }
    return unlisted.isEmpty && caught.isEmpty
  }
}
