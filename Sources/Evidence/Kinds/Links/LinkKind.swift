import Storage

/// Events in which an identifier was joined to an account or taken off it.
enum LinkKind: KindDefinition {
  static let kind = EvidenceKind.links
  static let record: (any KindRecord.Type)? = LinkRecord.self
  static let tables = [LinkWriter.data, rows]
  static let views = [view, eventView]
  static let isInLogs = true
  static let meaningOfAbsence: String? =
    "When an identifier was linked is known only from the creation times of accounts and from earlier audits."

  static let summary: RecordSummary? = RecordSummary("linked_at, action, provider", from: LinkWriter.data, time: "on") {
    row, time in
    "\(row.text(1)) of \(row.text(2))\(time)"
  }

  /// The links of Apple accounts, with their times; `LinkBuilder` fills it.
  static let rows = RunTable(
    "evidence.link_row",
    [
      "link INTEGER PRIMARY KEY", "account INTEGER NOT NULL", "kind TEXT NOT NULL", "object TEXT NOT NULL",
      "discriminator TEXT", "identifier TEXT", "other_identifier TEXT", "linked_from INTEGER", "linked_to INTEGER",
      "basis TEXT NOT NULL", "ref INTEGER NOT NULL", "event_ref INTEGER", "anonymity TEXT NOT NULL",
    ])

  private static let view = PublicView(
    "link",
    """
    Identifiers on present Apple accounts other than Apple's own (docs/contract.md, section 6.1). Where \
    `anonymity` is `anonymized`, the account is an anonymized one.
    """,
    [
      .init("link", "integer", "The link's number within the run."),
      .init("account", "integer", "Account."),
      .init("kind", "text", "`email`, `phone` or `social`."),
      .init("object", "text", "`email`, `phone`, or the provider id."),
      .init(
        "discriminator", "text?", "Distinguishes several links of one account with the same object; null for the first."
      ),
      .init(
        "identifier", "text?",
        "The linked value, normalised: email, phone number, or the provider's id of the person."),
      .init("other_identifier", "text?", "For a social credential its email: a second name of the same link."),
      .init("linked_from", "integer?", "The link was made at this time or later …"),
      .init(
        "linked_to", "integer?", "… and not after this; equal to `linked_from` where a link event gives the time."),
      .init(
        "basis", "text",
        """
        `link-event`, `apple-link-event`, `snapshots`, `creation` (not before creation, not after capture) or \
        `unknown`.
        """
      ),
      .init("ref", "integer", "The account's record."),
      .init("event_ref", "integer?", "The link event that gives the time."),
      .init(
        "anonymity", "text",
        """
        The account's anonymity: `anonymized`; `unknown` where an Apple credential comes without any address; `none` \
        where Apple hides no address.
        """
      ),
    ],
    from: rows.name)

  private static let eventView = PublicView(
    "link_event", "Logged links and unlinks of any account and any provider.",
    [
      .init("account", "integer", "Account.", "e.account"),
      .init("provider", "text", "`apple.com`, `google.com`, `phone`, …", "d.provider"),
      .init("at", "integer", "When.", "d.linked_at"),
      .init("action", "text", "`link` or `unlink`.", "d.action"),
      .init("by_uid", "integer", "1 if the record names the uid.", RunTables.namesUID("d")),
      .init("ref", "integer", "Its record.", "d.ref"),
    ],
    from: "\(LinkWriter.data.name) d JOIN evidence.evidence_account e ON e.ref = d.ref")
}

extension EvidenceKind {
  package static let links = EvidenceKind("links", LinkKind.self)
}
