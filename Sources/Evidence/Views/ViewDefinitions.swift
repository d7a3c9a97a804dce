import Storage

/// The SQL behind the public views (`PublicView.all`).
enum ViewDefinitions {
  /// In the connection alone: a view in a file cannot show the tables of another one.
  static func create(in database: Connection) throws {
    for (name, sql) in all { try database.execute(sql: "CREATE TEMP VIEW IF NOT EXISTS \(name) AS \(sql)") }
  }

  static let all: [(name: String, sql: String)] = [
    (
      "account",
      """
      SELECT account, tenant, uid, email, email_class, email_resembles, phone, has_photo, has_password, created_at, known,
        present, captured_at, apple_credential, apple_claim, apple, apple_sub, relay_address, anonymized, export, ref
      FROM accounts.account_row
      """
    ),
    (
      "credential",
      """
      SELECT account, 'apple.com' AS provider, apple_sub AS raw_id, apple_email AS email,
        apple_email_class AS email_class, apple_email_resembles AS email_resembles, apple_email IS email AS is_account_email,
        NULL AS phone, captured_at, ref
      FROM accounts.account_row WHERE present AND apple_credential
      UNION ALL
      SELECT i.account, i.provider, i.raw_id, i.email, i.email_class, i.email_resembles, i.email IS a.email AS is_account_email,
        i.phone, a.captured_at, a.ref
      FROM accounts.identifier_row i CROSS JOIN accounts.account_row a ON a.account = i.account
      WHERE a.present AND NOT i.is_factor
      """
    ),
    ("repeated_name", "SELECT DISTINCT name FROM accounts.repeated"),
    (
      "link",
      """
      SELECT link, account, kind, object, discriminator, identifier, other_identifier, linked_from, linked_to, basis, ref,
        event_ref
      FROM evidence.link_row
      """
    ),
    (
      "consent",
      """
      SELECT account, kind, provider, purpose, given_at, state, withdrawn_at, expires_at, explicit, identifier, method,
        policy_version, consent_id, ref, withdrawal_ref
      FROM evidence.consent_row
      """
    ),
    (
      "deletion_request",
      """
      SELECT account, request_id, obligation, is_obligation, requested_at, status, due, completed_at, regulation, deadline_at, apple,
        manual, ref
      FROM evidence.deletion_row
      """
    ),
    (
      "revocation",
      """
      SELECT e.account, r.request_id, r.at, r.endpoint, r.http_status, r.token_type, r.outcome, r.error, r.client_id,
        r.trace_id, r.code_issued_at, r.refresh, r.exchanged, r.ref
      FROM evidence.revocation_data r JOIN evidence.evidence_account e ON e.ref = r.ref
      """
    ),
    (
      "account_deletion",
      """
      SELECT e.account, d.deleted_at, d.actor, d.ref
      FROM evidence.account_deletion_data d JOIN evidence.evidence_account e ON e.ref = d.ref
      """
    ),
    (
      "notification",
      """
      SELECT e.account, n.type, n.sub, n.event_time, n.email, n.jti, n.verified, n.ref
      FROM evidence.notification_data n LEFT JOIN evidence.evidence_account e ON e.ref = n.ref
      """
    ),
    (
      "sign_in",
      """
      SELECT e.account, s.at, s.provider, s.nonce, s.nonce_hash, s.nonce_hashed, s.nonce_raw, s.audience, s.private_email,
        s.ref
      FROM evidence.sign_in_data s LEFT JOIN evidence.evidence_account e ON e.ref = s.ref
      """
    ),
    (
      "mail",
      """
      SELECT e.account, m.recipient, m.sender, substr(m.sender, instr(m.sender, '@') + 1) AS sender_domain, m.at,
        m.at - m.at % 86400000 AS day,
        m.outcome, m.reply, m.message_id, m.ref
      FROM evidence.mail_data m LEFT JOIN evidence.evidence_account e ON e.ref = m.ref
      """
    ),
    (
      "provider_config",
      """
      SELECT CASE WHEN project GLOB '*[^0-9]*' THEN project ELSE (SELECT configured_project FROM evidence.run_context) END
          AS project,
        tenant, enabled, services_id, team_id, key_id, private_key, bundle_ids, bad_bundle_ids, ref
      FROM evidence.provider_config_data
      """
    ),
    ("relay_sender", "SELECT name FROM evidence.relay_sender_data"),
    ("client_id", "SELECT name FROM evidence.client_id_data"),
    ("signature", "SELECT kind, sub, type, jti, at, checked, problem, ref FROM evidence.signature_data"),
    (
      "source",
      """
      SELECT source, path, kind, format, captured_at, records, rejected, truncated, export, shows_tenants,
        source << \(Place.sourceShift) AS ref
      FROM evidence.source_fact
      """
    ),
    (
      "coverage", "SELECT kind, present, records, matched, first_at, last_at FROM evidence.coverage_fact"
    ),
    (
      "population",
      "SELECT accounts, is_complete AS complete, previous_accounts, previous_captured_at FROM evidence.run_context WHERE has_accounts"
    ),
    ("secret", "SELECT source, kind, records, ref FROM evidence.secret_data"),
    ("return_url", "SELECT provider_config, url FROM evidence.return_url_data"),
    ("exported_tenant", "SELECT name FROM evidence.exported_tenant_data"),
    ("auth_domain", "SELECT name FROM evidence.auth_domain_data"),
  ]
}
