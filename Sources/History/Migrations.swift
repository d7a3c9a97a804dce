import Storage

/// The steps that give an older store the tables of a new one (`StoreTables`).
enum Migrations {
  static let steps = [
    SchemaStep("1 runs, accounts, findings", sql: firstSchema),
    SchemaStep("2 timelines as they come", sql: "DROP TABLE timeline; \(timelines)"),
    SchemaStep("3 what every run asks of an account comes first", sql: accountsToLoad),
    SchemaStep("4 one timeline for all findings of a person", sql: "DROP TABLE timeline; \(sharedTimelines)"),
    // Until then the key was derived from hashes that the report publishes. The next run makes a random one.
    SchemaStep(
      "5 the derived key of hashed personal data goes", sql: "DELETE FROM setting WHERE name = 'personal data key'"),
    SchemaStep("6 what a later run has to know of a run", sql: continuity),
    SchemaStep("7 sources of remembered records", sql: rememberedSources),
    SchemaStep("8 names that accounts bore before", sql: FormerNames.schema),
    SchemaStep("9 names, remembered anonymity, and credentials that are gone", sql: accountsRemembered),
    SchemaStep("10 the ledger", sql: Ledger.schema),
    SchemaStep("11 flagged accounts of past runs", sql: flaggedAccounts),
    // Runs from here on have the edition 4 or more: they note the names of accounts out of scope.
    SchemaStep("12 names of accounts out of scope", sql: NameLog.schema),
    SchemaStep("13 whom the store was told to forget", sql: ForgottenStore.schema),
    SchemaStep("14 findings of past runs one by one", sql: findingsOneByOne),
    SchemaStep("15 flagged accounts of past runs in parts", sql: flaggedInParts),
    SchemaStep("16 names of findings that reports mask", sql: namesOfFindings),
    SchemaStep("17 whom rejected records name", sql: RejectedMemory.schema),
    SchemaStep("18 timelines of each project's last run", sql: timelinesOfProjects),
    SchemaStep("19 sources that were not remembered", sql: undecidedSources),
    // Null in sources older than this step: then nothing tells where a log ended.
    SchemaStep("20 until when sources have records", sql: "ALTER TABLE remembered_source ADD COLUMN last_at INTEGER;"),
  ]

  /// Until then, those of the last run of all were kept, and the numbers of all others are of events that went.
  private static let timelinesOfProjects = """
    UPDATE finding SET first_event = 0, last_event = 0
    WHERE first_event IS NOT NULL AND last_run <> (SELECT max(number) FROM run);
    """

  private static let undecidedSources = """
    ALTER TABLE remembered_source ADD COLUMN is_undecided INTEGER NOT NULL DEFAULT 0;
    """

  private static let findingsOneByOne = """
    \(RunHistory.reportSchema)
    -- The id by which reports with hashed personal data show it; null where none did.
    ALTER TABLE finding ADD COLUMN published TEXT;
    CREATE INDEX finding_by_published ON finding (published) WHERE published IS NOT NULL;
    """

  private static let flaggedInParts = """
    \(RunHistory.flaggedSchema)
    INSERT INTO flagged_part SELECT run, NULL, accounts FROM run_flagged;
    INSERT INTO run_flagged_part SELECT run, 0, run FROM run_flagged;
    DROP TABLE run_flagged;
    """

  private static let namesOfFindings = """
    -- `HiddenNames`; null where the finding's report tells the name, and in findings older than this step.
    ALTER TABLE finding ADD COLUMN uid_hash TEXT;
    ALTER TABLE finding ADD COLUMN object_hash TEXT;
    """

  private static let flaggedAccounts = """
    -- All flagged accounts of a run, where they are more than its report holds. Who is forgotten has to go from here
    -- too: the list has uids, and email addresses as the run's reports show them.
    CREATE TABLE run_flagged (
      run INTEGER PRIMARY KEY,
      -- Compressed: `FlaggedList`.
      accounts BLOB NOT NULL
    );
    """

  /// Runs from here on have the edition 3 or more: they read display names, claims and the like.
  private static let accountsRemembered = """
    \(["stored_account", "account_before"].map { table in
      """
      ALTER TABLE \(table) ADD COLUMN display_name TEXT;
      ALTER TABLE \(table) ADD COLUMN name_seen_at INTEGER;
      ALTER TABLE \(table) ADD COLUMN name_absent_at INTEGER;
      -- When it was first known to be anonymized; null once Apple's credential is gone.
      ALTER TABLE \(table) ADD COLUMN anonymized_at INTEGER;
      UPDATE \(table) SET anonymized_at = coalesce(apple_seen_at, first_seen_at)
      WHERE relay_address IS NOT NULL AND (ever_apple OR NOT ever_shown_without_apple);
      """
    }.joined(separator: "\n"))
    -- 0 a credential, 1 a second factor, 2 another thing that identifies the person, 3 a credential that is gone.
    ALTER TABLE stored_identifier RENAME COLUMN is_factor TO role;
    ALTER TABLE identifier_before RENAME COLUMN is_factor TO role;
    """

