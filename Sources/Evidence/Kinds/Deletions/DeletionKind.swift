import Storage

/// Requests to have an account deleted.
enum DeletionKind: KindDefinition {
  static let kind = EvidenceKind.deletions
  static let record: (any KindRecord.Type)? = DeletionRecord.self
  static let tables = [DeletionWriter.data, rows]
  static let views = [view]
  static let meaningOfAbsence: String? =
    "Whether anybody requested deletion is unknown, so no deletion was judged."

  static let summary: RecordSummary? = RecordSummary(
    "coalesce(requested_at, completed_at), request_id, status", from: DeletionWriter.data, time: "of"
  ) { row, time in
    // An id that is made of a person's address or number is left out.
    let id = row.text(1)
    let isPlain = !id.contains("@") && !id.hasPrefix("+") && !(id.count >= 7 && id.allSatisfy { $0.isNumber })
    return "deletion request\(isPlain ? " \(id)" : "")\(time)\(row.optionalText(2).map { ", status \($0)" } ?? "")"
  }

  /// One row for each person and request, its states joined; `DeletionBuilder` fills it.
  static let rows = RunTable(
    "evidence.deletion_row",
    [
      "account INTEGER NOT NULL", "request_id TEXT NOT NULL", "obligation TEXT NOT NULL",
      "is_obligation INTEGER NOT NULL", "requested_at INTEGER NOT NULL", "status TEXT", "due INTEGER NOT NULL",
      "completed_at INTEGER", "completed_from INTEGER", "regulation TEXT", "deadline_at INTEGER", "apple TEXT NOT NULL",
      "manual INTEGER NOT NULL", "until_at INTEGER", "ref INTEGER NOT NULL",
    ])

  private static let view = PublicView(
    "deletion_request", "Deletion requests, one row for each person (account) and request.",
    [
      .init("account", "integer", "Account; a person whom no export shows has one with `known` = 0."),
      .init("request_id", "text", "Request."),
      .init(
        "obligation", "text",
        """
        The id of the first of the account's due requests that form one obligation. A request made after the others \
        were completed, or for a new account under the same uid, begins another obligation.
        """
      ),
      .init("is_obligation", "integer", "1 on the row that represents the obligation."),
      .init("requested_at", "integer", "When it was made."),
      .init(
        "status", "text?",
        "`pending`, `in_progress`, `completed`, `cancelled`, `denied`; the last one, or that of its obligation."),
      .init("due", "integer", "0 if cancelled or denied."),
      .init(
        "completed_at", "integer?",
        "When it was completed; null where it was not, whatever its record says, or where nothing says when."),
      .init(
        "completed_from", "integer?",
        "The earliest time at which it can have been completed; null where it was not."),
      .init("regulation", "text?", "`gdpr`, `ccpa` or `none`."),
      .init(
        "deadline_at", "integer?",
        "The regulation's deadline: one calendar month for `gdpr`, 45 days for `ccpa`."),
      .init(
        "apple", "text",
        """
        Whether the person had an Apple credential, by export, history, request or notification: `yes`, `no`, \
        `unknown`.
        """
      ),
      .init("manual", "integer", "1 if the person was told to revoke access by hand."),
      .init(
        "until_at", "integer?",
        """
        When the obligation stops covering what happens on the account: at the next obligation's request, or at the \
        creation of another account under the same uid.
        """
      ),
      .init("ref", "integer", "Its record."),
    ],
    from: rows.name)
}

extension EvidenceKind {
  package static let deletions = EvidenceKind("deletions", DeletionKind.self)
}
