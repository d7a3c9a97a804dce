import Evidence
import Foundation
import Judgement

extension AuditTool {
  /// What the cases of rules, or a check of their files, came to.
  package struct RuleTests: Sendable {
    package var text: String
    package var passed: Bool
  }

  /// Runs the cases of rules: of those in a folder, or of all that are in force.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func testRules(folder: String?, config: String?, only: String? = nil) throws -> RuleTests {
    let book = try RuleBook.inForce(try readConfiguration(config, rulesIn: folder))
    let rules = book.rules.filter { (folder == nil || !$0.isBuiltIn) && (only == nil || $0.id == only) }
    var lines: [String] = []
    var caseCount = 0
    var failures = 0
    for rule in rules {
      let cases = try cases(of: rule)
      if let gap = gap(in: cases, of: rule) {
        lines.append("\(rule.id): \(gap)")
        failures += 1
      }
      let runner = RuleCaseRunner(rule: rule)
      for ruleCase in cases {
        caseCount += 1
        for variant in CaseVariant.allCases {
          guard let difference = try runner.run(ruleCase, variant: variant) else { continue }
          failures += 1
          lines += text(of: difference, rule: rule, line: ruleCase.line)
          // The other variants would say the same again.
          if variant == .plain { break }
        }
      }
    }
    let closing =
      failures == 0
      ? "\(rules.count) rules, \(caseCount) cases, each in \(CaseVariant.allCases.count) variants: all as expected."
      : "\(rules.count) rules, \(caseCount) cases: \(failures) not as expected."
    return RuleTests(text: (lines + [closing]).joined(separator: "\n"), passed: failures == 0)
  }

  static func cases(of rule: Rule) throws -> [RuleCase] {
    guard let text = caseText(of: rule) else { return [] }
    return try RuleCaseFile.read(text, file: caseFile(of: rule))
  }

  private static func caseFile(of rule: Rule) -> String { rule.file.dropLast(4) + ".cases.yaml" }

  private static func caseText(of rule: Rule) -> String? {
    if rule.isBuiltIn { return RuleBook.builtInCases(of: rule.id) }
    return FileManager.default.contents(atPath: caseFile(of: rule)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A rule without an example of each kind is not understood by anybody but its author.
  static func gap(in cases: [RuleCase], of rule: Rule) -> String? {
    let rows = cases.flatMap(\.expected)
    let verdicts = Set(rows.map(\.verdict))
    for verdict in ["pass", "fail"] where !verdicts.contains(verdict) { return "no case in which it says `\(verdict)`" }
    let reasons = Set(rows.compactMap(\.reason))
    for reason in rule.metadata.reasons.keys.sorted() where !reasons.contains(reason) {
      return "no case for its reason `\(reason)`"
    }
    return nil
  }

  private static func text(of difference: RuleCaseRunner.Difference, rule: Rule, line: Int) -> [String] {
    var lines = ["\(rule.id), case of line \(line): \(difference.name) (\(difference.variant.rawValue))"]
    lines += given(in: rule, line: line).map { "  given     \($0)" }
    if let failure = difference.failure { lines.append("  failed    \(failure)") }
    for row in difference.missing { lines.append("  expected  \(row)") }
    for row in difference.unexpected { lines.append("  got       \(row)") }
    return lines
  }

  /// The lines of a case's file that say what is given.
  private static func given(in rule: Rule, line: Int) -> [String] {
    guard let text = caseText(of: rule) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line)
    return lines.prefix { !$0.hasPrefix("  - name:") && !$0.hasPrefix("    expect:") }
      .map { String($0.trimmingPrefix("    ")) }.filter { !$0.isEmpty }
  }
}
