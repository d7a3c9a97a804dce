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

    func admits(_ rule: Rule) -> Bool {
      if let family, !rule.id.hasPrefix(family + "/") { return false }
      if let severity, rule.severity != severity { return false }
      guard let framework else { return true }
      return rule.metadata.frameworks.contains { $0 == framework || $0.hasPrefix(framework + "/") }
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

  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`.
  package init(_ filter: Filter, config: String?) throws {
    let configuration = try Configuration.read(config)
    let rules = try RuleBook.inForce(configuration).rules.filter(filter.admits)
    guard filter.isNotEvaluated else {
      entries = rules.map { Entry(rule: $0, obstacle: nil) }
      return
    }
    let obstacles = Self.obstacles(in: try StoredReport.last(configuration))
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
