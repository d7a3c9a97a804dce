package import Evidence
import Timestamps

/// One rule: its metadata, and the query that judges a population of subjects.
package struct Rule: Sendable {
  /// `family/name`, which is the path of its file.
  package var id: String
  package var metadata: RuleMetadata
  /// The severity in force; the configuration may have changed the metadata's.
  package var severity: Severity
  package var sql: String
  /// The file as it stands, for showing and hashing.
  package var text: String
  /// Where it comes from: `built in`, or the path of a user's file.
  package var origin: String
  /// The line of the file on which the query starts, from 1.
  package var firstQueryLine: Int

  package var isBuiltIn: Bool { origin == RuleFile.builtIn }
}

package struct RuleMetadata: Sendable {
  package struct Reason: Sendable {
    /// A full sentence; `{object}`, `{due_at}`, `{at}` and `{detail}` are filled in.
    package var message: String
    package var remediation: String
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
  }

  /// The good state, in one sentence.
  package var title: String
  package var severity: Severity
  package var needs: [EvidenceKind]
  package var uses: [EvidenceKind]
  package var rationale: String
  package var reasons: [String: Reason]
  package var sources: [Reference]
  package var frameworks: [String]
  package var params: [Parameter]
}

extension Rule {
  /// The sentence that people read, without personal data.
  package func message(for judgement: Judgement) -> String {
    guard let reason = judgement.reason, let template = metadata.reasons[reason]?.message else { return metadata.title }
    let text = Self.filled(template) { name in
      switch name {
      case "object": judgement.object
      case "due_at": judgement.dueAt?.rfc3339
      case "at": judgement.at?.rfc3339
      case "detail": judgement.detail
      default: nil
      }
    }
    switch judgement.verdict {
    case .pending: return text + " It is due by \(judgement.dueAt?.rfc3339 ?? "a later time") and can still be put right."
    case .manual: return text + " No token was held and the person was told to revoke by hand, which is accepted."
    default: return text
    }
  }

  /// Puts a value in place of each `{name}`, once: what a value itself holds in braces stays.
  private static func filled(_ template: String, _ value: (Substring) -> String?) -> String {
    guard template.utf8.contains(UInt8(ascii: "{")) else { return template }
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      result += value(rest[rest.index(after: open)..<close]) ?? "unknown"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
