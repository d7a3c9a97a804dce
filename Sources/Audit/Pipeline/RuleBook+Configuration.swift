import Judgement
import Reporting

extension RuleBook {
  /// The rules that a configuration puts in force: built-in ones and a user's own, less the disabled ones.
  ///
  /// - Throws: `ConfigurationError` for a rule that does not exist or cannot be read.
  static func inForce(_ configuration: Configuration) throws -> RuleBook {
    var book = try RuleBook.builtIn()
    do {
      for folder in configuration.rulePaths { try book.add(folder: folder) }
    } catch let error as RuleError {
      throw ConfigurationError(file: error.file, line: error.line, problem: error.problem)
    }
    let ids = book.rules.map(\.id)
    for id in configuration.disabledRules + configuration.severities.keys.sorted() + configuration.ruleParameters.keys.sorted()
    where !ids.contains(id) {
      let nearest = NearestName.to(id, among: ids).map { "; did you mean `\($0)`?" } ?? ""
      throw ConfigurationError(
        file: AuditSettings.defaultConfig, line: nil, problem: "`rules` names `\(id)`, which does not exist\(nearest)")
    }
    do {
      try book.set(configuration.ruleParameters)
    } catch let error as RuleError {
      throw ConfigurationError(file: AuditSettings.defaultConfig, line: nil, problem: error.problem)
    }
    book.apply(disabled: configuration.disabledRules, severities: configuration.severities)
    return book
  }
}

extension RuleBook {
  var reportTexts: ReportTexts {
    ReportTexts(
      rules: Dictionary(uniqueKeysWithValues: rules.map { ($0.id, $0.reportText) }),
      frameworks: frameworks.map { framework in
        FrameworkText(
          title: framework.title, url: framework.url,
          requirements: framework.requirements.map {
            FrameworkText.Requirement(id: $0.id, text: $0.text, rules: framework.rules(for: $0, in: self).map(\.id))
          })
      })
  }
}

extension Rule {
  var reportText: RuleText {
    RuleText(
      rationale: metadata.rationale, remediation: metadata.reasons.mapValues(\.remediation),
      frameworks: metadata.frameworks, period: metadata.period)
  }
}
