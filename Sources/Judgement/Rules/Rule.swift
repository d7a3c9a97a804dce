package import Evidence
package import Timestamps
package import Vocabulary

/// One rule: its metadata, and the query that judges a population of subjects.
package struct Rule: Sendable {
  /// `family/name`, which is the path of its file.
  package var id: String
  package var metadata: RuleMetadata
  /// The severity in force; the configuration may have changed the metadata's.
  package var severity: Severity
  package var sql: RuleSQL
  /// The file as it stands, for showing and hashing.
  package var text: String
  /// Where it comes from: `built in`, or the path of a user's file.
  package var origin: String
  /// Parameters that the configuration sets for this rule alone, by name.
  package var parameters: [String: Setting] = [:]
  /// The line of the file on which the query starts, from 1.
  package var firstQueryLine: Int

  init(
    id: String, metadata: RuleMetadata, sql: RuleSQL, text: String, origin: String, firstQueryLine: Int
  ) {
    self.id = id
    self.metadata = metadata
    severity = metadata.severity
    self.sql = sql
    self.text = text
    self.origin = origin
    self.firstQueryLine = firstQueryLine
  }

  package struct Setting: Sendable {
    package var text: String
    package var value: RuleValue
  }

  package var isBuiltIn: Bool { origin == RuleFile.builtIn }

  /// The path of its file, as messages name it.
  package var file: String { isBuiltIn ? "rules/\(id).sql" : origin }
}

package struct RuleMetadata: Sendable {
  package struct Reason: Sendable {
    /// Full sentences; the values of placeholders are filled in (`Rule.message`).
    package var message: String
    /// What stands in place of `message` while the deadline has not passed; nil where `message` holds then too.
    package var pending: String? = nil
    package var remediation: String
    /// Kinds of evidence in which nothing of the person was found: the finding tells what was searched.
    package var absent: [EvidenceKind] = []
    /// Further kinds of evidence of which one more record of the person might have cleared the finding: an attempt that
    /// came off beside those that failed.
    package var lacks: [EvidenceKind] = []
    /// Kinds of evidence without whose sources, or without newer or whole ones, the subject cannot be judged.
    package var missing: [EvidenceKind] = []

    /// The kinds on the absence of whose records a `fail` with this reason rests.
    var restsOnAbsenceOf: [EvidenceKind] { absent + lacks }
  }

  /// What a rule may rest on in place of others.
  package enum Alternative: Hashable, Sendable {
    case kind(EvidenceKind)
    /// Accounts of an earlier run.
    case history

    package var name: String {
      switch self {
      case .kind(let kind): kind.rawValue
      case .history: "history"
      }
    }
  }

  package struct Reference: Sendable {
    package var url: String
    package var says: String
    /// The day on which it was read: `2026-10-30`.
    package var read: String
  }

  package struct Parameter: Sendable {
    package var name: String
    package var type: String
    /// As written: `72h`.
    package var defaultText: String
    package var defaultValue: RuleValue
    /// What it means, in one sentence; nil where the rule does not say.
    package var meaning: String?

    /// Nil for a text that is none of the type, or a type that does not exist.
    package static func value(_ text: String, type: String) -> RuleValue? {
      switch type {
      case "duration": TimeSpan(text).map { .integer($0.milliseconds) }
      case "integer": Int64(text).map(RuleValue.integer)
      case "share": RuleValue(share: text)
      case "text": .text(text)
      default: nil
      }
    }
  }

  /// The good state, in one sentence.
  package var title: String
  package var severity: Severity
  package var needs: [EvidenceKind]
  /// Alternatives of which the rule needs at least one; empty if it has none.
  package var needsAny: [Alternative]
  package var uses: [EvidenceKind]
  /// Of these kinds, no file that was read before the subject's time (`at`) has a record that could clear a finding.
  package var since: [EvidenceKind]
  /// Whether it judges this run's records alone, whatever is remembered.
  package var isOfThisRunAlone: Bool
  /// What verdicts about the whole rest on, where people are judged in parts; nil where the rule declares nothing.
  package var witnesses: RuleWitnesses?
  package var rationale: String
  package var reasons: [String: Reason]
  package var sources: [Reference]
  package var frameworks: [String]
  package var params: [Parameter]
  /// A subject is judged by the rule if its time is not before this …
  package var effectiveFrom: Timestamp?
  /// … and before this.
  package var effectiveUntil: Timestamp?
}

extension RuleMetadata {
  /// The kinds that its verdicts may rest on.
  package var judgedBy: Set<EvidenceKind> {
    let alternatives = needsAny.compactMap { alternative in
      if case .kind(let kind) = alternative { kind } else { nil }
    }
    return Set(needs + alternatives + uses)
  }

  /// When the rule is in force, in words; nil for always.
  package var period: String? {
    let parts = [
      effectiveFrom.map { "from \($0.readable)" }, effectiveUntil.map { "until \($0.readable)" },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  func isInForce(at time: Timestamp) -> Bool {
    effectiveFrom.map { $0 <= time } ?? true && effectiveUntil.map { time < $0 } ?? true
  }
}

extension Rule {
  /// The same rule with parameters of its own, by name.
  ///
  /// - Throws: `RuleError` for a parameter that it does not have, or a value of another type.
  package func with(_ values: [String: String]) throws -> Rule {
    var rule = self
    for (name, text) in values.sorted(by: { $0.key < $1.key }) {
      guard let parameter = metadata.params.first(where: { $0.name == name }) else {
        let known = metadata.params.map(\.name).joined(separator: ", ")
        throw RuleError(
          file: id, line: nil,
          problem:
            "`rules.params` sets `\(name)` of \(id), which has \(known.isEmpty ? "no parameters" : "only \(known)")")
      }
      guard let value = RuleMetadata.Parameter.value(text, type: parameter.type) else {
        throw RuleError(
          file: id, line: nil,
          problem: "`rules.params` sets `\(name)` of \(id) to `\(text)`, which is no \(parameter.type)")
      }
      rule.parameters[name] = Setting(text: text, value: value)
    }
    return rule
  }
}
