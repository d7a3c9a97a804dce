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
        "What the person agreed to. Purposes such as `link:phone` are known; map your own under `consent.purposes`.",
        example: "link:phone"),
      OwnColumn("given_at", .time, "When the person agreed or refused.", example: "2026-01-02T03:04:06Z"),
      OwnColumn(
        "consent_id",
        """
        The record's id in the system that made it. Of a person's records with the same id, the newest counts; a \
        record without an id is a consent of its own.
        """, example: "c-17"),
      OwnColumn(
        "state", .words(of: ConsentState.self),
        """
        What the person decided; `given` if omitted. Only `given` and `renewed` cover a link. `requested` means that \
        the person has not answered, `unknown` that the answer was not kept.
        """, example: "refused"),
      OwnColumn(
        "withdrawn_at", .time, "When the person withdrew the consent. It is not in force from then on.",
        example: "2026-06-01T00:00:00Z"),
      OwnColumn("expires_at", .end, "When the consent expires.", example: "2028-01-02T00:00:00Z"),
      OwnColumn(
        "explicit", .bool,
        """
        Whether the person took an action to agree, such as pressing a button that says so. If omitted, \
        `consent.explicit` decides whether the record covers a link.
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
        The address, number or id that the consent names. It then covers a link of this value only; if omitted, of \
        any value.
        """, example: "+15550101"),
    ]
  static let required = [OwnColumn.names, ["purpose"], ["given_at"]]

  static func score(_ keys: Set<String>) -> Int? { score(keys, all: ["purpose", "given_at"]) }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let record = ConsentRecord(
      subject: try fields.requiredSubject(), purpose: try purpose(try fields.requiredText("purpose")),
      givenAt: try fields.requiredTime("given_at"), consentID: try fields.text("consent_id"),
      state: try fields.choice("state", ConsentState.self) ?? .given, withdrawnAt: try fields.time("withdrawn_at"),
      expiresAt: try fields.end("expires_at"), isExplicit: try fields.bool("explicit"),
      method: try fields.text("method"), policyVersion: try fields.text("policy_version"),
      identifier: try fields.number("identifier").flatMap { TellingWords.isNo($0) ? nil : $0 }, detail: fields.detail)
    return (.consent(record), record.givenAt.milliseconds)
  }

  /// A purpose, or a list of purposes. The fields of an object may be of what was refused.
  private static func purpose(_ text: String) throws(RecordRejection) -> String {
    let list = text.drop(while: \.isWhitespace)
    if let first = list.first, "{[".contains(first),
      list.dropFirst().contains(where: { "{[=".contains($0) }) || list.contains(/["']\s*:|:\s/)
    {
      throw RecordRejection(
        """
        `purpose` holds an object; say under `columns` which of its fields lists what the person agreed to, such as \
        `purposes.enabled`
        """)
    }
    return text.lowercased()
  }
}
