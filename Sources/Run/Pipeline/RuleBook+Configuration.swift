import Judgement

extension RuleBook {
  /// The rules that a configuration enables: built-in ones and the user's own, without the disabled ones.
  ///
  /// - Throws: `ConfigurationError` for a rule that does not exist or cannot be read.
  static func inForce(_ configuration: Configuration) throws -> RuleBook {
    var book = try RuleBook.builtIn()
    for (index, folder) in configuration.rulePaths.enumerated() {
      do {
        try book.add(folder: folder)
      } catch let error as RuleError {
        let written = configuration.rulePathsAsWritten
        // Mistakes in the folder's files are said of those.
        guard error.file == folder, written.indices.contains(index) else {
          throw ConfigurationError(file: error.file, line: error.line, problem: error.problem)
        }
        throw ConfigurationError(
          file: written[index].place, line: nil,
          problem: """
            `\(written[index].key)` names `\(written[index].path)`, and \(folder) \(error.problem); correct the path, \
            which is relative to the configuration's folder, or remove it
            """)
      }
    }
    let ids = book.rules.map(\.id)
    let named =
      configuration.disabledRules + configuration.severities.keys.sorted() + configuration.ruleParameters.keys.sorted()
    for id in named where !ids.contains(id) {
      let nearest = NearestName.to(id, among: ids).map { "; did you mean `\($0)`?" } ?? ""
      let place = configuration.rulePlaces[id]
      throw ConfigurationError(
        file: place?.file ?? AuditSettings.defaultConfig, line: place?.line,
        problem: "`\(place?.key ?? "rules")` names `\(id)`, which does not exist\(nearest)")
    }
    do {
      try book.set(configuration.ruleParameters)
    } catch let error as RuleError {
      // It calls the rule a file.
      let place = configuration.rulePlaces[error.file]
      throw ConfigurationError(
        file: place?.file ?? AuditSettings.defaultConfig, line: place?.line, problem: error.problem)
    }
    book.apply(disabled: configuration.disabledRules, severities: configuration.severities)
    return book
  }
}
