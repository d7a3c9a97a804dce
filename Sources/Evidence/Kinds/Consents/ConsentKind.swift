import Storage

/// Statements that a person agreed to a purpose.
enum ConsentKind: KindDefinition {
  static let kind = EvidenceKind.consents
  static let record: (any KindRecord.Type)? = ConsentRecord.self
  static let tables = [ConsentWriter.data, rows]
  static let views = [view]
  static let meaningOfAbsence: String? = "Whether anybody consented to a link is unknown."

  static let summary: RecordSummary? = RecordSummary(
    "given_at, purpose, state, withdrawn_at, expires_at", from: ConsentWriter.data, time: "dated"
  ) { row, time in
    let end = row.readableTime(3).map { "; withdrawn on \($0)" } ?? ""
    let expiry = row.readableTime(4).map { "; expiry date \($0)" } ?? ""
    return "consent record for \(row.text(1)), state \(row.text(2))\(time.isEmpty ? "" : "," + time)\(end)\(expiry)"
  }

  /// What each record covers, for each account; `ConsentBuilder` fills it.
  static let rows = RunTable(
    "evidence.consent_row",
    [
      "account INTEGER NOT NULL", "kind TEXT NOT NULL", "provider TEXT", "purpose TEXT NOT NULL",
      "given_at INTEGER NOT NULL", "state TEXT NOT NULL", "withdrawn_at INTEGER", "expires_at INTEGER",
      "explicit INTEGER", "identifier TEXT", "method TEXT", "policy_version TEXT", "consent_id TEXT",
      "ref INTEGER NOT NULL", "withdrawal_ref INTEGER", "hidden INTEGER NOT NULL",
    ])

  private static let view = PublicView(
    "consent", "Consent records of accounts, for a kind of link: one row for each account and kind it may cover.",
    [
      .init("account", "integer", "Account."),
      .init("kind", "text", "`email`, `phone`, `social`, `any` (covers every link) or `profile`."),
      .init("provider", "text?", "The only provider that it covers; null for all of its kind."),
      .init("purpose", "text", "As recorded."),
      .init("given_at", "integer", "When it was given, refused or recorded."),
      .init(
        "state", "text",
        """
        `given`, `renewed`, `refused`, `requested` or `unknown`. A record withdrawn or expired at a known time is \
        `given` with that time.
        """
      ),
      .init("withdrawn_at", "integer?", "It is not in force from this time on; later withdrawal records are included."),
      .init("expires_at", "integer?", "It is not in force from this time on."),
      .init("explicit", "integer?", "Null where the record does not say."),
      .init(
        "identifier", "text?",
        "The only value that it covers, normalised (`photo` for an account's photo); null for any value."),
      .init("method", "text?", "How it was given."),
      .init("policy_version", "text?", "The policy version that the person saw."),
      .init("consent_id", "text?", "The consent's id."),
      .init("by_uid", "integer", "1 if the record names the uid.", RunTables.namesUID("consent_row")),
      .init("ref", "integer", "Its record."),
      .init("withdrawal_ref", "integer?", "The record that withdraws it, if another one does."),
      .init(
        "hidden", "integer",
        "1 if the account's export leaves out credentials of the provider, so that it may have one all the same."),
    ],
    from: rows.name)
}

extension EvidenceKind {
  package static let consents = EvidenceKind("consents", ConsentKind.self)
}
