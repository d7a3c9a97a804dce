import Evidence
import Timestamps

enum LinkFields: OwnFields {
  static let kind = EvidenceKind.links
  static let example = #"""
    uid,provider,linked_at,action
    u1,google.com,2026-03-02T03:04:05Z,link
    """#
  static let columns =
    OwnColumn.subject + [
      OwnColumn(
        "provider",
        """
        What was linked: a provider's id, `phone`, `email` or `password`. `google`, `facebook` and the like are known.
        """,
        example: "google.com"),
      OwnColumn("linked_at", .time, "When it was linked or unlinked.", example: "2026-03-02T03:04:05Z"),
      OwnColumn("identifier", "The address, number or id that was linked.", example: "+15550101"),
      OwnColumn(
        "action", .words(of: LinkAction.self), "What happened; `link` if omitted.",
        example: "link"),
      OwnColumn("actor", "Who made the change.", example: "person", isLoose: true),
    ]
  static let required = [OwnColumn.names, ["provider"], ["linked_at"]]

  static func score(_ keys: Set<String>) -> Int? { score(keys, all: ["provider", "linked_at"]) }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let record = LinkRecord(
      subject: try fields.requiredSubject(), provider: provider(try fields.requiredText("provider").lowercased()),
      linkedAt: try fields.requiredTime("linked_at"), identifier: try fields.number("identifier"),
      action: try fields.choice("action", LinkAction.self) ?? .link, actor: try fields.text("actor"),
      detail: fields.detail)
    return (.link(record), record.linkedAt.milliseconds)
  }

  /// The audit's name of what is called `google` or `sms` there.
  private static func provider(_ name: String) -> String {
    ProviderNames.known(name) ?? (ProviderNames.isApple(name) ? "apple.com" : name)
  }
}
