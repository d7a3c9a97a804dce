import Judgement
import Reporting
import Timestamps
import Vocabulary

extension RuleBook {
  /// The values by which these rules judge: those that rules share first, in the order of the configuration; severities
  /// that it changes last.
  func settings(_ configuration: Configuration) -> [Report.Setting] {
    let texts = configuration.sharedTexts
    let standard = Configuration().sharedTexts
    let entries = ConfigurationGuide.sections.flatMap(\.entries)
    let meanings = Dictionary(entries.map { ($0.path, $0.meaning) }) { first, _ in first }
    let shared = configuration.sharedParameters.compactMap { parameter -> Report.Setting? in
      let users = rules.filter { rule in rule.metadata.params.contains { $0.name == parameter.name } }
      guard let value = users.first?.value(ofParameter: parameter.name, shared: texts) else { return nil }
      // Where no number of accounts is expected, none is compared.
      guard parameter.name != Configuration.expectedAccounts || configuration.accounts != nil else { return nil }
      return Report.Setting(
        key: parameter.key, meaning: meanings[parameter.key].map(Self.firstSentence), value: value,
        isConfigured: parameter.text != standard[parameter.name],
        rules: users.filter { $0.parameters[parameter.name] == nil }.map(\.id))
    }
    return shared.filter { !$0.rules.isEmpty } + rules.flatMap { own(of: $0, but: texts) } + changedSeverities
  }

  private var changedSeverities: [Report.Setting] {
    rules.filter { $0.severity != $0.metadata.severity }.map { rule in
      Report.Setting(
        key: "rules.severity.\(rule.id)", meaning: "Severity of the rule “\(rule.metadata.title)”",
        value: "\(rule.severity.rawValue) instead of \(rule.metadata.severity.rawValue)", isConfigured: true,
        rules: [rule.id])
    }
  }

  /// What follows says how a configuration is written.
  private static func firstSentence(_ text: String) -> String {
    text.firstRange(of: ". ").map { text[..<$0.lowerBound] + "." } ?? text
  }

  /// The values that one rule judges by alone.
  private func own(of rule: Rule, but shared: [String: String]) -> [Report.Setting] {
    rule.metadata.params.compactMap { parameter in
      let own = rule.parameters[parameter.name]
      guard own != nil || shared[parameter.name] == nil,
        let value = rule.value(ofParameter: parameter.name, shared: shared)
      else { return nil }
      return Report.Setting(
        key: "rules.params.\(rule.id).\(parameter.name)",
        meaning: parameter.meaning ?? "Of the rule “\(rule.metadata.title)”", value: value,
        isConfigured: own != nil,
        rules: [rule.id])
    }
  }
}
