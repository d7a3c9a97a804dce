/// What a run in a shard touches in its store, noted by triggers.
enum ShardNotes {
  /// The parts of an account.
  enum Part: Int64 {
    case account = 1
    case identifiers = 2
    /// Identifiers are kept as they were only with their account.
    case before = 4
    case formerNames = 8
  }

  static let schema = """
    CREATE TEMP TABLE shard_account (
      account INTEGER NOT NULL,
      part INTEGER NOT NULL,
      PRIMARY KEY (account, part)
    ) WITHOUT ROWID;
    CREATE TEMP TABLE shard_record (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE shard_person (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE shard_person_name (hash BLOB NOT NULL, person INTEGER NOT NULL, PRIMARY KEY (hash, person))
      WITHOUT ROWID;
    CREATE TEMP TABLE shard_name_log (bucket INTEGER NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (bucket, run))
      WITHOUT ROWID;
    -- As they were.
    CREATE TEMP TABLE shard_name_before (
      bucket INTEGER NOT NULL,
      run INTEGER NOT NULL,
      event INTEGER NOT NULL,
      pairs BLOB NOT NULL,
      PRIMARY KEY (bucket, run, event)
    ) WITHOUT ROWID;
    \(account(.account, "stored_account", ["INSERT", "UPDATE", "DELETE"]))
    \(account(.identifiers, "stored_identifier", ["INSERT", "UPDATE", "DELETE"]))
    \(account(.before, "account_before", ["INSERT"]))
    \(account(.formerNames, "former_name", ["INSERT"]))
    \(triggers(MemorySchema.keys, ["INSERT", "UPDATE", "DELETE"]) { "shard_record VALUES (\($0).id)" })
    \(triggers("forgotten_person", ["UPDATE"]) { "shard_person VALUES (\($0).id)" })
    \(triggers("forgotten_name", ["INSERT"]) { "shard_person_name VALUES (\($0).hash, \($0).person)" })
    \(triggers("outside_name", ["INSERT", "UPDATE", "DELETE"]) { "shard_name_log VALUES (\($0).bucket, \($0).run)" })
    CREATE TEMP TRIGGER shard_outside_name_before BEFORE DELETE ON main.outside_name BEGIN
      INSERT OR IGNORE INTO shard_name_before VALUES (old.bucket, old.run, old.event, old.pairs);
    END;
    """

  private static func account(_ part: Part, _ table: String, _ events: [String]) -> String {
    triggers(table, events) { "shard_account VALUES (\($0).account, \(part.rawValue))" }
  }

  /// - Parameter note: what is inserted, of a row `old` or `new`.
  private static func triggers(_ table: String, _ events: [String], _ note: (String) -> String) -> String {
    events.map { event in
      """
      CREATE TEMP TRIGGER shard_\(table)_\(event.lowercased()) AFTER \(event) ON main.\(table) BEGIN
        INSERT OR IGNORE INTO \(note(event == "DELETE" ? "old" : "new"));
      END;
      """
    }.joined(separator: "\n")
  }
}
