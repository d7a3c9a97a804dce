/// The views of accounts. They read the accounts file alone, so they can be queried while the evidence file is written.
enum AccountViews {
  static let account = PublicView(
    "account",
    "Accounts in scope: those of this run's exports and of earlier runs, and persons known only from other evidence.",
    [
      .init("account", "integer", "The account's number; stable within one store."),
      .init("tenant", "text?", "Tenant, if the project has tenants."),
      .init("uid", "text?", "Null only for a person known from evidence without a uid."),
      .init("email", "text?", "Top-level email."),
      .init(
        "email_class", "text?",
        "The kind of the email's host: `relay`, `look-alike`, `placeholder` (no address of anybody) or `ordinary`."),
      .init("email_resembles", "text?", "For a look-alike, the relay host that it imitates."),
      .init("phone", "text?", "Top-level phone number."),
      .init("has_photo", "integer", "1 if the account has a photo."),
      .init("has_password", "integer", "1 if the account has a password."),
      .init("created_at", "integer?", "Creation."),
      .init(
        "known", "integer", "1 if an export, now or earlier, showed the account; 0 if only other evidence names it."),
      .init("present", "integer", "1 if this run's export shows it."),
      .init("captured_at", "integer?", "When the source that shows it now, or showed it last, was captured."),
      .init(
        "gone_at", "integer?",
        "For an account that the run's exports do not show: when the first complete export without it was captured."),
      .init("apple_credential", "integer", "1 if its newest export shows an `apple.com` credential."),
      .init("apple_claim", "integer", "1 if the claim `is_private_email` shows that it is an Apple account."),
      .init(
        "apple", "text",
        """
        `yes` if an export, now or earlier, or a notification shows Apple; `no` if the export could have shown it and \
        did not; else `unknown`.
        """
      ),
      .init("apple_sub", "text?", "Apple's `sub`."),
      .init("relay_address", "text?", "The relay address on the account: of the Apple credential, else the email."),
      .init("anonymized", "integer", "1 if it is an anonymized account (docs/contract.md, section 5)."),
      .init(
        "anonymity_unknown", "integer",
        """
        1 if this run's export shows an Apple credential and no address at all, so it is unknown whether Apple hides \
        one.
        """,
        AccountTable.isAnonymityUnknown),
      .init("export", "text?", "Whether its export can show Apple credentials: `new`, `old` or `unknown`."),
      .init("ref", "integer?", "The record that shows it; null when the run's export does not."),
    ],
    from: AccountTable.rows.name)

  /// Apple's credential is part of the account's row; each other credential has a row of its own.
  static let credential = PublicView(
    "credential", "Sign-in methods of present accounts.",
    [
      .init("account", "integer", "Account.", "account", "i.account"),
      .init("provider", "text", "`apple.com`, `google.com`, `phone`, `password`, …", "'apple.com'", "i.provider"),
      .init(
        "raw_id", "text?", "The provider's own id of the person, of an earlier night where the export lacks it.",
        "apple_sub", "i.raw_id"),
      .init("email", "text?", "The credential's email.", "apple_email", "i.email"),
      .init("email_class", "text?", "As in `account`.", "apple_email_class", "i.email_class"),
      .init("email_resembles", "text?", "As in `account`.", "apple_email_resembles", "i.email_resembles"),
      .init(
        "is_account_email", "integer", "1 if the account's top-level email is the same, or both are absent.",
        "apple_email IS email", "i.email IS a.email"),
      .init("phone", "text?", "The credential's phone number.", "NULL", "i.phone"),
      .init("captured_at", "integer", "When the source that shows it was captured.", "captured_at", "a.captured_at"),
      .init("ref", "integer", "The account's record.", "ref", "a.ref"),
    ],
    from: "\(AccountTable.rows.name) WHERE present AND apple_credential",
    """
    \(AccountTable.identifiers.name) i CROSS JOIN \(AccountTable.rows.name) a ON a.account = i.account
    WHERE a.present AND i.role = \(IdentifierRole.credential.rawValue)
    """)

  static let repeatedName = PublicView(
    "repeated_name",
    """
    Relay addresses and Apple subs that several accounts may have which are present, or known and not gone. Any other \
    belongs to one such account at most.
    """,
    [.init("name", "text", "The address or sub.", "DISTINCT name")], from: AccountTable.repeatedNames.name)
}