  private static let continuity = """
    -- Over older captures than those of a run before it.
    ALTER TABLE run ADD COLUMN is_history INTEGER NOT NULL DEFAULT 0;
    -- Under another name of the project, which is part of the ids of its findings.
    ALTER TABLE run ADD COLUMN is_renamed INTEGER NOT NULL DEFAULT 0;
    -- Why it was withdrawn; null where it was not.
    ALTER TABLE run ADD COLUMN withdrawn TEXT;
    -- 1 where the run came before this step: then what follows is null until it is read from its report.
    ALTER TABLE run ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE run ADD COLUMN gate_scope TEXT;
    ALTER TABLE run ADD COLUMN fail_on TEXT;
    -- `RunCounts`, as JSON.
    ALTER TABLE run ADD COLUMN counts BLOB;

    \(StoreTables.runDetails)

    -- Null in findings older than this step.
    ALTER TABLE finding ADD COLUMN verdict TEXT;
    -- The run that last judged it; null for `last_run`.
    ALTER TABLE finding ADD COLUMN judged_run INTEGER;
    ALTER TABLE finding ADD COLUMN resolved_cause TEXT;
    """

  private static let rememberedSources = """
    CREATE TABLE remembered_source (
      id INTEGER PRIMARY KEY,
      project TEXT NOT NULL,
      -- The run that read it.
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      -- The path without the dates in it.
      series TEXT NOT NULL,
      kind TEXT NOT NULL,
      format TEXT,
      sha256 TEXT NOT NULL,
      -- What its reading depended on.
      mapping TEXT NOT NULL,
      captured_at INTEGER NOT NULL,
      counts_lines INTEGER NOT NULL,
      records INTEGER NOT NULL,
      first_at INTEGER,
      is_whole INTEGER NOT NULL
    );
    CREATE INDEX remembered_source_by_project ON remembered_source (project, id);
    -- The runs that first stored an account and that saw it gone: a run that is withdrawn takes both back.
    ALTER TABLE stored_account ADD COLUMN added_run INTEGER;
    ALTER TABLE stored_account ADD COLUMN gone_run INTEGER;
    \(StoreTables.accountsBefore)
    """

  /// Of the last run only: what `explain` shows.
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

  private static let sharedTimelines = """
    \(StoreTables.timeline)
    -- Of the finding's `last_run`, while that is the last of all.
    ALTER TABLE finding ADD COLUMN first_event INTEGER;
    ALTER TABLE finding ADD COLUMN last_event INTEGER;
    """

  /// Each night reads six values of every account. Behind the others, and with the last of them worked out anew from
  /// thirteen, that took three times as long.
  private static let accountsToLoad = """
    CREATE TABLE stored_account_now (
      account INTEGER PRIMARY KEY,
      project TEXT NOT NULL,
      uid_key INTEGER NOT NULL,
      content INTEGER NOT NULL,
      first_seen_at INTEGER NOT NULL,
      gone_at INTEGER,
      -- Whether all that is known of it was there at first sight; if not, a later run looks for the rest.
      is_as_first_seen INTEGER NOT NULL,
      -- While `gone_at` is set.
      last_seen_at INTEGER,
      tenant TEXT,
      uid TEXT NOT NULL,
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
      -- For each of the three: when it was first seen, and when a snapshot last showed the account without it.
      apple_seen_at INTEGER,
      apple_absent_at INTEGER,
      email_seen_at INTEGER,
      email_absent_at INTEGER,
      phone_seen_at INTEGER,
      phone_absent_at INTEGER
    );
    INSERT INTO stored_account_now
    SELECT account, project, uid_key, content, first_seen_at, gone_at,
      -- A time that is null is no later one.
      CASE WHEN apple_seen_at <> first_seen_at OR email_seen_at <> first_seen_at OR phone_seen_at <> first_seen_at
        OR apple_absent_at IS NOT NULL OR email_absent_at IS NOT NULL OR phone_absent_at IS NOT NULL
        OR ever_apple <> (apple_credential OR apple_claim) OR ever_shown_without_apple
        OR apple_sub IS NOT NULL AND NOT apple_credential
        OR EXISTS (SELECT 1 FROM stored_identifier i WHERE i.account = stored_account.account
          AND (i.absent_at IS NOT NULL OR i.seen_at <> first_seen_at))
      THEN 0 ELSE 1 END,
      last_seen_at, tenant, uid, email, email_class, email_resembles, phone, has_photo, has_password, created_at,
      apple_credential, apple_claim, apple_sub, apple_email, apple_email_class, apple_email_resembles, relay_address,
      ever_apple, ever_shown_without_apple, apple_seen_at, apple_absent_at, email_seen_at, email_absent_at, phone_seen_at,
      phone_absent_at
    FROM stored_account;
    DROP TABLE stored_account;
    ALTER TABLE stored_account_now RENAME TO stored_account;
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
