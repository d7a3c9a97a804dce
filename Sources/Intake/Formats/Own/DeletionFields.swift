import Evidence
import Timestamps

enum DeletionFields: OwnFields {
  static let kind = EvidenceKind.deletions
  static let example = #"""
    uid,request_id,requested_at,status,regulation
    u1,r-1,2026-10-01T00:00:00Z,completed,gdpr
    """#
  static let columns =
    OwnColumn.subject + [
      OwnColumn(
        "request_id", "The request's id, by which revocations may name it.", example: "r-1"),
      OwnColumn(
        "requested_at", .time, "When the person asked: deadlines run from then.", example: "2026-10-01T00:00:00Z"),
      OwnColumn(
        "status", .words(of: DeletionStatus.self),
        "How far the request is. One that is `cancelled` or `denied` is not due.", example: "completed"),
      OwnColumn("completed_at", .time, "When the request was done.", example: "2026-10-02T00:00:00Z"),
      OwnColumn(
        "regulation", .words(of: Regulation.self), "The law that the request rests on, whose deadline then counts.",
        example: "gdpr"),
      OwnColumn(
        "apple_credential", .bool,
        """
        Whether the account signed in with Apple when the person asked. It makes a revocation due for an account that \
        no export shows.
        """, example: "true"),
      OwnColumn(
        "user_directed_to_manual_revocation", .bool,
        """
        Whether the person was told how to revoke by hand, in the settings of their Apple Account. It counts where no \
        token was held: the verdict is `manual`.
        """, example: "true"),
    ]
  static let required = [OwnColumn.names, ["request_id"], ["requested_at"]]

  static func score(_ keys: Set<String>) -> Int? { score(keys, all: ["request_id", "requested_at"]) }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let record = DeletionRecord(
      subject: try fields.requiredSubject(), requestID: try fields.requiredText("request_id"),
      requestedAt: try fields.requiredTime("requested_at"), status: try fields.choice("status", DeletionStatus.self),
      completedAt: try fields.time("completed_at"), regulation: try fields.choice("regulation", Regulation.self),
      hasAppleCredential: try fields.bool("apple_credential"),
      isDirectedToManualRevocation: try fields.bool("user_directed_to_manual_revocation") ?? false,
      detail: fields.detail)
    return (.deletion(record), record.requestedAt?.milliseconds)
  }
}
