import GRDB

/// The store's schema, as named steps. A step that was released is never changed: a new one is added.
enum Migrations {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 runs, accounts, findings") { database in
      try database.execute(sql: firstSchema)
    }
    migrator.registerMigration("2 timelines as they come") { database in
      try database.execute(sql: "DROP TABLE timeline; \(timelines)")
    }
    return migrator
  }

  /// Of the last run only: what `explain` tells. Its index is made when a run has written all of them: 300,000 rows in the
  /// order of their findings' ids, which are hashes, went all over the file.
  private static let timelines = """
    CREATE TABLE timeline (
      finding_subject TEXT NOT NULL,
      position INTEGER NOT NULL,
      at INTEGER,
      text TEXT NOT NULL,
      source TEXT NOT NULL,
      locator TEXT NOT NULL
    );
    CREATE INDEX timeline_by_finding ON timeline (finding_subject);
    """

  private static let firstSchema = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

    CREATE TABLE run (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      project TEXT NOT NULL,
      as_of INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      finished_at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      -- The snapshot of this run's accounts sources; null where it had none.
      captured_from INTEGER,
      captured_to INTEGER,
      complete INTEGER NOT NULL,
      -- What the snapshot could show, so that an absence in it proves something.
      formats TEXT NOT NULL,
      shows_apple INTEGER NOT NULL,
      accounts INTEGER NOT NULL,
      report_sha256 TEXT NOT NULL,
      report BLOB NOT NULL,
      passes BLOB NOT NULL
    );
    CREATE INDEX run_by_project ON run (project, number);

    CREATE TABLE stored_account (
      account INTEGER PRIMARY KEY,
      project TEXT NOT NULL,
      tenant TEXT,
      uid TEXT NOT NULL,
      uid_key INTEGER NOT NULL,
      content INTEGER NOT NULL,
      email TEXT,
      email_class TEXT,
      email_resembles TEXT,
      phone TEXT,
      has_photo INTEGER NOT NULL,
      has_password INTEGER NOT NULL,
      created_at INTEGER,
      apple_credential INTEGER NOT NULL,
      apple_claim INTEGER NOT NULL,
      apple_sub TEXT,
      apple_email TEXT,
      apple_email_class TEXT,
      apple_email_resembles TEXT,
      relay_address TEXT,
      ever_apple INTEGER NOT NULL,
      ever_shown_without_apple INTEGER NOT NULL,
      first_seen_at INTEGER NOT NULL,
      -- For each of the three: when it was first seen, and when a snapshot last showed the account without it.
      apple_seen_at INTEGER,
      apple_absent_at INTEGER,
      email_seen_at INTEGER,
      email_absent_at INTEGER,
      phone_seen_at INTEGER,
      phone_absent_at INTEGER,
      -- Set while exports no longer show the account.
      last_seen_at INTEGER,
      gone_at INTEGER
    );

    -- Credentials other than Apple's, and second factors.
    CREATE TABLE stored_identifier (
      account INTEGER NOT NULL,
      provider TEXT NOT NULL,
      raw_id TEXT,
      email TEXT,
      email_class TEXT,
      email_resembles TEXT,
      phone TEXT,
      is_factor INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      absent_at INTEGER
    );
    CREATE INDEX stored_identifier_by_account ON stored_identifier (account);

    CREATE TABLE finding (
      id TEXT PRIMARY KEY,
      project TEXT NOT NULL,
      rule TEXT NOT NULL,
      account INTEGER,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      last_run INTEGER NOT NULL,
      resolved_run INTEGER
    ) WITHOUT ROWID;

    -- Of the last run only: what `explain` tells.
    CREATE TABLE timeline (
      finding_subject TEXT NOT NULL,
      position INTEGER NOT NULL,
      at INTEGER,
      text TEXT NOT NULL,
      source TEXT NOT NULL,
      locator TEXT NOT NULL,
      PRIMARY KEY (finding_subject, position)
    ) WITHOUT ROWID;
    """
}
