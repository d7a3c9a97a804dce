import Storage

/// Tables that live as long as one run, in its `RunFiles`. Those of one kind of evidence stand in the kind's folder.
package enum RunTables {
  static let context = RunTable(
    "evidence.run_context",
    [
      "project TEXT NOT NULL", "has_accounts INTEGER NOT NULL", "previous_captured_at INTEGER",
      "accounts INTEGER NOT NULL", "is_complete INTEGER NOT NULL", "previous_accounts INTEGER",
      "configured_project TEXT",
      // The least ref of a remembered record.
      "remembered_from INTEGER NOT NULL",
      "apple_accounts INTEGER NOT NULL",
    ])

  static let sources = RunTable(
    "evidence.source_fact",
    [
      "source INTEGER PRIMARY KEY", "path TEXT NOT NULL", "kind TEXT", "format TEXT", "captured_at INTEGER NOT NULL",
      "records INTEGER NOT NULL", "rejected INTEGER NOT NULL", "truncated INTEGER NOT NULL", "export TEXT",
      "shows_tenants INTEGER NOT NULL", "stated_records INTEGER", "shown_records INTEGER NOT NULL",
      "undecided INTEGER NOT NULL",
    ])

  /// Secrets found in sources, without their values.
  static let secrets = RunTable(
    "evidence.secret_data",
    ["source INTEGER NOT NULL", "kind TEXT NOT NULL", "records INTEGER NOT NULL", "ref INTEGER NOT NULL"],
    key: "source, kind")

  static let coverage = RunTable(
    "evidence.coverage_fact",
    [
      "kind TEXT PRIMARY KEY", "present INTEGER NOT NULL", "records INTEGER NOT NULL", "matched INTEGER NOT NULL",
      "first_at INTEGER", "last_at INTEGER", "supplied INTEGER NOT NULL", "remembered INTEGER NOT NULL",
      "captured_to INTEGER",
    ])

  /// Persons whom no export shows; their numbers are negative.
  static let shadows = RunTable(
    "evidence.shadow",
    [
      "account INTEGER PRIMARY KEY", "tenant TEXT", "uid TEXT", "email TEXT", "email_class TEXT", "apple_sub TEXT",
      // `Subject.key`
      "name INTEGER",
    ])

  /// Whom each record names: keys for joining, and for persons whom no export shows, the texts.
  static let keys = RunTable(
    "evidence.evidence_key",
    [
      "ref INTEGER PRIMARY KEY", "kind TEXT NOT NULL", "tenant TEXT", "uid INTEGER", "apple_sub INTEGER",
      "email INTEGER", "email_sha256 INTEGER", "phone INTEGER", "uid_text TEXT", "email_text TEXT",
      "apple_sub_text TEXT", "request_id TEXT", "before INTEGER",
      // The record's own time.
      "at INTEGER", "content INTEGER NOT NULL",
      // For a remembered record, the account that it meant when it was read.
      "account INTEGER",
      // An address that Apple calls private, by its key.
      "private_email INTEGER",
      // When the record says that Apple hides the person's address: its own time, or 0; null where it does not say so.
      "private_at INTEGER",
      // Of all that the run's tables hold of the record; null where memory does not keep it.
      "digest INTEGER",
      // 1 for a record of `OtherActivity`, or more.
      "other_activity INTEGER",
    ])

  /// When each source was captured, and which table it is a copy of (`TableNames`); those of remembered records too.
  static let captures = RunTable(
    "evidence.capture_fact",
    ["source INTEGER PRIMARY KEY", "captured_at INTEGER NOT NULL", "copy_of INTEGER NOT NULL"])

  /// The records that memory added to the run's tables.
  static let recalled = RunTable("evidence.recalled", ["id INTEGER PRIMARY KEY", "ref INTEGER NOT NULL"])

  /// Remembered records that a source of this run repeats, each by a record of its own.
  static let readAgain = RunTable("evidence.read_again", ["id INTEGER PRIMARY KEY", "ref INTEGER NOT NULL UNIQUE"])

  /// In SQL: whether an earlier run read a record, and no source of this run shows it.
  ///
  /// - Parameter ref: the record's.
  static func isRemembered(_ ref: String) -> String { "\(ref) >= (SELECT remembered_from FROM \(context.name))" }

  /// In SQL: whether a record names clients, and none of them is of `apple.client_ids`.
  ///
  /// - Parameter names: the column of their ids, separated by spaces.
  static func isForeign(_ names: String) -> String {
    """
    \(names) IS NOT NULL AND EXISTS (SELECT 1 FROM \(clientIDs.name)) AND NOT EXISTS (
      SELECT 1 FROM \(clientIDs.name) c WHERE instr(' ' || \(names) || ' ', ' ' || c.name || ' ') > 0)
    """
  }

  /// Which accounts each record means.
  static let evidenceAccounts = RunTable(
    "evidence.evidence_account", ["account INTEGER NOT NULL", "ref INTEGER NOT NULL"], key: "account, ref",
    isWithoutRowID: true)

  /// When exports last showed a present account with a `sub` that a notification names and that it has no more; in
  /// milliseconds.
  static let formerSubs = RunTable(
    "evidence.former_sub", ["account INTEGER NOT NULL", "sub INTEGER NOT NULL", "last_seen INTEGER NOT NULL"],
    key: "account, sub, last_seen", isWithoutRowID: true)

  /// Records whose names fit several accounts, so that they mean none.
  static let ambiguous = RunTable(
    "evidence.ambiguous_data", ["ref INTEGER PRIMARY KEY", "kind TEXT NOT NULL"])

  /// In SQL: whether the names of the record `ref` fit one account at most.
  static let isUnambiguous = "ref NOT IN (SELECT ref FROM \(ambiguous.name))"

  /// In SQL: whether a record names a person's uid, which says for sure whom it is about.
  ///
  /// - Parameter table: the record's, with a column `ref`.
  static func namesUID(_ table: String) -> String {
    "EXISTS (SELECT 1 FROM \(keys.name) k WHERE k.ref = \(table).ref AND k.uid IS NOT NULL)"
  }

  // What the configuration says, and the tenants that the exports show.
  static let relaySenders = RunTable("evidence.relay_sender_data", ["name TEXT PRIMARY KEY"])
  static let clientIDs = RunTable("evidence.client_id_data", ["name TEXT PRIMARY KEY"])
  static let exportedTenants = RunTable("evidence.exported_tenant_data", ["name TEXT PRIMARY KEY"])
  static let authDomains = RunTable("evidence.auth_domain_data", ["name TEXT PRIMARY KEY"])

  /// One row at most.
  static let teamTransfers = RunTable("evidence.team_transfer_data", ["transferred_at INTEGER NOT NULL"])

  static let all =
    [
      context, sources, secrets, coverage, shadows, keys, captures, recalled, readAgain, evidenceAccounts, formerSubs,
      ambiguous, relaySenders, clientIDs, exportedTenants, authDomains, teamTransfers, SignedTokenWriter.table,
      RejectedPersons.table, UndecidedPersons.table, OtherIdentifiers.rows, UnlinkedCredentials.rows,
    ] + EvidenceKinds.all.flatMap { $0.tables }

  package static let schema = all.map(\.schema).joined(separator: "\n")

  /// Lower-case, those of indexes too.
  static func names(in database: Connection) throws -> Set<String> {
    Set(
      try RunFiles.File.allCases.flatMap { file in
        try database.all(sql: "SELECT lower(name) FROM \(file.rawValue).sqlite_schema") { $0.text(0) }
      })
  }

  // Each index is built when its table's rows are in: sorting once is cheaper than keeping an index sorted.
  static let identifierIndex = AccountTable.identifiers.index(by: "account")
  static let evidenceIndex = evidenceAccounts.index(by: "ref")
  static let linkIndex = LinkKind.rows.index(by: "account")
  static let otherIndexes = [ConsentKind.rows, DeletionKind.rows, OtherIdentifiers.rows].map { $0.index(by: "account") }
    .joined()
}
