import Evidence
import Foundation
import History
package import Judgement
import Reporting
package import Vocabulary

/// The rules in force, or some of them, in order of id.
package struct RuleListing: Sendable {
  /// Which rules to list; nil for all.
  package struct Filter: Sendable {
    package var family: String?
    package var severity: Severity?
    /// A framework, or one of its requirements.
    package var framework: String?
    /// Only rules that the last run did not evaluate.
    package var isNotEvaluated: Bool

    package init(family: String?, severity: Severity?, framework: String?, isNotEvaluated: Bool) {
      self.family = family
      self.severity = severity
      self.framework = framework
      self.isNotEvaluated = isNotEvaluated
    }

    /// In order of id. An empty list would say that all is well with rules that a misspelt name meant.
    ///
    /// - Throws: `UserError` for a family or a framework that no rule has.
    fileprivate func rules(of book: RuleBook) throws(UserError) -> [Rule] {
      var rules = book.rules
      if let family {
        try require(family, among: Set(rules.map(\.family)), "of the family", advice: NearestName.advice)
        rules = rules.filter { $0.family == family }
      }
      if let framework {
        let known = book.frameworks.flatMap { [$0.name] + $0.requirements.map(\.id) }
        try require(framework, among: Set(known), "for")
        let named = book.rules(for: framework)
        rules = rules.filter { named.contains($0.id) }
      }
      return rules.filter { severity == nil || $0.severity == severity }
    }

    private func require(
      _ name: String, among known: Set<String>, _ relation: String,
      advice: (String, [String]) -> String = NearestName.question
    ) throws(UserError) {
      guard !known.contains(name) else { return }
      throw UserError(.usage, "no rule in force is \(relation) `\(name)`\(advice(name, known.sorted()))")
    }
  }

  /// Why the last run did not evaluate a rule.
  package enum Obstacle: Sendable {
    /// Kinds of evidence that it needs and that were not supplied.
    case missing([String])
    /// Anything else, as a sentence.
    case other(String)
  }

  package struct Entry: Sendable {
    package var rule: Rule
    /// Nil unless the filter asks for rules that were not evaluated.
    package var obstacle: Obstacle?
  }

  package var entries: [Entry]

  /// - Parameter query: the configuration with the rules, and the store with the last run.
  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`.
  package init(_ filter: Filter, _ query: StoreQuery) throws {
    let configuration = try Configuration.read(query.config)
    let rules = try filter.rules(of: RuleBook.inForce(configuration))
    guard filter.isNotEvaluated else {
      entries = rules.map { Entry(rule: $0, obstacle: nil) }
      return
    }
    let obstacles = Self.obstacles(in: try StoredReport.last(query))
    entries = rules.compactMap { rule in obstacles[rule.id].map { Entry(rule: rule, obstacle: $0) } }
  }

  /// By rule.
  private static func obstacles(in report: Report) -> [String: Obstacle] {
    var missing: [String: [String]] = [:]
    for coverage in report.coverage {
      for rule in coverage.rulesNotEvaluated { missing[rule, default: []].append(coverage.kind) }
    }
    var obstacles = missing.mapValues(Obstacle.missing)
    for rule in report.rules where !rule.evaluated && obstacles[rule.id] == nil {
      obstacles[rule.id] = .other(rule.notEvaluated ?? "It could not be run.")
    }
    return obstacles
  }
}

extension Rule {
  fileprivate var family: String { String(id.prefix { $0 != "/" }) }
}

extension RuleBook {
  /// The ids of the rules for a framework, or for one of its requirements.
  fileprivate func rules(for name: String) -> Set<String> {
    Set(
      frameworks.flatMap { framework in
        framework.requirements.filter { framework.name == name || $0.id == name }
          .flatMap { framework.rules(for: $0, in: self).map(\.id) }
      })
  }
}
