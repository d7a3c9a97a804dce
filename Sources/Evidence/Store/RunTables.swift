import GRDB

/// Tables that live as long as one run. SQLite keeps them in private files that nobody else can open.
enum RunTables {
  static let schema = """
    CREATE TEMP TABLE run_context (
      project TEXT NOT NULL, has_accounts INTEGER NOT NULL, previous_captured_at INTEGER, accounts INTEGER NOT NULL,
      is_complete INTEGER NOT NULL, previous_accounts INTEGER, configured_project TEXT
    );
    CREATE TEMP TABLE source_fact (
      source INTEGER PRIMARY KEY, path TEXT NOT NULL, kind TEXT, format TEXT, captured_at INTEGER NOT NULL,
      records INTEGER NOT NULL, rejected INTEGER NOT NULL, truncated INTEGER NOT NULL, export TEXT,
      shows_tenants INTEGER NOT NULL
    );
    -- Secrets that stand in sources; their values are nowhere.
    CREATE TEMP TABLE secret_data (
      source INTEGER NOT NULL, kind TEXT NOT NULL, records INTEGER NOT NULL, ref INTEGER NOT NULL,
      PRIMARY KEY (source, kind)
    );
    CREATE TEMP TABLE coverage_fact (
      kind TEXT PRIMARY KEY, present INTEGER NOT NULL, records INTEGER NOT NULL, matched INTEGER NOT NULL,
      first_at INTEGER, last_at INTEGER
    );

    -- Persons whom no export shows; their numbers are negative.
    CREATE TEMP TABLE shadow (
      account INTEGER PRIMARY KEY, tenant TEXT, uid TEXT, email TEXT, email_class TEXT, apple_sub TEXT
    );

    -- Whom each record names: keys for joining, and for persons whom no export shows, the texts.
    CREATE TEMP TABLE evidence_key (
      ref INTEGER PRIMARY KEY, kind TEXT NOT NULL, tenant TEXT, uid INTEGER, apple_sub INTEGER, email INTEGER,
      email_sha256 INTEGER, phone INTEGER, uid_text TEXT, email_text TEXT, apple_sub_text TEXT, request_id TEXT,
      before INTEGER, content INTEGER NOT NULL
    );
    CREATE TEMP TABLE evidence_account (
      account INTEGER NOT NULL, ref INTEGER NOT NULL, PRIMARY KEY (account, ref)
    ) WITHOUT ROWID;

    CREATE TEMP TABLE consent_data (
      ref INTEGER PRIMARY KEY, purpose TEXT NOT NULL, given_at INTEGER NOT NULL, state TEXT NOT NULL,
      withdrawn_at INTEGER, expires_at INTEGER, explicit INTEGER, identifier TEXT, method TEXT, policy_version TEXT,
      consent_id TEXT
    );
    CREATE TEMP TABLE link_data (
      ref INTEGER PRIMARY KEY, provider TEXT NOT NULL, linked_at INTEGER NOT NULL, identifier TEXT,
      action TEXT NOT NULL, actor TEXT
    );
    CREATE TEMP TABLE deletion_data (
      ref INTEGER PRIMARY KEY, request_id TEXT NOT NULL, requested_at INTEGER, status TEXT,
      completed_at INTEGER, regulation TEXT, apple INTEGER, manual INTEGER NOT NULL
    );
    CREATE TEMP TABLE revocation_data (
      ref INTEGER PRIMARY KEY, request_id TEXT, at INTEGER NOT NULL, endpoint TEXT, http_status INTEGER,
      token_type TEXT, outcome TEXT, error TEXT, client_id TEXT, trace_id TEXT, code_issued_at INTEGER,
      refresh INTEGER NOT NULL, exchanged INTEGER NOT NULL
    );
    CREATE TEMP TABLE account_deletion_data (
      ref INTEGER PRIMARY KEY, deleted_at INTEGER NOT NULL, actor TEXT
    );
    CREATE TEMP TABLE notification_data (
      ref INTEGER PRIMARY KEY, type TEXT NOT NULL, sub TEXT NOT NULL, event_time INTEGER NOT NULL, email TEXT,
      jti TEXT, verified INTEGER NOT NULL
    );
    CREATE TEMP TABLE sign_in_data (
      ref INTEGER PRIMARY KEY, at INTEGER NOT NULL, provider TEXT NOT NULL, nonce INTEGER NOT NULL, nonce_hash TEXT,
      nonce_hashed INTEGER, nonce_raw INTEGER NOT NULL, audience TEXT, private_email INTEGER
    );
    -- Mail to relay addresses; other mail is counted.
    CREATE TEMP TABLE mail_data (
      ref INTEGER PRIMARY KEY, recipient TEXT NOT NULL, sender TEXT, at INTEGER NOT NULL, outcome TEXT, reply TEXT,
      message_id TEXT
    );
    CREATE TEMP TABLE provider_config_data (
      ref INTEGER PRIMARY KEY, project TEXT, tenant TEXT, enabled INTEGER, services_id INTEGER NOT NULL,
      team_id INTEGER NOT NULL, key_id INTEGER NOT NULL, private_key INTEGER NOT NULL, bundle_ids INTEGER NOT NULL,
      bad_bundle_ids INTEGER NOT NULL
    );
    -- What the configuration says.
    CREATE TEMP TABLE relay_sender_data (name TEXT PRIMARY KEY);
    CREATE TEMP TABLE client_id_data (name TEXT PRIMARY KEY);
    CREATE TEMP TABLE exported_tenant_data (name TEXT PRIMARY KEY);
    CREATE TEMP TABLE auth_domain_data (name TEXT PRIMARY KEY);
    -- Where Apple is told to send people back to, one row for each address of a configuration.
    CREATE TEMP TABLE return_url_data (provider_config INTEGER NOT NULL, url TEXT NOT NULL);
    -- Every signed token, whether it is believed or not.
    CREATE TEMP TABLE signature_data (
      ref INTEGER PRIMARY KEY, kind TEXT NOT NULL, sub TEXT, type TEXT, jti TEXT, at INTEGER NOT NULL,
      checked INTEGER NOT NULL, problem TEXT
    );

    -- Those that this run's exports show come in as they are read, the others when all is read.
    CREATE TEMP TABLE account_row (
      account INTEGER PRIMARY KEY, ref INTEGER, captured_at INTEGER, known INTEGER NOT NULL, present INTEGER NOT NULL,
      apple_credential INTEGER NOT NULL, apple_claim INTEGER NOT NULL, anonymized INTEGER NOT NULL,
      apple TEXT NOT NULL, export TEXT, email_class TEXT, email_resembles TEXT, relay_address TEXT, apple_sub TEXT,
      email TEXT, tenant TEXT, uid TEXT, phone TEXT, has_photo INTEGER NOT NULL, has_password INTEGER NOT NULL,
      created_at INTEGER, apple_email TEXT, apple_email_class TEXT, apple_email_resembles TEXT, providers TEXT
    );
    -- Relay addresses and subs that came a second time; a few more, since the filter before it is allowed to err so.
    CREATE TEMP TABLE repeated (name TEXT NOT NULL);
    CREATE TEMP TABLE link_row (
      link INTEGER PRIMARY KEY, account INTEGER NOT NULL, kind TEXT NOT NULL, object TEXT NOT NULL,
      discriminator TEXT, identifier TEXT, other_identifier TEXT, linked_from INTEGER, linked_to INTEGER,
      basis TEXT NOT NULL, ref INTEGER NOT NULL, event_ref INTEGER
    );
    CREATE TEMP TABLE consent_row (
      account INTEGER NOT NULL, kind TEXT NOT NULL, provider TEXT, purpose TEXT NOT NULL, given_at INTEGER NOT NULL,
      state TEXT NOT NULL, withdrawn_at INTEGER, expires_at INTEGER, explicit INTEGER, identifier TEXT, method TEXT,
      policy_version TEXT, consent_id TEXT, ref INTEGER NOT NULL, withdrawal_ref INTEGER
    );
    CREATE TEMP TABLE deletion_row (
      account INTEGER NOT NULL, request_id TEXT NOT NULL, obligation TEXT NOT NULL, is_obligation INTEGER NOT NULL,
      requested_at INTEGER NOT NULL, status TEXT, due INTEGER NOT NULL, completed_at INTEGER, regulation TEXT,
      deadline_at INTEGER, apple TEXT NOT NULL, manual INTEGER NOT NULL, ref INTEGER NOT NULL
    );
    """

  /// Each is built when its table's rows are in: sorting once is cheaper than keeping an index sorted.
  static let evidenceIndex = "CREATE INDEX temp.evidence_account_by_ref ON evidence_account (ref)"
  static let linkIndex = "CREATE INDEX temp.link_row_by_account ON link_row (account)"
  static let otherIndexes = """
    CREATE INDEX temp.consent_row_by_account ON consent_row (account);
    CREATE INDEX temp.deletion_row_by_account ON deletion_row (account);
    """
}
