/// What identifies the person of an anonymized account besides links: names, claims and further addresses. They need
/// the log of links for their times, so they are complete later than the accounts.
enum OtherIdentifiers {
  static let rows = RunTable(
    "evidence.other_identifier_row",
    [
      "account INTEGER NOT NULL", "object TEXT NOT NULL", "discriminator TEXT", "identifier TEXT NOT NULL",
      "linked_from INTEGER", "linked_to INTEGER", "basis TEXT NOT NULL", "ref INTEGER NOT NULL", "event_ref INTEGER",
    ])

  static let view = PublicView(
    "other_identifier",
    """
    What identifies the person of a present anonymized account besides its links (docs/contract.md, section 6.1). \
    Apple's own address and names that identify nobody are left out, and so is what is judged as a link.
    """,
    [
      .init("account", "integer", "Account."),
      .init("object", "text", "`name`, `initial-email`, `mfa-email`, or `claim:` and the claim's name."),
      .init("discriminator", "text?", "Distinguishes several of one account with the same object; null for the first."),
      .init("identifier", "text", "The name, address or number, normalised."),
      .init("linked_from", "integer?", "It came to the account at this time or later …"),
      .init("linked_to", "integer?", "… and not after this."),
      .init("basis", "text", "As in `link`."),
      .init("ref", "integer", "The account's record."),
      .init("event_ref", "integer?", "The event that linked Apple's credential, where that gives the time."),
    ],
    from: rows.name)
}

/// Credentials that were on an account and are no more.
enum UnlinkedCredentials {
  static let rows = RunTable(
    "evidence.unlinked_row",
    [
      "account INTEGER NOT NULL", "provider TEXT NOT NULL", "email TEXT", "phone TEXT", "unlinked_from INTEGER",
      "unlinked_to INTEGER NOT NULL", "basis TEXT NOT NULL", "ref INTEGER NOT NULL", "event_ref INTEGER",
    ])

  static let view = PublicView(
    "unlinked_credential",
    "Credentials unlinked from present accounts, by the log of links, or because exports no longer show them.",
    [
      .init("account", "integer", "Account."),
      .init("provider", "text", "`apple.com`, `google.com`, `phone`, `password`, …"),
      .init("email", "text?", "The credential's email; null if it had none, or it is unknown."),
      .init("phone", "text?", "The credential's phone number; null likewise."),
      .init("unlinked_from", "integer?", "It was unlinked at this time or later …"),
      .init("unlinked_to", "integer", "… and not after this; equal to `unlinked_from` if an event gives the time."),
      .init("basis", "text", "`unlink-event` or `snapshots`."),
      .init("ref", "integer", "The account's record."),
      .init("event_ref", "integer?", "The event that gives the time."),
    ],
    from: rows.name)
}
