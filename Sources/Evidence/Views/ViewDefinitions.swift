import GRDB

/// The SQL behind the public views (`PublicView.all`).
enum ViewDefinitions {
  static func create(in database: Database) throws {
    for (name, sql) in all { try database.execute(sql: "CREATE TEMP VIEW \(name) AS \(sql)") }
  }

  static let all: [(name: String, sql: String)] = [
    (
      "account",
      """
      SELECT a.account, a.tenant, a.uid, a.email, a.email_class, a.email_resembles, a.phone, a.has_photo, a.has_password,
        a.created_at, 1 AS known, s.ref IS NOT NULL AS present,
        coalesce(f.captured_at, a.last_seen_at, c.previous_captured_at) AS captured_at,
        a.apple_credential, a.apple_claim,
        CASE WHEN a.ever_apple OR n.account IS NOT NULL THEN 'yes'
          WHEN f.export = 'new' OR a.ever_shown_without_apple THEN 'no' ELSE 'unknown' END AS apple,
        a.apple_sub, nullif(a.relay_address, '') AS relay_address,
        s.ref IS NOT NULL AND a.relay_address IS NOT NULL
          AND (a.apple_credential OR a.apple_claim OR f.export <> 'new') AS anonymized,
        f.export, s.ref
      FROM temp.run_context c CROSS JOIN main.stored_account a ON a.project = c.project
      LEFT JOIN temp.seen s ON s.account = a.account
      LEFT JOIN temp.source_fact f ON f.source = s.ref >> 40
      LEFT JOIN (SELECT DISTINCT e.account FROM temp.notification_data d JOIN temp.evidence_account e ON e.ref = d.ref) n
        ON n.account = a.account
      UNION ALL
      SELECT account, tenant, uid, email, email_class, NULL, NULL, 0, 0, NULL, 0, 0, NULL, 0, 0, 'unknown', apple_sub,
        CASE email_class WHEN 'relay' THEN email END, 0, NULL, NULL
      FROM temp.shadow
      """
    ),
    (
      "credential",
      """
      SELECT a.account, 'apple.com' AS provider, a.apple_sub AS raw_id, a.apple_email AS email,
        a.apple_email_class AS email_class, a.apple_email_resembles AS email_resembles, NULL AS phone, s.ref
      FROM temp.seen s JOIN main.stored_account a ON a.account = s.account WHERE a.apple_credential
      UNION ALL
      SELECT i.account, i.provider, i.raw_id, i.email, i.email_class, i.email_resembles, i.phone, s.ref
      FROM temp.seen s JOIN main.stored_identifier i ON i.account = s.account WHERE NOT i.is_factor
      """
    ),
    (
      "link",
      """
      SELECT link, account, kind, object, discriminator, identifier, other_identifier, linked_from, linked_to, basis, ref,
        event_ref
      FROM temp.link_row
      """
    ),
    (
      "consent",
      """
      SELECT account, kind, provider, purpose, given_at, state, withdrawn_at, expires_at, explicit, identifier, method,
        policy_version, consent_id, ref, withdrawal_ref
      FROM temp.consent_row
      """
    ),
    (
      "deletion_request",
      """
      SELECT account, request_id, obligation, is_obligation, requested_at, status, due, completed_at, regulation, apple,
        manual, ref
      FROM temp.deletion_row
      """
    ),
    (
      "revocation",
      """
      SELECT e.account, r.request_id, r.at, r.endpoint, r.http_status, r.token_type, r.outcome, r.error, r.client_id,
        r.trace_id, r.code_issued_at, r.ref
      FROM temp.revocation_data r JOIN temp.evidence_account e ON e.ref = r.ref
      """
    ),
    (
      "account_deletion",
      """
      SELECT e.account, d.deleted_at, d.actor, d.ref
      FROM temp.account_deletion_data d JOIN temp.evidence_account e ON e.ref = d.ref
      """
    ),
    (
      "notification",
      """
      SELECT e.account, n.type, n.sub, n.event_time, n.email, n.jti, n.verified, n.ref
      FROM temp.notification_data n LEFT JOIN temp.evidence_account e ON e.ref = n.ref
      """
    ),
    (
      "source",
      """
      SELECT source, path, kind, format, captured_at, records, rejected, truncated, export, shows_tenants,
        source << 40 AS ref
      FROM temp.source_fact
      """
    ),
    ("coverage", "SELECT kind, present, records FROM temp.coverage_fact"),
  ]
}
