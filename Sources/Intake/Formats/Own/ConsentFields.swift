import Evidence
import Timestamps

enum ConsentFields: OwnFields {
  static let kind = EvidenceKind.consents
  static let example = #"""
    uid,purpose,given_at,explicit,method,policy_version
    u1,link:phone,2026-01-02T03:04:06Z,true,dialog,3
    """#
  static let columns =
    OwnColumn.subject + [
      OwnColumn(
        "purpose",
        "What the person agreed to. `link:phone` is known; `consent.purposes` says what your own words mean.",
        example: "link:phone"),
      OwnColumn("given_at", .time, "When the person agreed, or said no.", example: "2026-01-02T03:04:06Z"),
      OwnColumn(
        "consent_id",
        """
        The record's id where it was made. Of one person's records with the same id the newest counts; without ids \
        each is a consent of its own.
        """, example: "c-17"),
      OwnColumn(
        "state", .words(of: ConsentState.self),
        """
        What the person decided; `given` where it is left out. `given` and `renewed` cover a link. `requested` is a \
        question that has no answer, `unknown` an answer that nobody kept.
        """, example: "refused"),
      OwnColumn(
        "withdrawn_at", .time, "When the person took the consent back: from then on it does not hold.",
        example: "2026-06-01T00:00:00Z"),
      OwnColumn("expires_at", .end, "From when on the consent does not hold.", example: "2028-01-02T00:00:00Z"),
      OwnColumn(
        "explicit", .bool,
        """
        Whether the person did something to agree, such as to press a button that says so. Left out, \
        `consent.explicit` decides whether the record covers.
        """, example: "true"),
      OwnColumn(
        "method", "How the person was asked. A record without it is noted as incomplete.", example: "dialog",
        isLoose: true),
      OwnColumn(
        "policy_version", "Which text the person saw. A record without it is noted as incomplete.", example: "3",
        isLoose: true),
      OwnColumn(
        "identifier",
        """
        The address, number or id that the consent names. It then covers a link of this value only; without it, of any.
        """, example: "+15550101"),
    ]
  static let required = [OwnColumn.names, ["purpose"], ["given_at"]]

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
