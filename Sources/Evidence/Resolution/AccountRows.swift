import GRDB

/// What the view `account` shows, computed once: every rule reads it.
enum AccountRows {
  static func fill(in database: Database) throws {
    try database.execute(sql: "INSERT INTO temp.account_row \(sql)")
  }

  private static let sql = """
    SELECT a.account, a.tenant, a.uid, a.email, a.email_class, a.email_resembles, a.phone, a.has_photo, a.has_password,
      a.created_at, 1 AS known, s.ref IS NOT NULL AS present,
      coalesce(f.captured_at, a.last_seen_at, c.previous_captured_at) AS captured_at,
      a.apple_credential, a.apple_claim,
      CASE WHEN a.ever_apple OR EXISTS (
          SELECT 1 FROM temp.evidence_account e JOIN temp.notification_data d ON d.ref = e.ref
          WHERE e.account = a.account) THEN 'yes'
        WHEN f.export = 'new' OR a.ever_shown_without_apple THEN 'no' ELSE 'unknown' END AS apple,
      a.apple_sub, nullif(a.relay_address, '') AS relay_address,
      s.ref IS NOT NULL AND a.relay_address IS NOT NULL
        AND (a.apple_credential OR a.apple_claim OR f.export <> 'new') AS anonymized,
      f.export, s.ref, a.first_seen_at
    FROM temp.run_context c CROSS JOIN main.stored_account a ON a.project = c.project
    LEFT JOIN temp.seen s ON s.account = a.account
    LEFT JOIN temp.source_fact f ON f.source = s.ref >> 40
    UNION ALL
    SELECT account, tenant, uid, email, email_class, NULL, NULL, 0, 0, NULL, 0, 0, NULL, 0, 0, 'unknown', apple_sub,
      CASE email_class WHEN 'relay' THEN email END, 0, NULL, NULL, NULL
    FROM temp.shadow
    """
}
