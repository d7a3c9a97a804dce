import Storage

/// Sign-ins with Apple.
enum SignInKind: KindDefinition {
  static let kind = EvidenceKind.signIns
  static let record: (any KindRecord.Type)? = SignInRecord.self
  static let tables = [SignInWriter.data]
  static let views = [view]
  static let meaningOfAbsence: String? =
    "Whether sign-ins are protected against replay, and are meant for this app, is unknown."

  static let summary: RecordSummary? = RecordSummary("at, provider, nonce", from: SignInWriter.data, time: "on") {
    row, time in
    "sign-in with \(row.text(1))\(time), \(row.flag(2) ? "with" : "without") a nonce"
  }

  private static let view = PublicView(
    "sign_in", "Sign-ins with Apple; those with other providers are `other_activity`. The nonce itself is not kept.",
    [
      .init("account", "integer?", "Account, where one is known."),
      .init("at", "integer", "When."),
      .init("provider", "text", "`apple.com`."),
      .init("nonce", "integer", "1 if a nonce was sent."),
      .init(
        "nonce_hash", "text?",
        "A hash of the nonce, which shows reuse; the same whether the record has the nonce raw or hashed."),
      .init(
        "nonce_form", "text?",
        """
        `hash` if what Apple was sent looks like a SHA-256 in lower-case hex, `other` if it is not a SHA-256, \
        `raw` if the record has the raw nonce alone.
        """
      ),
      .init(
        "nonce_hashed", "integer?",
        "1 if the nonce is the lower-case hex SHA-256 of the raw one; null if the raw one is unknown."),
      .init("nonce_raw", "integer", "1 if the nonce is the raw one itself."),
      .init("audience", "text?", "The client ids that Apple's token states as its audience, separated by spaces."),
      .init(
        "foreign_audience", "integer",
        "1 if it is for none of `apple.client_ids`; 0 where it states no audience, or none are configured.",
        RunTables.isForeign("s.audience")),
      .init("private_email", "integer?", "What Apple's token says about the address: 1 if it is private."),
      .init("by_uid", "integer", "1 if the record names the uid.", RunTables.namesUID("s")),
      .init("ref", "integer", "The record.", "s.ref"),
    ],
    from: "\(SignInWriter.data.name) s LEFT JOIN evidence.evidence_account e ON e.ref = s.ref")
}

extension EvidenceKind {
  package static let signIns = EvidenceKind("sign-ins", SignInKind.self)
}
