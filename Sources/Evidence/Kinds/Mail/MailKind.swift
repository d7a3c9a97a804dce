import Storage
import Timestamps

/// Mail to relay addresses, and what became of it.
enum MailKind: KindDefinition {
  static let kind = EvidenceKind.mail
  static let record: (any KindRecord.Type)? = MailRecord.self
  static let tables = [MailWriter.data]
  static let views = [view]
  static let meaningOfAbsence: String? =
    "Whether mail to relay addresses arrives, and comes from registered senders, is unknown."

  static let summary: RecordSummary? = RecordSummary("at, outcome, reply", from: MailWriter.data, time: "of") {
    row, time in
    let result = row.optionalText(1) ?? row.optionalText(2)
    return "mail\(time)\(result.map { ": \($0)" } ?? "")"
  }

  private static let view = PublicView(
    "mail", "Mail to relay addresses; that to others is `other_activity`.",
    [
      .init("account", "integer?", "Account of the recipient, where one is known."),
      .init("recipient", "text", "The relay address."),
      .init("sender", "text?", "The sender's address, where the log names it."),
      .init("sender_domain", "text?", "Its host.", "substr(m.sender, instr(m.sender, '@') + 1)"),
      .init("at", "integer", "When."),
      .init("day", "integer", "The beginning of its day in UTC.", "m.at - m.at % \(TimeSpan.day.milliseconds)"),
      .init("outcome", "text?", "`delivered`, `bounced` or `dropped`."),
      .init("reply", "text?", "The reply of the receiving server, in lower case."),
      .init("message_id", "text?", "The mail's own id."),
      .init(
        "remembered", "integer", "1 if an earlier run read it, and no source of this run shows it.",
        RunTables.isRemembered("m.ref")),
      .init("ref", "integer", "The record.", "m.ref"),
    ],
    from: "\(MailWriter.data.name) m LEFT JOIN evidence.evidence_account e ON e.ref = m.ref")
}

extension EvidenceKind {
  package static let mail = EvidenceKind("mail", MailKind.self)
}
