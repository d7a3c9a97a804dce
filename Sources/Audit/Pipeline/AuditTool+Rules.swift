import Evidence
import Judgement
import Timestamps

extension AuditTool {
  /// Every rule in force: id, severity, good state.
  ///
  /// - Throws: `ConfigurationError`.
  package static func listRules(config: String?) throws -> String {
    let rules = try RuleBook.inForce(try readConfiguration(config)).rules
    let width = rules.map(\.id.count).max() ?? 0
    return rules.map { rule in
      "\(rule.id.padding(to: width))  \(rule.severity.rawValue.padding(to: 8))  \(rule.metadata.title)"
    }.joined(separator: "\n")
  }

  /// All that a rule's file says, for people.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func showRule(_ id: String, config: String?) throws -> String {
    let configuration = try readConfiguration(config)
    let rules = try RuleBook.inForce(configuration).rules
    guard let rule = rules.first(where: { $0.id == id }) else {
      let nearest = NearestName.to(id, among: rules.map(\.id)).map { "; did you mean \($0)?" } ?? ""
      throw UserError(.usage, "there is no rule \(id)\(nearest) `relay-audit rules list` lists them")
    }
    let metadata = rule.metadata
    var lines = [
      rule.id, "", metadata.title, "",
      "Severity    \(rule.severity.rawValue)",
      "Needs       \(metadata.needs.map(\.rawValue).joined(separator: ", "))",
    ]
    if !metadata.uses.isEmpty { lines.append("Uses        \(metadata.uses.map(\.rawValue).joined(separator: ", "))") }
    lines.append("Frameworks  \(metadata.frameworks.joined(separator: ", "))")
    if let period = metadata.period { lines.append("In force    \(period)") }
    lines += ["From        \(rule.origin)", ""]
    lines += ["Why it matters", "  " + metadata.rationale, "", "Reasons"]
    for (reason, text) in metadata.reasons.sorted(by: { $0.key < $1.key }) {
      lines += ["  \(reason)", "    \(text.message)", "    What to do: \(text.remediation)"]
    }
    if !metadata.params.isEmpty {
      lines += ["", "Parameters"]
      for parameter in metadata.params {
        let inForce = rule.parameters[parameter.name]?.text ?? configuration.text(ofParameter: parameter.name) ?? parameter.defaultText
        lines.append("  \(parameter.name) (\(parameter.type)): \(inForce); default \(parameter.defaultText)")
      }
    }
    if !metadata.sources.isEmpty {
      lines += ["", "Sources"]
      for source in metadata.sources { lines += ["  \(source.url)", "    \(source.says) (read \(source.read))"] }
    }
    lines += ["", "Query", rule.sql]
    return lines.joined(separator: "\n")
  }
}

extension Configuration {
  /// A rule's parameter as this configuration sets it; nil for one that it does not know.
  func text(ofParameter name: String) -> String? {
    switch name {
    case "revoke_within": revokeWithin.text
    case "delete_within": deleteWithin.text
    case "clock_skew": clockSkew.text
    case "unlink_within": unlinkWithin.text
    case "max_age": maxAge.text
    case "max_drop": Self.percent(maxDrop)
    case "max_orphans": Self.percent(maxOrphans)
    case "required_proof": requiredProof.rawValue
    default: nil
    }
  }

  private static func percent(_ share: Double) -> String {
    let percent = share * 100
    return percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
