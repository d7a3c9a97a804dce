import Judgement
import Vocabulary

/// The page `docs/rules.md`: all built-in rules, and the requirements that they cover.
package enum RuleReference {
  /// - Throws: `RuleError`, `ConfigurationError`.
  package static func page() throws -> String {
    let book = try RuleBook.builtIn()
    let requirements = book.requirementTexts
    var lines = [
      "# The rules", "",
      """
      Generated from the rule files; edit those, and record the page again (CONTRIBUTING.md). A rule states what is \
      required, and judges every account, link, request or record in its scope: `pass`, `fail`, `inconclusive` (the \
      evidence shows neither), `pending` (the deadline has not passed) or `manual`. Every verdict other than a pass \
      has a reason.
      """, "",
    ]
    for framework in book.frameworks { lines += table(of: framework, in: book) }
    let families = Dictionary(grouping: book.rules) { $0.id.prefix { $0 != "/" } }
    for (family, rules) in families.sorted(by: { $0.key < $1.key }) {
      lines += ["## Family \(family)", ""]
      for rule in rules {
        lines += markdown(
          RuleDescription(rule, cases: try rule.cases(), requirements: requirements, configured: [:]))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func table(of framework: Framework, in book: RuleBook) -> [String] {
    let rows = framework.requirements.map { requirement in
      let links = framework.rules(for: requirement, in: book).map { "[\($0.id)](#\($0.id.replacing("/", with: "")))" }
      let rules = links.isEmpty ? "no rule" : links.joined(separator: ", ")
      return "| \(requirement.id) | \(requirement.text) | \(rules) |"
    }
    return ["## \(framework.title)", "", framework.url, "", "| Requirement | In our words | Rules |", "|---|---|---|"]
      + rows + [""]
  }

  /// Without the query, which is in the rule's file, and with one example for each set of verdicts.
  private static func markdown(_ description: RuleDescription) -> [String] {
    let rule = description.rule
    var lines = ["### \(rule.id)", "", rule.metadata.title, "", "Severity: \(rule.severity.rawValue).", ""]
    for section in description.sections {
      switch section.topic {
      case .reasons:
        lines += ["| Reason | What it says | What to do |", "|---|---|---|"]
        for (name, reason) in rule.metadata.allReasons.sorted(by: { $0.key < $1.key }) {
          let before = reason.pending.map { "<br>Before the deadline: \(cell($0))" } ?? ""
          lines.append("| `\(name)` | \(cell(reason.message))\(before) | \(cell(reason.remediation)) |")
        }
      case .cases:
        lines += ["Examples:", ""]
        var shown: Set<[String]> = []
        lines += section.entries.filter { shown.insert($0.lines).inserted }.map(item)
      case .rationale, .population, .parameters, .requirements, .sources:
        lines += ["\(section.topic.rawValue):", ""] + section.entries.map(item)
      }
      lines.append("")
    }
    return lines
  }

  private static func item(_ entry: RuleDescription.Entry) -> String {
    let text = entry.lines.joined(separator: " ")
    guard let heading = entry.heading else { return "- \(text)" }
    return "- \(heading)\(text.isEmpty ? "" : ": ")\(text)"
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension RuleBook {
  /// The texts of all requirements, by id.
  var requirementTexts: [String: String] {
    Dictionary(frameworks.flatMap(\.requirements).map { ($0.id, $0.text) }) { first, _ in first }
  }
}
