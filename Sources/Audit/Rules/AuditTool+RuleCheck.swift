import Evidence
import Foundation
import Judgement
import Timestamps

extension AuditTool {
  /// Says what rules' files have wrong: metadata, columns, the portable subset, the query's plan, and missing cases.
  ///
  /// - Parameter folder: only its rules; those in force where it is nil.
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func checkRules(folder: String?, config: String?) throws -> RuleTests {
    let configuration = try readConfiguration(config, rulesIn: folder)
    let book: RuleBook
    do {
      book = try RuleBook.inForce(configuration)
    } catch let error as ConfigurationError where folder != nil {
      // Nothing of a folder can be checked before its files can be read.
      return RuleTests(text: error.description, passed: false)
    }
    let rules = book.rules.filter { folder == nil || !$0.isBuiltIn }
    let requirements = book.requirementTexts
    let settings = EvidenceSettings(
      project: "", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())
    let problems = try TemporaryFolder.with(name: "relay-audit-check") { store in
      try EvidenceStore(path: store.appending(path: "audit.sqlite").path).run(settings) { session in
        try session.finish(sources: [])
        // The parameters that a rule declares have defaults. Values do not matter at a check.
        let runner = RuleRunner(
          project: settings.project, directory: try EvidenceDirectory(session), parameters: ["as_of": .integer(0)], open: [:])
        return try rules.flatMap { try check($0, runner, requirements) }
      }
    }
    let closing =
      problems.isEmpty
      ? "\(rules.count) rules: nothing wrong." : "\(rules.count) rules, \(problems.count) problems."
    return RuleTests(
      text: (problems.map(\.description) + [closing]).joined(separator: "\n"), passed: problems.isEmpty)
  }

  private static func check(
    _ rule: Rule, _ runner: RuleRunner, _ requirements: [String: String]
  ) throws -> [RuleError] {
    var problems = PortableSubset.violations(in: rule)
    problems += try runner.problems(with: rule)
    for id in rule.metadata.frameworks where requirements[id] == nil {
      let nearest = NearestName.question(about: id, among: requirements.keys.sorted())
      problems.append(
        RuleError(file: rule.file, line: nil, problem: "no framework has the requirement `\(id)`\(nearest)"))
    }
    if let gap = gap(in: try cases(of: rule), of: rule) {
      problems.append(RuleError(file: rule.file, line: nil, problem: gap))
    }
    return problems
  }
}
