package import Evidence
import Storage
package import Timestamps
package import Vocabulary

/// One row of a rule's result: one subject, judged.
package struct Judgement: Hashable, Sendable {
  package var account: Int64?
  /// Names of the subject where there is no account.
  package var subject: Subject
  package var object: String?
  /// Tells apart findings with one subject and one object.
  package var discriminator: String?
  package var verdict: Verdict
  package var reason: String?
  package var dueAt: Timestamp?
  package var at: Timestamp?
  /// A text without personal data for the message.
  package var detail: String?
  package var evidence: [Place]

  static let columns = [
    "account", "subject_tenant", "subject_uid", "subject_email", "subject_sub", "object", "discriminator", "verdict",
    "reason", "due_at", "at", "detail", "evidence_1", "evidence_2", "evidence_3", "evidence_4",
  ]
  static let accountColumn = 0
  private static let nameColumns = 2...4
  static let verdictColumn = 7
  static let atColumn = 10
  static let requiredColumns: Set = ["account", "object", "verdict", "reason", "due_at", "at"]
}

extension Judgement {
  /// Whether the row names neither an account nor a person.
  static func isAboutNobody(_ row: RestrictedRow) -> Bool {
    row[accountColumn].integer == nil && nameColumns.allSatisfy { row[$0].text == nil }
  }

  /// The same subject, of whom nobody can tell.
  ///
  /// - Parameter detail: why.
  func inconclusive(_ reason: String, _ detail: String) -> Judgement {
    var judgement = self
    judgement.verdict = .inconclusive
    judgement.reason = reason
    judgement.detail = detail
    return judgement
  }

  /// - Throws: `RuleFailure` for a verdict that does not exist, or a verdict other than `pass` without a reason.
  init(row: RestrictedRow) throws {
    account = row[0].integer
    subject = Subject(
      tenant: row[1].text, uid: row[2].text, email: row[3].text, appleSub: row[4].text)
    object = row[5].text
    discriminator = row[6].text
    guard let verdict = row[Self.verdictColumn].text.flatMap(Verdict.init) else {
      throw RuleFailure("its verdict is not one of \(Verdict.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.verdict = verdict
    reason = row[8].text
    guard verdict == .pass || reason != nil else { throw RuleFailure("a `\(verdict.rawValue)` lacks its reason") }
    dueAt = row[9].integer.map(Timestamp.init(milliseconds:))
    at = row[10].integer.map(Timestamp.init(milliseconds:))
    detail = row[11].text
    evidence = (12...15).compactMap { row[$0].integer.map(Place.init(ref:)) }
  }
}
