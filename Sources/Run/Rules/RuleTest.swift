import Evidence
import Judgement

/// The result of running the cases of rules.
package struct RuleTest: Sendable {
  package enum Failure: Sendable {
    /// The cases of a rule lack an example.
    case gap(rule: String, String)
    case difference(Difference)
  }

  /// A case that did not come out as expected.
  package struct Difference: Sendable {
    package var rule: String
    /// The line of the file that has the case's name, from 1.
    package var line: Int
    package var name: String
    package var variant: String
    /// Lines of the case file.
    package var given: [String]
    /// Why the case could not be run.
    package var problem: String?
    /// Rows that the case expects and the rule did not return.
    package var missing: [String]
    /// Rows that the rule returned and the case does not expect.
    package var unexpected: [String]
    /// What to do; nil where the rows say it.
    package var remedy: String?
  }

  /// How often each case runs.
  package static let variantCount = CaseVariant.allCases.count

  package private(set) var ruleCount = 0
  package private(set) var caseCount = 0
  package private(set) var failures: [Failure] = []
  package var passed: Bool { failures.isEmpty }

  /// Runs the cases of the rules in a folder, or of all rules in force.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package init(folder: String?, config: String?, _ diagnostics: Diagnostics) throws {
    self = try diagnostics.showingProgress {
      try Self(folder: folder, config: config, only: nil, diagnostics) { _ in CaseVariant.allCases }
    }
  }

  /// - Parameters:
  ///   - only: the id of a single rule to test.
  ///   - variants: of the case with that place in its file; `plain` first, where it is among them.
  init(
    folder: String?, config: String?, only: String?, _ diagnostics: Diagnostics? = nil,
    variants: (Int) -> [CaseVariant]
  ) throws {
    let book = try RuleBook.inForce(try Configuration.read(config, rulesIn: folder))
    let rules = book.rules.filter { (folder == nil || !$0.isBuiltIn) && (only == nil || $0.id == only) }
    for (index, rule) in rules.enumerated() {
      diagnostics?.progress(.item("Testing", name: rule.id, number: index + 1, of: rules.count, "rules"))
      try test(rule, variants)
    }
  }

  private mutating func test(_ rule: Rule, _ variants: (Int) -> [CaseVariant]) throws {
    ruleCount += 1
    let cases = try rule.cases()
    if let gap = rule.gap(in: cases) { failures.append(.gap(rule: rule.id, gap)) }
    let runner = RuleCaseRunner(rule: rule)
    for (place, ruleCase) in cases.enumerated() {
      caseCount += 1
      for variant in variants(place) {
        guard let difference = try runner.run(ruleCase, variant: variant) else { continue }
        failures.append(
          .difference(
            Difference(
              rule: rule.id, line: ruleCase.line, name: difference.name, variant: difference.variant.rawValue,
              given: rule.givenLines(ofCaseAt: ruleCase.line), problem: difference.failure,
              missing: difference.missing.map(\.description), unexpected: difference.unexpected.map(\.description),
              remedy: difference.failure == nil ? difference.variant.remedy : nil)))
        // The other variants of a case that fails as it stands would only repeat the difference.
        if variant == .plain { break }
      }
    }
  }
}
