import Judgement
import Reporting

extension RuleBook {
  /// What the report does not show because the configuration disables rules.
  var limits: [Report.Limit] {
    guard let first = disabled.first else { return [] }
    let text =
      disabled.count == 1
      ? """
      The configuration disables the rule `\(first.id)`, so the report does not show whether this holds: \
      \(first.metadata.title)
      """
      : """
      The configuration disables \(disabled.count) rules, so the report does not show whether what they check holds: \
      \(disabled.map { "`\($0.id)`" }.joined(separator: ", ")).
      """
    return [Report.Limit(code: Report.disabledCode, text: text)]
  }
}
