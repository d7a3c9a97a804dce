import Timestamps
import Vocabulary

extension Rule {
  /// What a message may have filled in, in braces: `{due_at}`.
  package enum Placeholder: String, CaseIterable, Sendable {
    /// The object as it stands in the report: `google.com`.
    case object
    /// The object, where it is an identifier, in words: `email address`.
    case identifier
    case dueAt = "due_at"
    case at
    case detail
  }

  /// The sentences that people read, without personal data.
  ///
  /// - Parameter shared: the parameters that have the same value in every rule, by name, as the configuration writes
  ///   them. A message may name any parameter of its rule in braces.
  package func message(for judgement: Judgement, shared: [String: String] = [:]) -> String {
    guard let reason = judgement.reason.flatMap(metadata.reason) else { return metadata.title }
    func filled(_ template: String) -> String {
      Self.filled(template) { name in
        Placeholder(rawValue: name).flatMap { Self.value(of: $0, in: judgement) }
          ?? value(ofParameter: name, shared: shared)
      }
    }
    if judgement.verdict == .pending, let pending = reason.pending { return filled(pending) }
    let text = filled(reason.message)
    switch judgement.verdict {
    case .pending:
      guard let due = judgement.dueAt else { return text + " The deadline has not passed." }
      return text + " The deadline of \(due.readable), has not passed."
    case .manual:
      return text
        + " The person was told how to revoke access by hand, and no record shows that the app held a token."
        + " This counts in place of a revocation."
    case .pass, .fail, .inconclusive: return text
    }
  }

  /// Puts a value in place of each `{name}`, once: what a value itself holds in braces stays.
  private static func filled(_ template: String, _ value: (String) -> String?) -> String {
    guard template.utf8.contains(UInt8(ascii: "{")) else { return template }
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      result += value(String(rest[rest.index(after: open)..<close])) ?? "unknown"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// The value in force of a parameter, in words: `36 hours`. Nil where the rule has none of the name.
  package func value(ofParameter name: String, shared: [String: String]) -> String? {
    guard let parameter = metadata.params.first(where: { $0.name == name }) else { return nil }
    let text = text(of: parameter, shared: shared)
    return parameter.type == "duration" ? TimeSpan(text)?.words ?? text : text
  }

  /// The value in force of a parameter, as the configuration writes it.
  package func text(of parameter: RuleMetadata.Parameter, shared: [String: String]) -> String {
    parameters[parameter.name]?.text ?? shared[parameter.name] ?? parameter.defaultText
  }

  private static func value(of placeholder: Placeholder, in judgement: Judgement) -> String? {
    switch placeholder {
    case .object: judgement.object
    case .identifier: judgement.object.map(identifier)
    case .dueAt: judgement.dueAt?.readable
    case .at: judgement.at?.readable
    case .detail: judgement.detail
    }
  }

  /// The name of an object that is an identifier on an account (the views `link` and `other_identifier`).
  private static func identifier(_ object: String) -> String {
    switch object {
    case "email": return "email address"
    case "phone": return "phone number"
    case "name": return "display name"
    case "initial-email": return "email address used to create the account"
    case "mfa-email": return "email address enrolled as a second factor"
    default:
      let claim = "claim:"
      return object.hasPrefix(claim) ? "custom claim `\(object.dropFirst(claim.count))`" : "`\(object)` credential"
    }
  }
}
