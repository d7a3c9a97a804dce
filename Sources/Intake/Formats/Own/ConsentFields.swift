import Evidence
import Timestamps

enum ConsentFields: OwnFields {
  static let kind = EvidenceKind.consents
  static let example = #"""
    uid,purpose,given_at,explicit,method,policy_version
    u1,link:phone,2026-01-02T03:04:06Z,true,dialog,3
    """#
  static let columns =
    FieldSet.subjectColumns + [
      "purpose", "given_at", "consent_id", "state", "withdrawn_at", "expires_at", "explicit", "method",
      "policy_version",
      "identifier",
    ]
  static let required = [["uid", "email", "phone", "apple_sub", "email_sha256"], ["purpose"], ["given_at"]]

  static func score(_ keys: Set<String>) -> Int? { score(keys, all: ["purpose", "given_at"]) }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let record = ConsentRecord(
      subject: try fields.requiredSubject(), purpose: try fields.requiredText("purpose").lowercased(),
      givenAt: try fields.requiredTime("given_at"), consentID: try fields.text("consent_id"),
      state: try fields.choice("state", ConsentState.self) ?? .given, withdrawnAt: try fields.time("withdrawn_at"),
      expiresAt: try fields.end("expires_at"), isExplicit: try fields.bool("explicit"),
      method: try fields.text("method"), policyVersion: try fields.text("policy_version"),
      identifier: try fields.text("identifier"), detail: fields.detail)
    return (.consent(record), record.givenAt.milliseconds)
  }
}
