import Evidence
import Timestamps

enum LinkFields: OwnFields {
  static let kind = EvidenceKind.links
  static let example = #"""
    uid,provider,linked_at,action
    u1,google.com,2026-03-02T03:04:05Z,link
    """#
  static let columns = FieldSet.subjectColumns + ["provider", "linked_at", "identifier", "action", "actor"]
  static let required = [["uid", "email", "phone", "apple_sub", "email_sha256"], ["provider"], ["linked_at"]]

  static func score(_ keys: Set<String>) -> Int? { score(keys, all: ["provider", "linked_at"]) }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let record = LinkRecord(
      subject: try fields.requiredSubject(), provider: try fields.requiredText("provider").lowercased(),
      linkedAt: try fields.requiredTime("linked_at"), identifier: try fields.text("identifier"),
      action: try fields.choice("action", LinkAction.self) ?? .link, actor: try fields.text("actor"),
      detail: fields.detail)
    return (.link(record), record.linkedAt.milliseconds)
  }
}
