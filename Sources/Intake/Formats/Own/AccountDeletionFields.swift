import Evidence
import Timestamps

enum AccountDeletionFields: OwnFields {
  static let kind = EvidenceKind.accountDeletions
  static let example = #"""
    uid,deleted_at,actor
    u1,2026-10-02T00:00:00Z,person
    """#
  static let columns =
    OwnColumn.subject + [
      OwnColumn("deleted_at", .time, "When the account was removed.", example: "2026-10-02T00:00:00Z"),
      OwnColumn("actor", "Who removed it.", example: "person", isLoose: true),
      OwnColumn(
        "method", .words(of: AccountDeletionMethod.self),
        "Whether it was removed singly or in a batch; a batch does not trigger functions that clean up.",
        example: "single",
        isLoose: true),
    ]
  static let required = [OwnColumn.names, ["deleted_at"]]

  static func score(_ keys: Set<String>) -> Int? {
    // Supabase's table of users has a column of that name too, and so has any table whose rows are kept when they go.
    let isOfAccounts = keys.contains("actor") || keys.contains("method")
    let isOfRows = keys.contains("id") && !keys.isDisjoint(with: creations)
    if keys.contains("aud") || !isOfAccounts && (isOfRows || !keys.isDisjoint(with: contents)) { return nil }
    return OwnColumn.names.contains(where: keys.contains) ? score(keys, all: ["deleted_at"]) : nil
  }

  private static let contents: Set = [
    "body", "content", "filename", "file_name", "price", "amount", "quantity", "post_id", "parent_id", "order_id",
    "purpose",
  ]
  /// Beside an id of their own, rows of any table have them.
  private static let creations: Set = ["created_at", "createdat", "updated_at", "inserted_at", "modified_at"]

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let record = AccountDeletionRecord(
      subject: try fields.requiredSubject(), deletedAt: try fields.requiredTime("deleted_at"),
      actor: try fields.text("actor"), method: try fields.choice("method", AccountDeletionMethod.self),
      detail: fields.detail)
    return (.accountDeletion(record), record.deletedAt.milliseconds)
  }
}
