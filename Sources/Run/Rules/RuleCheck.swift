import Evidence
import Foundation
import History
package import Judgement
import Timestamps

/// What is wrong with rule files: metadata, columns, the portable subset, query plans, and missing cases.
package struct RuleCheck: Sendable {
  /// Nil where the files of the folder could not be read as rules.
  package var ruleCount: Int?
  package var problems: [RuleError]
  /// The ids of the rules that judge the evidence as a whole.
  package var rulesOfTheWhole: [String] = []
  package var passed: Bool { problems.isEmpty }

  /// Checks the rules in a folder, or all rules in force.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package init(folder: String?, config: String?) throws {
    let configuration = try Configuration.read(config, rulesIn: folder)
    let book: RuleBook
    do {
      book = try RuleBook.inForce(configuration)
    } catch let error as ConfigurationError where folder != nil {
      // A mistake in a rule's metadata, which is what a check is asked for.
      problems = [RuleError(file: error.file, line: error.line, problem: error.problem)]
      return
    }
    let rules = book.rules.filter { folder == nil || !$0.isBuiltIn }
    let requirements = book.requirementTexts
    let settings = EvidenceSettings(
      project: "", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())
    problems = try TemporaryFolder.with { store in
      try EvidenceStore(path: store.appending(path: "audit.sqlite").path).run(settings) { session, _ in
        try session.finish(sources: [])
        // Declared parameters have defaults, and no value matters without evidence.
        let runner = RuleRunner(
          project: settings.project, directory: try EvidenceDirectory(session), parameters: ["as_of": .integer(0)],
          timeLimit: configuration.ruleTimeLimit)
        return try rules.flatMap { try Self.problems(with: $0, runner, requirements) }
      }
    }
    ruleCount = rules.count
    rulesOfTheWhole = rules.filter(\.isOfTheWhole).map(\.id)
  }

  private static func problems(
    with rule: Rule, _ runner: RuleRunner, _ requirements: [String: String]
  ) throws -> [RuleError] {
    var problems = PortableSubset.violations(in: rule)
    problems += try runner.problems(with: rule)
    for id in rule.metadata.frameworks where requirements[id] == nil {
      let nearest = NearestName.question(about: id, among: requirements.keys.sorted())
      problems.append(
        RuleError(file: rule.file, line: nil, problem: "no framework has the requirement `\(id)`\(nearest)"))
    }
    if let gap = rule.gap(in: try rule.cases()) {
      problems.append(RuleError(file: rule.file, line: nil, problem: gap))
    }
    return problems
  }
}
