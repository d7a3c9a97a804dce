import Storage

/// Tables that live as long as one run, in its `RunFiles`.
enum RunTables {
  static let schema = """
    CREATE TABLE evidence.run_context (
      project TEXT NOT NULL, has_accounts INTEGER NOT NULL, previous_captured_at INTEGER, accounts INTEGER NOT NULL,
      is_complete INTEGER NOT NULL, previous_accounts INTEGER, configured_project TEXT
    );
    CREATE TABLE evidence.source_fact (
      source INTEGER PRIMARY KEY, path TEXT NOT NULL, kind TEXT, format TEXT, captured_at INTEGER NOT NULL,
      records INTEGER NOT NULL, rejected INTEGER NOT NULL, truncated INTEGER NOT NULL, export TEXT,
      shows_tenants INTEGER NOT NULL
    );
    -- Secrets that stand in sources; their values are nowhere.
    CREATE TABLE evidence.secret_data (
      source INTEGER NOT NULL, kind TEXT NOT NULL, records INTEGER NOT NULL, ref INTEGER NOT NULL,
      PRIMARY KEY (source, kind)
    );
    CREATE TABLE evidence.coverage_fact (
      kind TEXT PRIMARY KEY, present INTEGER NOT NULL, records INTEGER NOT NULL, matched INTEGER NOT NULL,
      first_at INTEGER, last_at INTEGER
    );

    -- Persons whom no export shows; their numbers are negative.
    CREATE TABLE evidence.shadow (
      account INTEGER PRIMARY KEY, tenant TEXT, uid TEXT, email TEXT, email_class TEXT, apple_sub TEXT
    );

    -- Whom each record names: keys for joining, and for persons whom no export shows, the texts.
    CREATE TABLE evidence.evidence_key (
      ref INTEGER PRIMARY KEY, kind TEXT NOT NULL, tenant TEXT, uid INTEGER, apple_sub INTEGER, email INTEGER,
      email_sha256 INTEGER, phone INTEGER, uid_text TEXT, email_text TEXT, apple_sub_text TEXT, request_id TEXT,
      before INTEGER, content INTEGER NOT NULL
    );
    CREATE TABLE evidence.evidence_account (
      account INTEGER NOT NULL, ref INTEGER NOT NULL, PRIMARY KEY (account, ref)
    ) WITHOUT ROWID;

    CREATE TABLE evidence.consent_data (
      ref INTEGER PRIMARY KEY, purpose TEXT NOT NULL, given_at INTEGER NOT NULL, state TEXT NOT NULL,
      withdrawn_at INTEGER, expires_at INTEGER, explicit INTEGER, identifier TEXT, method TEXT, policy_version TEXT,
      consent_id TEXT
    );
    CREATE TABLE evidence.link_data (
      ref INTEGER PRIMARY KEY, provider TEXT NOT NULL, linked_at INTEGER NOT NULL, identifier TEXT,
      action TEXT NOT NULL, actor TEXT
    );
    CREATE TABLE evidence.deletion_data (
      ref INTEGER PRIMARY KEY, request_id TEXT NOT NULL, requested_at INTEGER, status TEXT,
      completed_at INTEGER, regulation TEXT, apple INTEGER, manual INTEGER NOT NULL
    );
    CREATE TABLE evidence.revocation_data (
      ref INTEGER PRIMARY KEY, request_id TEXT, at INTEGER NOT NULL, endpoint TEXT, http_status INTEGER,
      token_type TEXT, outcome TEXT, error TEXT, client_id TEXT, trace_id TEXT, code_issued_at INTEGER,
      refresh INTEGER NOT NULL, exchanged INTEGER NOT NULL
    );
    CREATE TABLE evidence.account_deletion_data (
      ref INTEGER PRIMARY KEY, deleted_at INTEGER NOT NULL, actor TEXT
    );
    CREATE TABLE evidence.notification_data (
      ref INTEGER PRIMARY KEY, type TEXT NOT NULL, sub TEXT NOT NULL, event_time INTEGER NOT NULL, email TEXT,
      jti TEXT, verified INTEGER NOT NULL
    );
    CREATE TABLE evidence.sign_in_data (
      ref INTEGER PRIMARY KEY, at INTEGER NOT NULL, provider TEXT NOT NULL, nonce INTEGER NOT NULL, nonce_hash TEXT,
      nonce_hashed INTEGER, nonce_raw INTEGER NOT NULL, audience TEXT, private_email INTEGER
    );
    -- Mail to relay addresses; other mail is counted.
    CREATE TABLE evidence.mail_data (
      ref INTEGER PRIMARY KEY, recipient TEXT NOT NULL, sender TEXT, at INTEGER NOT NULL, outcome TEXT, reply TEXT,
      message_id TEXT
    );
    CREATE TABLE evidence.provider_config_data (
      ref INTEGER PRIMARY KEY, project TEXT, tenant TEXT, enabled INTEGER, services_id INTEGER NOT NULL,
      team_id INTEGER NOT NULL, key_id INTEGER NOT NULL, private_key INTEGER NOT NULL, bundle_ids INTEGER NOT NULL,
      bad_bundle_ids INTEGER NOT NULL
    );
    -- What the configuration says.
    CREATE TABLE evidence.relay_sender_data (name TEXT PRIMARY KEY);
    CREATE TABLE evidence.client_id_data (name TEXT PRIMARY KEY);
    CREATE TABLE evidence.exported_tenant_data (name TEXT PRIMARY KEY);
    CREATE TABLE evidence.auth_domain_data (name TEXT PRIMARY KEY);
    -- Where Apple is told to send people back to, one row for each address of a configuration.
    CREATE TABLE evidence.return_url_data (provider_config INTEGER NOT NULL, url TEXT NOT NULL);
    -- Every signed token, whether it is believed or not.
    CREATE TABLE evidence.signature_data (
      ref INTEGER PRIMARY KEY, kind TEXT NOT NULL, sub TEXT, type TEXT, jti TEXT, at INTEGER NOT NULL,
      checked INTEGER NOT NULL, problem TEXT
    );

    -- Those that this run's exports show come in as they are read, the others when all is read.
    CREATE TABLE accounts.account_row (
      account INTEGER PRIMARY KEY, ref INTEGER, captured_at INTEGER, known INTEGER NOT NULL, present INTEGER NOT NULL,
      apple_credential INTEGER NOT NULL, apple_claim INTEGER NOT NULL, anonymized INTEGER NOT NULL,
      apple TEXT NOT NULL, export TEXT, email_class TEXT, email_resembles TEXT, relay_address TEXT, apple_sub TEXT,
      email TEXT, tenant TEXT, uid TEXT, phone TEXT, has_photo INTEGER NOT NULL, has_password INTEGER NOT NULL,
      created_at INTEGER, apple_email TEXT, apple_email_class TEXT, apple_email_resembles TEXT, providers TEXT,
      -- What the history keeps of it besides, as in `stored_account`; `change` says whether it has to be told.
      change INTEGER, uid_key INTEGER, content INTEGER, ever_apple INTEGER, ever_shown_without_apple INTEGER,
      first_seen_at INTEGER, is_as_first_seen INTEGER, apple_seen_at INTEGER, apple_absent_at INTEGER,
      email_seen_at INTEGER, email_absent_at INTEGER, phone_seen_at INTEGER, phone_absent_at INTEGER
    );
    -- Credentials other than Apple's, and second factors, of the accounts that are shown.
    CREATE TABLE accounts.identifier_row (
      account INTEGER NOT NULL, provider TEXT NOT NULL, raw_id TEXT, email TEXT, email_class TEXT, email_resembles TEXT,
      phone TEXT, is_factor INTEGER NOT NULL, seen_at INTEGER NOT NULL, absent_at INTEGER
    );
    -- Relay addresses and subs that came a second time; a few more, since the filter before it is allowed to err so.
    CREATE TABLE accounts.repeated (name TEXT NOT NULL);
    CREATE TABLE evidence.link_row (
      link INTEGER PRIMARY KEY, account INTEGER NOT NULL, kind TEXT NOT NULL, object TEXT NOT NULL,
      discriminator TEXT, identifier TEXT, other_identifier TEXT, linked_from INTEGER, linked_to INTEGER,
      basis TEXT NOT NULL, ref INTEGER NOT NULL, event_ref INTEGER
    );
    CREATE TABLE evidence.consent_row (
      account INTEGER NOT NULL, kind TEXT NOT NULL, provider TEXT, purpose TEXT NOT NULL, given_at INTEGER NOT NULL,
      state TEXT NOT NULL, withdrawn_at INTEGER, expires_at INTEGER, explicit INTEGER, identifier TEXT, method TEXT,
      policy_version TEXT, consent_id TEXT, ref INTEGER NOT NULL, withdrawal_ref INTEGER
    );
    CREATE TABLE evidence.deletion_row (
      account INTEGER NOT NULL, request_id TEXT NOT NULL, obligation TEXT NOT NULL, is_obligation INTEGER NOT NULL,
      requested_at INTEGER NOT NULL, status TEXT, due INTEGER NOT NULL, completed_at INTEGER, regulation TEXT,
      deadline_at INTEGER, apple TEXT NOT NULL, manual INTEGER NOT NULL, ref INTEGER NOT NULL
    );
    """

  /// Lower-case, those of indexes too.
  static func names(in database: Connection) throws -> Set<String> {
    Set(
      try RunFiles.File.allCases.flatMap { file in
        try database.all(sql: "SELECT lower(name) FROM \(file.rawValue).sqlite_schema") { $0.text(0) }
      })
  }

  /// Each is built when its table's rows are in: sorting once is cheaper than keeping an index sorted.
  static let identifierIndex = "CREATE INDEX accounts.identifier_row_by_account ON identifier_row (account)"
  static let evidenceIndex = "CREATE INDEX evidence.evidence_account_by_ref ON evidence_account (ref)"
  static let linkIndex = "CREATE INDEX evidence.link_row_by_account ON link_row (account)"
  static let otherIndexes = """
    CREATE INDEX evidence.consent_row_by_account ON consent_row (account);
    CREATE INDEX evidence.deletion_row_by_account ON deletion_row (account);
    """
}
