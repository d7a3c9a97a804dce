import Storage

/// Acts of deleting an account.
enum AccountDeletionKind: KindDefinition {
  static let kind = EvidenceKind.accountDeletions
  static let record: (any KindRecord.Type)? = AccountDeletionRecord.self
  static let tables = [AccountDeletionWriter.data]
  static let views = [view]
  static let isInLogs = true
  static let meaningOfAbsence: String? = "When an account was deleted is known only from its absence from the exports."

  static let summary: RecordSummary? = RecordSummary(
    "deleted_at, method", from: AccountDeletionWriter.data, time: "on"
  ) { row, time in
    "account deleted\(row.optionalText(1) == "batch" ? " in a batch" : "")\(time)"
  }

  private static let view = PublicView(
    "account_deletion", "Acts of deleting an account.",
    [
      .init("account", "integer", "Account."),
      .init("deleted_at", "integer", "When."),
      .init("actor", "text?", "By whom."),
      .init("method", "text?", "`single`, or `batch` where one call deletes many accounts."),
      .init("ref", "integer", "Its record.", "d.ref"),
    ],
    from: "\(AccountDeletionWriter.data.name) d JOIN evidence.evidence_account e ON e.ref = d.ref")
}

extension EvidenceKind {
  package static let accountDeletions = EvidenceKind("account-deletions", AccountDeletionKind.self)
}
