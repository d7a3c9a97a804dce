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
      SELECT account, tenant, uid, email, email_class, email_resembles, phone, has_photo, has_password, created_at, known,
        present, captured_at, apple_credential, apple_claim, apple, apple_sub, relay_address, anonymized, export, ref
      FROM temp.account_row
      """
    ),
    (
      "credential",
      """
      SELECT account, 'apple.com' AS provider, apple_sub AS raw_id, apple_email AS email,
        apple_email_class AS email_class, apple_email_resembles AS email_resembles, apple_email IS email AS is_account_email,
        NULL AS phone, captured_at, ref
      FROM temp.account_row WHERE present AND apple_credential
      UNION ALL
      SELECT i.account, i.provider, i.raw_id, i.email, i.email_class, i.email_resembles, i.email IS a.email AS is_account_email,
        i.phone, a.captured_at, a.ref
      FROM main.stored_identifier i CROSS JOIN temp.account_row a ON a.account = i.account
      WHERE a.present AND NOT i.is_factor
      """
    ),
    ("repeated_name", "SELECT DISTINCT name FROM temp.repeated"),
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
      SELECT account, request_id, obligation, is_obligation, requested_at, status, due, completed_at, regulation, deadline_at, apple,
        manual, ref
      FROM temp.deletion_row
      """
    ),
    (
      "revocation",
      """
      SELECT e.account, r.request_id, r.at, r.endpoint, r.http_status, r.token_type, r.outcome, r.error, r.client_id,
        r.trace_id, r.code_issued_at, r.refresh, r.exchanged, r.ref
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
      "sign_in",
      """
      SELECT e.account, s.at, s.provider, s.nonce, s.nonce_hash, s.nonce_hashed, s.nonce_raw, s.audience, s.private_email,
        s.ref
      FROM temp.sign_in_data s LEFT JOIN temp.evidence_account e ON e.ref = s.ref
      """
    ),
    (
      "mail",
      """
      SELECT e.account, m.recipient, m.sender, substr(m.sender, instr(m.sender, '@') + 1) AS sender_domain, m.at,
        m.at - m.at % 86400000 AS day,
        m.outcome, m.reply, m.message_id, m.ref
      FROM temp.mail_data m LEFT JOIN temp.evidence_account e ON e.ref = m.ref
      """
    ),
    (
      "provider_config",
      """
      SELECT CASE WHEN project GLOB '*[^0-9]*' THEN project ELSE (SELECT configured_project FROM temp.run_context) END
          AS project,
        tenant, enabled, services_id, team_id, key_id, private_key, bundle_ids, bad_bundle_ids, ref
      FROM temp.provider_config_data
      """
    ),
    ("relay_sender", "SELECT name FROM temp.relay_sender_data"),
    ("client_id", "SELECT name FROM temp.client_id_data"),
    ("signature", "SELECT kind, sub, type, jti, at, checked, problem, ref FROM temp.signature_data"),
    (
      "source",
      """
      SELECT source, path, kind, format, captured_at, records, rejected, truncated, export, shows_tenants,
        source << \(Place.sourceShift) AS ref
      FROM temp.source_fact
      """
    ),
    (
      "coverage", "SELECT kind, present, records, matched, first_at, last_at FROM temp.coverage_fact"
    ),
    (
      "population",
      "SELECT accounts, is_complete AS complete, previous_accounts, previous_captured_at FROM temp.run_context WHERE has_accounts"
    ),
    ("secret", "SELECT source, kind, records, ref FROM temp.secret_data"),
    ("return_url", "SELECT provider_config, url FROM temp.return_url_data"),
    ("exported_tenant", "SELECT name FROM temp.exported_tenant_data"),
    ("auth_domain", "SELECT name FROM temp.auth_domain_data"),
  ]
}
