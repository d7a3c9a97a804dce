package import Evidence
package import Storage
package import Timestamps

/// Remembers what a run read: new records, and of those that were known, where they were read last.
///
/// It works on the store's connection, to which the run's file of evidence is attached, within the run's transaction.
package struct MemoryKeeper {
  private let store: Connection
  private let project: String
  private let run: Int64
  private let asOf: Timestamp
  /// The ids that this run's sources get are these, and their ordinals added.
  private let firstSource: Int64
  /// The least ref of a record that is not this run's own.
  private let rememberedFrom: Int64
  /// SQL over a row `k` of the keys: whether it is known for good whom the record means.
  private let isSettled: String

  /// - Parameters:
  ///   - run: the run's number.
  ///   - rememberedFrom: the least ref of a record that is not the run's own.
  ///   - shownUpTo: as `EvidenceSession.shownUpTo`.
  package init(
    _ store: Connection, project: String, run: Int64, asOf: Timestamp, rememberedFrom: Int64, shownUpTo: Int64?
  ) throws {
    self.store = store
    self.project = project
    self.run = run
    self.asOf = asOf
    self.rememberedFrom = rememberedFrom
    // A name may have gone to another account since the exports were made, and before the record.
    isSettled = "(k.uid IS NOT NULL OR coalesce(k.at <= \(shownUpTo ?? .min), 1))"
    firstSource = try (store.first(sql: "SELECT max(id) FROM main.remembered_source") { $0.integer(0) } ?? 0) + 1
  }

  /// - Parameters:
  ///   - sources: of this run.
  ///   - ended: ids of earlier runs' sources whose records count no longer, but for those that this run read again or
  ///     recalled.
  /// - Throws: `StorageError`.
  package func keep(_ sources: [ReadSource], ending ended: [Int64]) throws {
    try keepSources(sources)
    try keepRecords(of: sources, ending: ended)
  }

  /// What is about the sources alone: a merge does it, and leaves the records to the shards.
  ///
  /// - Throws: `StorageError`.
  package func keepSources(_ sources: [ReadSource]) throws {
    // What one that is not remembered told is missing tomorrow, and has to be known to be missing.
    try add(sources)
    try RejectedMemory.keep(sources.filter(\.isRemembered), from: firstSource, of: project, in: store)
    try AccountsBefore.prune(upTo: run, in: store)
  }

  /// The rest.
  ///
  /// - Throws: `StorageError`.
  package func keepRecords(of sources: [ReadSource], ending ended: [Int64]) throws {
    try end(ended)
    let passedOver = sources.filter { !$0.isRemembered }.map(\.ordinal)
    try moveReadAgain(butFrom: passedOver)
    try noteAccounts()
    try addNew(butFrom: passedOver)
  }

  private func add(_ sources: [ReadSource]) throws {
    let insert = try WriteStatement(
      store, into: "main.remembered_source",
      columns: [
        "id", "project", "run", "path", "series", "kind", "format", "sha256", "mapping", "captured_at", "counts_lines",
        "records", "first_at", "is_whole",
        "is_undecided", "last_at",
      ])
    for source in sources {
      insert.bind(firstSource + Int64(source.ordinal)).bind(project).bind(run).bind(source.path).bind(source.series)
        .bind(source.kind.rawValue).bind(source.format).bind(source.sha256).bind(source.mapping)
        .bind(source.capturedAt.milliseconds).bind(source.countsLines).bind(Int64(source.records))
        .bind(source.firstTime?.milliseconds).bind(source.isWhole).bind(!source.isRemembered)
        .bind(source.lastTime?.milliseconds)
      try insert.run()
    }
  }

  private func end(_ sources: [Int64]) throws {
    guard !sources.isEmpty else { return }
    try store.execute(sql: "CREATE TEMP TABLE ended_source (source INTEGER PRIMARY KEY)")
    defer { try? store.execute(sql: "DROP TABLE temp.ended_source") }
    let insert = try WriteStatement(store, into: "temp.ended_source", columns: ["source"])
    for source in sources { try insert.bind(source).run() }
    // What another source said before still counts, in the form that it had there.
    try store.execute(
      sql: """
        UPDATE main.\(MemorySchema.keys) SET source = first_source, place = first_place
        WHERE source IN temp.ended_source AND first_source NOT IN temp.ended_source
        """)
    try store.execute(
      sql: """
        UPDATE main.\(MemorySchema.keys) SET ended_run = ?
        WHERE source IN temp.ended_source AND ended_run IS NULL AND id NOT IN (SELECT id FROM evidence.recalled)
        """,
      arguments: [run])
  }

  /// What was read again stands where it was read last, and counts again.
  private func moveReadAgain(butFrom sources: [SourceOrdinal]) throws {
    try store.execute(
      sql: """
        UPDATE main.\(MemorySchema.keys) AS m
        SET source = ? + (a.ref >> \(Place.shiftOfSource)), place = a.ref & \(Self.placeMask), ended_run = NULL
        FROM evidence.read_again a WHERE a.id = m.id \(Self.notFrom(sources, "a.ref"))
        """,
      arguments: [firstSource])
  }

  /// Notes whom a record meant: later its names may be somebody else's. What it named stays, for when this run is
  /// withdrawn.
  private func noteAccounts() throws {
    for table in ["evidence.recalled", "evidence.read_again"] {
      try store.execute(
        sql: """
          UPDATE main.\(MemorySchema.keys) AS m SET account = (\(Self.account(of: "r.ref"))), account_run = \(run)
          FROM \(table) r CROSS JOIN evidence.evidence_key k ON k.ref = r.ref
          WHERE r.id = m.id AND m.account IS NULL AND \(isSettled) AND (\(Self.account(of: "r.ref"))) IS NOT NULL
          """)
    }
  }

  /// A condition on a ref; empty where it excludes nothing.
  private static func notFrom(_ sources: [SourceOrdinal], _ ref: String) -> String {
    let list = sources.map { "\($0)" }.joined(separator: ", ")
    return list.isEmpty ? "" : "AND (\(ref) >> \(Place.shiftOfSource)) NOT IN (\(list))"
  }

  private func addNew(butFrom sources: [SourceOrdinal]) throws {
    try store.execute(
      sql: """
        CREATE TEMP TABLE new_record
          (number INTEGER PRIMARY KEY, ref INTEGER NOT NULL, kind TEXT NOT NULL, account INTEGER)
        """)
    defer { try? store.execute(sql: "DROP TABLE temp.new_record") }
    // In order of kind, so that the rows of a kind have ids in a row.
    try store.execute(
      sql: """
        INSERT INTO temp.new_record (ref, kind, account)
        SELECT k.ref, k.kind, CASE WHEN \(isSettled) THEN (\(Self.account(of: "k.ref"))) END
        FROM evidence.evidence_key k
        WHERE k.ref < ? AND k.digest IS NOT NULL AND k.ref NOT IN (SELECT ref FROM evidence.read_again)
          \(Self.notFrom(sources, "k.ref"))
        ORDER BY k.kind, k.ref
        """,
      arguments: [rememberedFrom])
    let last = try store.first(sql: "SELECT max(id) FROM main.\(MemorySchema.keys)") { $0.integer(0) } ?? 0
    // Where persons are cut into shards, the other shards have ids too.
    let before = max(last, (try StateBase.noted(in: store)?.firstRecord ?? 1) - 1)
    try addKeys(after: before)
    let kinds = try store.all(
      sql: "SELECT kind, min(number), max(number) FROM temp.new_record GROUP BY kind"
    ) { (kind: $0.text(0), numbers: [$0.integer(1), $0.integer(2)]) }
    for (kind, numbers) in kinds {
      for table in MemoryTables.contents where table.kinds.contains(kind) {
        let names = table.columns.map(\.name)
        try store.execute(
          sql: """
            INSERT INTO main.\(MemorySchema.contents(table)) (id, \(names.joined(separator: ", ")))
            SELECT ? + n.number, \(names.map { "d.\($0)" }.joined(separator: ", "))
            FROM temp.new_record n CROSS JOIN \(table.name) d ON d.ref = n.ref
            WHERE n.number BETWEEN ? AND ? ORDER BY n.number
            """,
          arguments: [before] + numbers)
      }
    }
  }

  private func addKeys(after before: Int64) throws {
    let columns = MemorySchema.keyColumns.map(\.name)
    let values = columns.map { column in
      switch column {
      case "account": "n.account"
      // The store has the names of its own accounts.
      case _ where column.hasSuffix("_text"): "CASE WHEN n.account IS NULL THEN k.\(column) END"
      default: "k.\(column)"
      }
    }
    let (source, place) = ("?2 + (n.ref >> \(Place.shiftOfSource))", "n.ref & \(Self.placeMask)")
    try store.execute(
      sql: """
        INSERT INTO main.\(MemorySchema.keys) (id, \(columns.joined(separator: ", ")), source, place, first_source, first_place, account_run)
        SELECT ?1 + n.number, \(values.joined(separator: ", ")), \(source), \(place), \(source), \(place),
          CASE WHEN n.account IS NOT NULL THEN \(run) END
        FROM temp.new_record n CROSS JOIN evidence.evidence_key k ON k.ref = n.ref ORDER BY n.number
        """,
      arguments: [before, firstSource])
  }

  /// The one account of the store that a record means; null where it means none or several.
  private static func account(of ref: String) -> String {
    """
    SELECT CASE WHEN count(*) = 1 THEN max(account) END FROM evidence.evidence_account e
    WHERE e.ref = \(ref) AND e.account > 0
    """
  }

  private static var placeMask: Int64 { (1 << Place.shiftOfSource) - 1 }
}
