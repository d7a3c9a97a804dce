import Storage

/// Apple's server-to-server notifications.
enum NotificationKind: KindDefinition {
  static let kind = EvidenceKind.notifications
  static let record: (any KindRecord.Type)? = NotificationRecord.self
  static let tables = [NotificationWriter.data]
  static let views = [view]
  static let meaningOfAbsence: String? = "What Apple reported about the people who use the app is unknown."

  static let summary: RecordSummary? = RecordSummary(
    "event_time, type, verified", from: NotificationWriter.data, time: "of"
  ) { row, time in
    let signature = row.flag(2) ? "signature verified" : "decoded, signature not verifiable"
    return "notification \(row.text(1)) from Apple\(time), \(signature)"
  }

  private static let view = PublicView(
    "notification",
    "Apple's notifications: one row for each account that has their `sub`, or one row with a null account.",
    [
      .init(
        "account", "integer?", "Account; null where no account, present or past, has the `sub`.", "e.account"),
      .init(
        "type", "text", "`consent-revoked`, `account-deleted` (both spellings), `email-disabled`, `email-enabled`.",
        "n.type"),
      .init("sub", "text", "Apple's `sub`.", "n.sub"),
      .init("event_time", "integer", "When it happened.", "n.event_time"),
      .init("email", "text?", "The relay address it is about.", "n.email"),
      .init("jti", "text?", "Its id.", "n.jti"),
      .init("verified", "integer", "1 if Apple's signature was verified.", "n.verified"),
      .init("audience", "text?", "The client ids that it states as its audience, separated by spaces.", "n.audience"),
      .init(
        "foreign_audience", "integer",
        "1 if it is for none of `apple.client_ids`; 0 where it states no audience, or none are configured.",
        RunTables.isForeign("n.audience")),
      .init(
        "other_sub", "integer",
        """
        1 if the account had this `sub` and has another one now, and no team transfer tells of it. What happened \
        before the account was created has 0.
        """, isOfOtherSub),
      .init(
        "other_sub_then", "integer",
        "1 if it may have had another one at that time: no export of that time or later shows this one.",
        "CASE WHEN n.event_time <= \(lastShown) THEN 0 ELSE \(isOfOtherSub) END"),
      .init(
        "remembered", "integer", "1 if an earlier run read it, and no source of this run shows it.",
        RunTables.isRemembered("n.ref")),
      .init("ref", "integer", "Its record.", "n.ref"),
    ],
    from: """
      \(NotificationWriter.data.name) n LEFT JOIN evidence.evidence_account e ON e.ref = n.ref
      LEFT JOIN \(AccountTable.rows.name) a ON a.account = e.account
      LEFT JOIN \(RunTables.keys.name) k ON k.ref = n.ref
      """)

  private static let isOfOtherSub = """
    CASE
      WHEN a.apple_sub IS NULL OR a.apple_sub = n.sub OR n.event_time < a.created_at
        OR n.sub IN (
          SELECT old_sub FROM \(AliasWriter.data.name) UNION ALL SELECT new_sub FROM \(AliasWriter.data.name))
      THEN 0
      ELSE 1
    END
    """

  /// When an export last showed the account with a `sub` that it has no more; null where none is known to have.
  private static let lastShown = """
    (SELECT max(f.last_seen) FROM \(RunTables.formerSubs.name) f WHERE f.account = e.account AND f.sub = k.apple_sub)
    """
}

extension EvidenceKind {
  package static let notifications = EvidenceKind("notifications", NotificationKind.self)
}
