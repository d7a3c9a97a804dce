import Judgement

/// The reference of the built-in rules, as it stands in the repository.
package enum RuleReference {
  /// - Throws: `RuleError`, `ConfigurationError`.
  package static func page() throws -> String {
    let book = try RuleBook.builtIn()
    let requirements = book.requirementTexts
    var lines = [
      "# The rules", "",
      """
      Written from the rules' own files by `swift test`; change those. A rule says what good looks like, and judges every \
      account, link, request or record that it is about: `pass`, `fail`, `inconclusive` (the evidence proves neither), \
      `pending` (there is still time) or `manual`. Each judgement other than a pass has a reason.
      """, "",
    ]
    for framework in book.frameworks {
      lines += ["## \(framework.title)", "", framework.url, "", "| Requirement | In our words | Rules |", "|---|---|---|"]
      for requirement in framework.requirements {
        let rules = framework.rules(for: requirement, in: book).map { "[\($0.id)](#\($0.id.replacing("/", with: "")))" }
        lines.append(
          "| \(requirement.id) | \(requirement.text) | \(rules.isEmpty ? "none looks at it" : rules.joined(separator: ", ")) |")
      }
      lines.append("")
    }
    let families = Dictionary(grouping: book.rules) { $0.id.prefix { $0 != "/" } }
    for (family, rules) in families.sorted(by: { $0.key < $1.key }) {
      lines += ["## Family \(family)", ""]
      for rule in rules {
        let description = RuleDescription(
          rule, cases: try AuditTool.cases(of: rule), requirements: requirements, inForce: { _ in nil })
        lines.append(description.markdown)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension RuleBook {
  /// The texts of all requirements, by id.
  var requirementTexts: [String: String] {
    Dictionary(frameworks.flatMap(\.requirements).map { ($0.id, $0.text) }) { first, _ in first }
  }
}
