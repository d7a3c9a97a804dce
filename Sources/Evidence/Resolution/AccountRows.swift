import GRDB

/// Completes what the view `account` shows once all sources are read.
struct AccountRows {
  let database: Database
  let accounts: AccountWriter

  func complete(_ sources: [SourceFacts]) throws {
    for source in sources where source.kind == .accounts && source.generation != .new {
      try correct(source)
    }
    try reconcile()
    try addUnseen()
    try database.execute(
      sql: """
        INSERT INTO temp.account_row (account, known, present, apple_credential, apple_claim, anonymized, apple, email_class,
          relay_address, apple_sub, email, tenant, uid, has_photo, has_password)
        SELECT account, 0, 0, 0, 0, 0, 'unknown', email_class, CASE email_class WHEN 'relay' THEN email END, apple_sub, email,
          tenant, uid, 0, 0
        FROM temp.shadow
        """)
  }

  /// An export that may hide Apple credentials makes anonymized what has a relay address.
  private func correct(_ source: SourceFacts) throws {
    try database.execute(
      sql: """
        UPDATE temp.account_row SET export = ?1, anonymized = anonymized OR (?1 IS NOT NULL AND relay_address IS NOT NULL)
        WHERE ref >> \(Place.sourceShift) = ?2
        """,
      arguments: [source.generation?.rawValue, source.ordinal])
  }

  private static let notified = """
    EXISTS (SELECT 1 FROM temp.evidence_account e JOIN temp.notification_data d ON d.ref = e.ref
      WHERE e.account = a.account)
    """

  /// Whether the person ever had Apple is told by the history and by Apple's notifications too.
  private func reconcile() throws {
    let statement = try database.makeStatement(
      sql: """
        UPDATE temp.account_row AS r SET (apple, apple_sub) = (
          SELECT CASE WHEN a.ever_apple OR \(Self.notified) THEN 'yes'
              WHEN r.export = 'new' OR a.ever_shown_without_apple THEN 'no' ELSE 'unknown' END,
            a.apple_sub
          FROM main.stored_account a WHERE a.account = r.account)
        WHERE r.account = ?
        """)
    for account in accounts.toReconcile { try statement.execute(arguments: [account]) }
  }

  /// Accounts of earlier nights that the run's exports no longer show.
  private func addUnseen() throws {
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO temp.account_row (account, captured_at, known, present, apple_credential, apple_claim, anonymized, apple,
          email_class, email_resembles, relay_address, apple_sub, email, tenant, uid, phone, has_photo, has_password,
          created_at, apple_email, apple_email_class, apple_email_resembles)
        SELECT a.account, coalesce(a.last_seen_at, c.previous_captured_at), 1, 0, a.apple_credential, a.apple_claim, 0,
          CASE WHEN a.ever_apple OR \(Self.notified) THEN 'yes' WHEN a.ever_shown_without_apple THEN 'no' ELSE 'unknown' END,
          a.email_class, a.email_resembles, nullif(a.relay_address, ''), a.apple_sub, a.email, a.tenant, a.uid, a.phone,
          a.has_photo, a.has_password, a.created_at, a.apple_email, a.apple_email_class, a.apple_email_resembles
        FROM temp.run_context c CROSS JOIN main.stored_account a WHERE a.account = ?
        """)
    for unseen in accounts.unseen { try statement.execute(arguments: [unseen.account]) }
  }
}
