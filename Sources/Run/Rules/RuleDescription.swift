import Evidence
package import Judgement

/// Everything that a rule's files say of it, by topic, in the order in which it is shown.
package struct RuleDescription: Sendable {
  /// A topic's raw value is its heading.
  package enum Topic: String, Sendable {
    case rationale = "Why it matters"
    case population = "What is judged"
    case reasons = "Reasons"
    case parameters = "Parameters"
    case requirements = "Required by"
    case sources = "Sources"
    case cases = "Cases"
  }

  package struct Section: Sendable {
    package var topic: Topic
    package var entries: [Entry]
  }

  package struct Entry: Sendable {
    /// Nil for lines that stand by themselves.
    package var heading: String?
    package var lines: [String]
  }

  package var rule: Rule
  /// Without topics of which there is nothing to say.
  package var sections: [Section]

  /// Describes a rule in force.
  ///
  /// - Throws: `UserError` if there is no such rule; `ConfigurationError`.
  package static func of(rule id: String, config: String?) throws -> RuleDescription {
    let configuration = try Configuration.read(config)
    let book = try RuleBook.inForce(configuration)
    guard let rule = book.rules.first(where: { $0.id == id }) else {
      let nearest = NearestName.to(id, among: book.rules.map(\.id)).map { "did you mean \($0)? " } ?? ""
      throw UserError(.usage, "there is no rule \(id)", remedy: nearest + "`relay-audit rules list` lists all rules")
    }
    return RuleDescription(
      rule, cases: try rule.cases(), requirements: book.requirementTexts, configured: configuration.sharedTexts)
  }

  /// - Parameters:
  ///   - requirements: the texts of requirements by id.
  ///   - configured: the values of parameters that the configuration sets, by name.
  init(_ rule: Rule, cases: [RuleCase], requirements: [String: String], configured: [String: String]) {
    self.rule = rule
    let metadata = rule.metadata
    let sections = [
      Section(topic: .rationale, entries: [Entry(lines: [metadata.rationale])]),
      Section(topic: .population, entries: Self.population(of: rule).map { Entry(lines: [$0]) }),
      Section(
        topic: .reasons,
        entries: metadata.allReasons.sorted { $0.key < $1.key }.map {
          Entry(
            heading: $0.key,
            lines: [$0.value.message] + ($0.value.pending.map { ["Before the deadline: \($0)"] } ?? [])
              + ["What to do: \($0.value.remediation)"])
        }),
      Section(topic: .parameters, entries: metadata.params.map { Self.entry($0, of: rule, configured: configured) }),
      Section(
        topic: .requirements,
        entries: metadata.frameworks.map { Entry(heading: $0, lines: requirements[$0].map { [$0] } ?? []) }),
      Section(
        topic: .sources,
        entries: metadata.sources.map { Entry(heading: $0.url, lines: ["\($0.says) (read \($0.read))"]) }),
      Section(topic: .cases, entries: cases.map { Entry(heading: $0.name, lines: [Self.expectation(of: $0)]) }),
    ]
    self.sections = sections.filter { !$0.entries.isEmpty }
  }

  private static func population(of rule: Rule) -> [String] {
    let metadata = rule.metadata
    let needs = metadata.needs.map(\.rawValue).joined(separator: ", ")
    let uses = metadata.uses.map(\.rawValue).joined(separator: ", ")
    let any = metadata.needsAny.map { $0 == .history ? "accounts of an earlier run" : $0.name }.joined(
      separator: " or ")
    let all = [needs, any].filter { !$0.isEmpty }.joined(separator: ", and ")
    var lines = [all.isEmpty ? "Needs no kind of evidence in particular." : "Needs \(all)."]
    if !uses.isEmpty { lines.append("Uses \(uses) where supplied.") }
    if !metadata.since.isEmpty {
      let kinds = metadata.since.map(\.rawValue).joined(separator: ", ")
      lines.append("Of \(kinds), no file from before the subject's own time could clear it.")
    }
    if metadata.isOfThisRunAlone { lines.append("Judges only the records of this run, and no remembered ones.") }
    if rule.isOfTheWhole { lines.append("Judges the evidence as a whole, and nobody in particular.") }
    if rule.judgesNobodyAsAWhole { lines.append("Judges all records for which no account is known as one.") }
    if let period = metadata.period {
      lines.append("In force \(period): judges the subjects whose time is in that period.")
    }
    return lines
  }

  private static func entry(
    _ parameter: RuleMetadata.Parameter, of rule: Rule, configured: [String: String]
  ) -> Entry {
    let text = rule.text(of: parameter, shared: configured)
    let isDefault = RuleMetadata.Parameter.value(text, type: parameter.type) == parameter.defaultValue
    return Entry(
      heading: "\(parameter.name) (\(parameter.type))",
      lines: [isDefault ? parameter.defaultText : "\(text), the default is \(parameter.defaultText)"]
        + (parameter.meaning.map { [$0] } ?? []))
  }

  private static func expectation(of ruleCase: RuleCase) -> String {
    let rows = Set(ruleCase.expected.map { "\($0.verdict)\($0.reason.map { " \($0)" } ?? "")" }).sorted()
    return rows.isEmpty ? "not judged" : rows.joined(separator: ", ")
  }
}
