import Evidence
import Timestamps

enum DeletionFields: OwnFields {
  static let kind = EvidenceKind.deletions
  static let example = #"""
    uid,request_id,requested_at,status,regulation
    u1,r-1,2026-10-01T00:00:00Z,completed,gdpr
    """#
  static let columns =
    FieldSet.subjectColumns + [
      "request_id", "requested_at", "status", "completed_at", "regulation", "apple_credential",
      "user_directed_to_manual_revocation",
    ]
  static let required = [["uid", "email", "phone", "apple_sub", "email_sha256"], ["request_id"], ["requested_at"]]

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
