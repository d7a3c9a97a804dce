import Evidence
import Judgement
import Vocabulary

/// All that is to be said of a rule, in its order: for the terminal, and for the reference in the repository.
struct RuleDescription {
  private struct Section {
    var title: String
    /// Each a heading, which may be empty, with what is under it.
    var entries: [(name: String, lines: [String])]
  }

  private let rule: Rule
  private let sections: [Section]

  /// - Parameters:
  ///   - inForce: a parameter's value as the configuration sets it; nil where it does not.
  ///   - requirements: their texts by id.
  init(_ rule: Rule, cases: [RuleCase], requirements: [String: String], inForce: (String) -> String?) {
    self.rule = rule
    let metadata = rule.metadata
    var sections = [
      Section(title: "Why it matters", entries: [("", [metadata.rationale])]),
      Section(
        title: "What is judged",
        entries: [
          ("", ["Needs \(Self.list(metadata.needs.map(\.rawValue), none: "nothing of its own"))."])
        ] + (metadata.uses.isEmpty ? [] : [("", ["Sharper with \(Self.list(metadata.uses.map(\.rawValue), none: ""))."])])
          + (metadata.period.map { [("", ["In force \($0): a subject is judged if its time lies in it."])] } ?? [])),
      Section(
        title: "Reasons",
        entries: metadata.reasons.sorted { $0.key < $1.key }.map {
          ($0.key, [$0.value.message, "What to do: \($0.value.remediation)"])
        }),
    ]
    if !metadata.params.isEmpty {
      sections.append(
        Section(
          title: "Parameters",
          entries: metadata.params.map { parameter in
            let text = rule.parameters[parameter.name]?.text ?? inForce(parameter.name) ?? parameter.defaultText
            let isDefault = RuleMetadata.Parameter.value(text, type: parameter.type) == parameter.defaultValue
            return (
              "\(parameter.name) (\(parameter.type))",
              [isDefault ? parameter.defaultText : "\(text), the default is \(parameter.defaultText)"]
            )
          }))
    }
    sections.append(
      Section(title: "Required by", entries: metadata.frameworks.map { ($0, requirements[$0].map { [$0] } ?? []) }))
    sections.append(
      Section(
        title: "Sources", entries: metadata.sources.map { ($0.url, ["\($0.says) (read \($0.read))"]) }))
    sections.append(
      Section(
        title: "Cases",
        entries: cases.map { ruleCase in
          let rows = Set(ruleCase.expected.map { "\($0.verdict)\($0.reason.map { " \($0)" } ?? "")" }).sorted()
          return (ruleCase.name, [rows.isEmpty ? "not judged" : rows.joined(separator: ", ")])
        }))
    self.sections = sections.filter { !$0.entries.isEmpty }
  }

  private static func list(_ names: [String], none: String) -> String {
    names.isEmpty ? none : names.joined(separator: ", ")
  }

  // MARK: - Forms

  var text: String {
    var lines = [rule.id, "", rule.metadata.title, "", "Severity  \(rule.severity.rawValue)", "From      \(rule.origin)"]
    for section in sections {
      lines += ["", section.title]
      for entry in section.entries {
        if !entry.name.isEmpty { lines.append("  \(entry.name)") }
        lines += entry.lines.map { (entry.name.isEmpty ? "  " : "    ") + $0 }
      }
    }
    return (lines + ["", "Query", rule.sql]).joined(separator: "\n")
  }

  /// Without the query, which is in the rule's file, and with one example of each verdict and reason.
  var markdown: String {
    var lines = ["### \(rule.id)", "", rule.metadata.title, "", "Severity: \(rule.severity.rawValue).", ""]
    for section in sections {
      switch section.title {
      case "Reasons":
        lines += ["| Reason | What it says | What to do |", "|---|---|---|"]
        for (name, reason) in rule.metadata.reasons.sorted(by: { $0.key < $1.key }) {
          lines.append("| `\(name)` | \(Self.cell(reason.message)) | \(Self.cell(reason.remediation)) |")
        }
        lines.append("")
      case "Cases":
        lines += ["Examples:", ""]
        var told: Set<String> = []
        for entry in section.entries where told.insert(entry.lines.joined()).inserted {
          lines.append("- \(entry.name): \(entry.lines.joined(separator: " "))")
        }
        lines.append("")
      default:
        lines += ["\(section.title):", ""]
        lines += section.entries.map { entry in
          let text = entry.lines.joined(separator: " ")
          return "- \(entry.name.isEmpty ? "" : "\(entry.name)\(text.isEmpty ? "" : ": ")")\(text)"
        }
        lines.append("")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
