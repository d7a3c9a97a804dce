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
        "request_id", "The request's id, to which revocations may refer.", example: "r-1"),
      OwnColumn(
        "requested_at", .time, "When the person made the request. Deadlines run from then.",
        example: "2026-10-01T00:00:00Z"),
      OwnColumn(
        "status", .words(of: DeletionStatus.self),
        "The state of the request. A request that is `cancelled` or `denied` is not due.", example: "completed"),
      OwnColumn("completed_at", .time, "When the request was completed.", example: "2026-10-02T00:00:00Z"),
      OwnColumn(
        "regulation", .words(of: Regulation.self), "The law under which the request was made. Its deadline applies.",
        example: "gdpr"),
      OwnColumn(
        "apple_credential", .bool,
        """
        Whether the account had an Apple credential when the person made the request. If `true`, a revocation is due \
        even for an account that no export shows.
        """, example: "true"),
      OwnColumn(
        "user_directed_to_manual_revocation", .bool,
        """
        Whether the person was told how to revoke access in the settings of their Apple Account. It counts only where \
        no token was held; the verdict is then `manual`.
        """, example: "true"),
    ]
  static let required = [OwnColumn.names, ["request_id"], ["requested_at"]]

  static func score(_ keys: Set<String>) -> Int? { score(keys, all: ["request_id", "requested_at"]) }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let completedAt = try fields.time("completed_at")
    let record = DeletionRecord(
      subject: try fields.requiredSubject(), requestID: try fields.requiredText("request_id"),
      requestedAt: try fields.requiredTime("requested_at"),
      status: try fields.choice("status", DeletionStatus.self) ?? completedAt.map { _ in .completed },
      completedAt: completedAt, regulation: try fields.choice("regulation", Regulation.self),
      hasAppleCredential: try fields.bool("apple_credential"),
      isDirectedToManualRevocation: try fields.bool("user_directed_to_manual_revocation") ?? false,
      detail: fields.detail)
    return (.deletion(record), record.requestedAt?.milliseconds)
  }
}
