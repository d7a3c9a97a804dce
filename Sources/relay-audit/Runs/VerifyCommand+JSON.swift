import History
import Run
import Timestamps

extension VerifyCommand {
  /// What `verify --json` prints. Every key is always there.
  struct Printed: Encodable {
    let verification: Verification

    enum CodingKeys: String, CodingKey {
      case holds, problems, notes, entries, runs, head
      case signOffs = "sign_offs"
      case report
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(verification.holds, forKey: .holds)
      try container.encode(verification.problems, forKey: .problems)
      try container.encode(verification.notes, forKey: .notes)
      try container.encode(verification.entries, forKey: .entries)
      try container.encode(verification.runs, forKey: .runs)
      try container.encode(verification.head?.description, forKey: .head)
      try container.encode(verification.signOffs.map(SignOff.init), forKey: .signOffs)
      try container.encode(verification.report.map(Report.init), forKey: .report)
    }
  }

  private struct SignOff: Encodable {
    let check: SignOffCheck

    enum CodingKeys: String, CodingKey {
      case run, at, name, signed, principal
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(check.run, forKey: .run)
      try container.encode(check.at.rfc3339, forKey: .at)
      try container.encode(check.name, forKey: .name)
      try container.encode(check.isSigned, forKey: .signed)
      try container.encode(check.principal, forKey: .principal)
    }
  }

  /// The run that the file of `--report` is a report of.
  private struct Report: Encodable {
    let run: Int64
    let id: String
    let file: String
    let isBeforeRedaction: Bool

    enum CodingKeys: String, CodingKey {
      case run, id, file
      case isBeforeRedaction = "before_redaction"
    }

    init(_ identity: ReportIdentity) {
      run = identity.run.number
      id = identity.run.id
      file = identity.name
      isBeforeRedaction = identity.isBeforeRedaction
    }
  }
}
