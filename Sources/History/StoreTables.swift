/// The tables of a new store, as the steps of `Migrations` leave those of an older one. A new store is made at once:
/// SQLite reads the whole schema again after each change of a table, which took a fifth of the audit of a sample.
///
/// The steps share the texts that no later step has changed; a text that changes here has to stay there as it was. A
/// test compares both. The tables of remembered records follow from the kinds of evidence: `MemorySchema`.
enum StoreTables {
  static let schema = [
    runs, accounts, accountsBefore, findings, rememberedSources, FormerNames.schema, Ledger.schema, NameLog.schema,
    ForgottenStore.schema, RunHistory.reportSchema, RunHistory.flaggedSchema, RejectedMemory.schema,
  ].joined(separator: "\n")

  private static let runs = """
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
      passes BLOB NOT NULL,
      -- Over older captures than those of a run before it.
      is_history INTEGER NOT NULL DEFAULT 0,
      -- Under another name of the project, which is part of the ids of its findings.
      is_renamed INTEGER NOT NULL DEFAULT 0,
      -- Why it was withdrawn; null where it was not.
      withdrawn TEXT,
      -- How much a run notes, from 1; `Migrations` says what came when.
      edition INTEGER NOT NULL DEFAULT 1,
      gate_scope TEXT,
      fail_on TEXT,
      -- `RunCounts`, as JSON.
      counts BLOB
    );
    CREATE INDEX run_by_project ON run (project, number);

    \(runDetails)
    """

  static let runDetails = """
    -- The kinds of evidence that a run's own sources had, and when the newest source of each was captured.
    CREATE TABLE run_kind (
      run INTEGER NOT NULL,
      kind TEXT NOT NULL,
      captured_to INTEGER NOT NULL,
      PRIMARY KEY (run, kind)
    ) WITHOUT ROWID;

    -- Of each source, without the dates in its path: its kind, and the kinds that it stands for.
    CREATE TABLE run_source (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      kind TEXT NOT NULL,
      stands_for TEXT NOT NULL,
      PRIMARY KEY (run, path, kind, stands_for)
    ) WITHOUT ROWID;

    CREATE TABLE run_rule (
      run INTEGER NOT NULL,
      rule TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      PRIMARY KEY (run, rule)
    ) WITHOUT ROWID;
    """

  private static let accounts = """
    -- What each night reads of every account stands first: behind the others it took three times as long to read.
    CREATE TABLE stored_account (
      account INTEGER PRIMARY KEY,
      project TEXT NOT NULL,
      uid_key INTEGER NOT NULL,
      content INTEGER NOT NULL,
      first_seen_at INTEGER NOT NULL,
      -- Set while exports no longer show the account, as is `last_seen_at`.
      gone_at INTEGER,
      -- Whether all that is known of it was there at first sight; if not, a later run looks for the rest.
      is_as_first_seen INTEGER NOT NULL,
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
      phone_absent_at INTEGER,
      -- The runs that first stored it and that saw it gone: a run that is withdrawn takes both back.
      added_run INTEGER,
      gone_run INTEGER,
      display_name TEXT,
      name_seen_at INTEGER,
      name_absent_at INTEGER,
      -- When it was first known to be anonymized; null once Apple's credential is gone.
      anonymized_at INTEGER
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
      -- 0 a credential, 1 a second factor, 2 another thing that identifies the person, 3 a credential that is gone.
      role INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      absent_at INTEGER
    );
    CREATE INDEX stored_identifier_by_account ON stored_identifier (account);
    """

  static let accountsBefore = """
    -- What the last runs changed of accounts, as it was before: `AccountWithdrawal`. A column that `stored_account`
    -- gains has to be added here, in the same place.
    CREATE TABLE account_before AS SELECT 0 AS changed_run, * FROM stored_account WHERE 0;
    CREATE INDEX account_before_by_run ON account_before (changed_run, account);
    CREATE TABLE identifier_before AS SELECT 0 AS changed_run, * FROM stored_identifier WHERE 0;
    CREATE INDEX identifier_before_by_run ON identifier_before (changed_run, account);
    """

  private static let findings = """
    CREATE TABLE finding (
      id TEXT PRIMARY KEY,
      project TEXT NOT NULL,
      rule TEXT NOT NULL,
      account INTEGER,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      last_run INTEGER NOT NULL,
      resolved_run INTEGER,
      -- In `timeline`, of the finding's `last_run`, while that is its project's last; 0 where they were not kept.
      first_event INTEGER,
      last_event INTEGER,
      verdict TEXT,
      -- The run that last judged it; null for `last_run`.
      judged_run INTEGER,
      resolved_cause TEXT,
      -- The id by which reports with hashed personal data show it; null where none did.
      published TEXT,
      -- `HiddenNames`; null where the finding's report tells the name.
      uid_hash TEXT,
      object_hash TEXT
    ) WITHOUT ROWID;
    CREATE INDEX finding_by_published ON finding (published) WHERE published IS NOT NULL;

    \(timeline)
    """

  /// The events of a person once and in a row, and each finding knows where: with its id in each event and an index of
  /// ids, timelines took a tenth longer and twice the room.
  static let timeline = """
    CREATE TABLE timeline (
      event INTEGER PRIMARY KEY,
      at INTEGER,
      text TEXT NOT NULL,
      source TEXT NOT NULL,
      locator TEXT NOT NULL
    );
    """

  static let rememberedSources = """
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
      is_whole INTEGER NOT NULL,
      -- 1 for a source whose records are not remembered: nothing read a column that may change what they say.
      is_undecided INTEGER NOT NULL DEFAULT 0,
      last_at INTEGER
    );
    CREATE INDEX remembered_source_by_project ON remembered_source (project, id);
    """
}
