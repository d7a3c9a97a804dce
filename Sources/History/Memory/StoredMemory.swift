import Evidence
import Storage
import Timestamps

/// What earlier runs of a project read, as the store keeps it, and its way into a run's tables.
///
/// It copies through a connection of its own, to the run files and the store: neither the session's connection, which
/// runs rules, nor the store's, whose transaction lasts as long as the run, has both. One thread at a time uses it, and
/// it is done with before the store is written to.
final class StoredMemory: EarlierEvidence {
  private let database: Connection
  /// Between the steps: another thread may take the next one.
  private let handover: Connection.Handover
  private let project: String
  private let asOf: Timestamp
  private let span: TimeSpan
  private(set) var ended: [Int64] = []
  /// Those of `ended` that newer snapshots end.
  private var outdated: [Int64] = []
  private(set) var shrunken: [ShrunkenTable] = []
  private(set) var damaged: [EarlierDamage] = []
  private(set) var leftOver: [LeftOverFile] = []
  private(set) var lostColumns: [LostColumn] = []
  private(set) var revivedConsents = 0
  /// What `find` compared.
  private var compared: (known: [KnownSource], sources: [ReadSource], series: FileSeries)?
  private(set) var absent: [AbsentFile] = []
  /// The files that may be left over, by the ids of their sources, until it is known whether a record of theirs counts.
  private var unmatched: [Int64: LeftOverFile] = [:]
  /// The same of those that may be absent.
  private var missing: [Int64: AbsentFile] = [:]

  /// - Parameters:
  ///   - files: a connection to the run files.
  ///   - store: the path of the store, whose memory is that of all runs that ended before.
  ///   - span: how long after it was last read a record counts.
  init(_ files: Connection, store: String, project: String, asOf: Timestamp, span: TimeSpan) throws {
    database = files
    self.project = project
    self.asOf = asOf
    self.span = span
    try database.execute(sql: "ATTACH ? AS memory", arguments: [store])
    handover = database.handOver()
  }

  func find(beside sources: [ReadSource], from first: SourceOrdinal) throws -> [RememberedSource] {
    handover.take()
    defer { handover.release() }
    let all = try knownSources()
    guard !all.isEmpty else { return [] }
    let known = all.filter { !$0.isUndecided }
    let series = FileSeries(all.map(\.file) + sources.map(\.file))
    compared = (all, sources, series)
    let entries: SnapshotEntries
    (ended, outdated, entries) = Self.compare(all, sources, series)
    unmatched = entries.unmatched.filter { !ended.contains($0.key) }
    let missed = known.filter { !ended.contains($0.id) && unmatched[$0.id] == nil }
    missing = MissingFiles(missed.map { ($0.id, $0.file, $0.source.path) }, beside: sources.map(\.file), series).all
    shrunken = ShrunkenTable.all(known, sources, series)
    damaged = try damaged(all, sources)
    // The ordinal is that of the place in the list.
    let remembered = known.enumerated().map { index, source in source.remembered(as: first + index) }
    try list(known, from: first)
    return remembered
  }

  func ended(butBy undecided: Set<SourceOrdinal>) -> [Int64] {
    guard !undecided.isEmpty, let (all, read, series) = compared else { return ended }
    let sources = read.map { source in
      var source = source
      if undecided.contains(source.ordinal) { source.endsWhatItLacks = false }
      return source
    }
    return Self.compare(all, sources, series).ended
  }

  private static func compare(
    _ all: [KnownSource], _ sources: [ReadSource], _ series: FileSeries
  ) -> (ended: [Int64], outdated: [Int64], entries: SnapshotEntries) {
    let known = all.filter { !$0.isUndecided }
    let entries = SnapshotEntries(sources, known: known.map { ($0.id, $0.series, $0.source) })
    let replaced = Set(replaced(all, by: sources))
    let tables = sources.filter(\.endsWhatItLacks)
    let continued = all.filter { source in tables.contains { source.isContinued(by: $0, in: series) } }.map(\.id)
    let outdated = entries.ended.union(continued).subtracting(replaced)
    return (replaced.union(outdated).sorted(), outdated.sorted(), entries)
  }

  func forEachName(_ body: (RememberedName) throws -> Void) throws {
    handover.take()
    defer { handover.release() }
    let known = try columns(of: MemorySchema.keys)
    let columns = RememberedName.columns.map { known.contains($0) ? "m.\($0)" : "NULL" }.joined(separator: ", ")
    let rows = try SelectStatement(database, "SELECT \(columns) FROM \(records) WHERE \(doesCount)")
    while try rows.next() { try RememberedName(rows).map(body) }
  }

  func aliases() throws -> [AliasRecord] {
    handover.take()
    defer { handover.release() }
    let columns = MemoryTables.aliases.columns.map { "d.\($0.name)" }.joined(separator: ", ")
    let stored = MemorySchema.contents(MemoryTables.aliases)
    return try database.all(
      sql: """
        SELECT 0, \(columns) FROM memory.\(stored) d
          JOIN (SELECT m.id FROM \(records) WHERE \(doesCount)) r ON r.id = d.id
        """
    ) { AliasRecord($0) }
  }

  func copy() throws {
    handover.take()
    defer { handover.release() }
    try database.transaction {
      try findReadAgain()
      try findRecalled()
      try findLeftOver()
      try compareRestated()
      try copyKeys()
      for table in MemoryTables.contents {
        try copy(table, columns: table.columns, from: MemorySchema.contents(table))
      }
    }
  }

  /// The sources that runs of an earlier or equal as-of read: a night that is judged again uses what the store had
  /// then.
  private func knownSources() throws -> [KnownSource] {
    try database.all(
      sql: """
        SELECT s.id, s.series, s.sha256, s.mapping, s.path, s.kind, s.captured_at, s.counts_lines, s.run, r.as_of, s.records,
          s.first_at, s.is_whole, s.is_undecided, s.last_at
        FROM memory.remembered_source s JOIN memory.run r ON r.number = s.run
        WHERE s.project = ? AND r.as_of <= ? ORDER BY s.id
        """,
      arguments: [project, asOf.milliseconds]
    ) { row in
      EvidenceKind(rawValue: row.text(5)).map { kind in
        KnownSource(
          id: row.integer(0), series: row.text(1), sha256: row.text(2), mapping: row.text(3),
          firstAt: row.optionalInteger(11), lastAt: row.optionalInteger(14), isUndecided: row.flag(13),
          source: RememberedSource(
            ordinal: 0, path: row.text(4), kind: kind, capturedAt: Timestamp(milliseconds: row.integer(6)),
            countsLines: row.flag(7), records: Int(row.integer(10)), isWhole: row.flag(12),
            run: row.integer(8), runAsOf: Timestamp(milliseconds: row.integer(9))))
      }
    }.compactMap { $0 }
  }

  /// The ids of sources that have the bytes of one of this run, which was read with other settings.
  private static func replaced(_ known: [KnownSource], by sources: [ReadSource]) -> [Int64] {
    let readings = Dictionary(grouping: sources, by: \.sha256)
    func isReadAsNow(_ source: KnownSource) -> Bool {
      readings[source.sha256]?.contains { $0.mapping == source.mapping } == true
    }
    let unchanged = Dictionary(grouping: known.filter(isReadAsNow)) { "\($0.source.run) \($0.sha256)" }
    return known.filter { source in
      guard let now = readings[source.sha256], !isReadAsNow(source) else { return false }
      // The run may have read two files of the same bytes, of which one is read as it was and the other is not there
      // tonight. A file that is there is read as tonight's entries say, and as nothing else.
      let copies = unchanged["\(source.source.run) \(source.sha256)"] ?? []
      let isAbsentCopy =
        copies.contains { $0.source.path != source.source.path } && !now.contains { $0.series == source.series }
        && !copies.contains { $0.source.path == source.source.path }
      return !isAbsentCopy
    }.map(\.id)
  }

  /// What other files of its bytes, or whole snapshots, replaced is damaged no more.
  private func damaged(_ known: [KnownSource], _ sources: [ReadSource]) throws -> [EarlierDamage] {
    let rejected = try RejectedMemory.names(of: project, in: database, schema: "memory")
    let ended = Set(ended)
    let earlier = known.filter { !ended.contains($0.id) && $0.source.runAsOf >= asOf - span }.map { source in
      DamagedSources.Reading(
        path: source.source.path, series: source.series, kind: source.source.kind, run: source.source.run,
        runAsOf: source.source.runAsOf, capturedAt: source.source.capturedAt,
        firstTime: source.firstAt.map(Timestamp.init(milliseconds:)),
        lastTime: source.lastAt.map(Timestamp.init(milliseconds:)),
        records: source.records, isWhole: source.source.isWhole && !source.isUndecided,
        isUndecided: source.isUndecided, rejected: rejected[source.id] ?? [], sha256: source.sha256)
    }
    let tonight = sources.map { source in
      DamagedSources.Reading(
        path: source.path, series: source.series, kind: source.kind, run: DamagedSources.thisRun, runAsOf: asOf,
        capturedAt: source.capturedAt, firstTime: source.firstTime, lastTime: source.lastTime, records: source.records,
        isWhole: source.isWhole, rejected: source.rejectedNames.keys, sha256: source.sha256)
    }
    return DamagedSources(earlier + tonight).find()
  }

  /// Lists the sources whose records may count, with their ordinals in this run.
  private func list(_ known: [KnownSource], from first: SourceOrdinal) throws {
    try database.execute(
      sql: "CREATE TEMP TABLE admitted (source INTEGER PRIMARY KEY, ordinal INTEGER NOT NULL, counts INTEGER NOT NULL)")
    let insert = try WriteStatement(database, into: "temp.admitted", columns: ["source", "ordinal", "counts"])
    let ended = Set(ended)
    for (index, source) in known.enumerated() {
      try insert.bind(source.id).bind(Int64(first + index)).bind(!ended.contains(source.id)).run()
    }
  }

  /// Whether the account of the remembered record `m` was known to runs of an earlier or equal as-of.
  private var wasNotedByNow: String {
    "(SELECT as_of FROM memory.run WHERE number = m.account_run) <= \(asOf.milliseconds)"
  }

  /// Finds the remembered records that this run's sources repeat: the run's own records replace them. Of several with
  /// one digest, which unread details alone tell apart, each is repeated by another one: a pair with an id or a ref
  /// that is taken is passed over.
  private func findReadAgain() throws {
    try database.execute(
      sql: """
        CREATE INDEX evidence.evidence_key_by_digest ON evidence_key (digest) WHERE digest IS NOT NULL;
        INSERT OR IGNORE INTO evidence.read_again (id, ref)
        SELECT m.id, k.ref FROM memory.\(MemorySchema.keys) m
        CROSS JOIN evidence.evidence_key k ON k.digest = m.digest
        WHERE EXISTS (SELECT 1 FROM temp.admitted a WHERE a.source = m.source)
          OR EXISTS (SELECT 1 FROM temp.admitted a WHERE a.source = m.first_source);
        -- Copied records need not be found by their digests.
        DROP INDEX evidence.evidence_key_by_digest;
        -- Whom a record meant when it was first read: since then its names may have gone to somebody else.
        UPDATE evidence.evidence_key AS k SET account = m.account
        FROM evidence.read_again a CROSS JOIN memory.\(MemorySchema.keys) m ON m.id = a.id
        WHERE a.ref = k.ref AND m.account IS NOT NULL AND \(wasNotedByNow);
        """)
  }

  /// The remembered records `m`, with the sources that say them, if these are listed: `a` of the last run that read it,
  /// `f` of the first one.
  private let records = """
    memory.\(MemorySchema.keys) m LEFT JOIN temp.admitted a ON a.source = m.source
    LEFT JOIN temp.admitted f ON f.source = m.first_source
    """

  /// Whether one of them still counts, in SQL.
  private var doesCount: String {
    "(a.counts OR f.counts) AND \(holds)"
  }

  /// Whether the remembered record `m` was not ended by runs of an earlier or equal as-of.
  private var holds: String {
    "(m.ended_run IS NULL OR (SELECT as_of FROM memory.run WHERE number = m.ended_run) > \(asOf.milliseconds))"
  }

  /// Finds the others. A record that a later run read last is cited as the first run read it.
  private func findRecalled() throws {
    let base = "<< \(Place.shiftOfSource) | "
    try database.execute(
      sql: """
        INSERT INTO evidence.recalled (id, ref)
        SELECT m.id, CASE WHEN a.counts THEN a.ordinal \(base) m.place ELSE f.ordinal \(base) m.first_place END
        FROM \(records) WHERE \(doesCount) AND m.id NOT IN (SELECT id FROM evidence.read_again)
        """)
    try EarlierStates(database: database, holds: holds, ended: outdated).recall()
  }

  private func findLeftOver() throws {
    guard !unmatched.isEmpty || !missing.isEmpty else { return }
    let counts = try database.all(
      sql: """
        SELECT s, count(*) FROM (
          SELECT CASE WHEN a.counts THEN m.source ELSE m.first_source END AS s FROM evidence.recalled r
          CROSS JOIN memory.\(MemorySchema.keys) m ON m.id = r.id LEFT JOIN temp.admitted a ON a.source = m.source)
        GROUP BY s ORDER BY s
        """
    ) { (source: $0.integer(0), records: Int($0.integer(1))) }
    var byPath: [String: LeftOverFile] = [:]
    for count in counts {
      guard let file = unmatched[count.source] else { continue }
      byPath[file.path, default: file].records += count.records
    }
    leftOver = byPath.values.sorted { $0.path < $1.path }
    absent = AbsentFile.joined(
      counts.compactMap { count in
        missing[count.source].map { AbsentFile(path: $0.path, kind: $0.kind, run: $0.run, records: count.records) }
      })
  }

  private func compareRestated() throws {
    guard let (all, sources, series) = compared else { return }
    let restated = RestatedRecords(database: database, holds: holds) { source in
      all.filter { !$0.isUndecided && $0.isContinued(by: source, in: series) }.map(\.id)
    }
    lostColumns = try restated.lostColumns(of: sources)
    revivedConsents = try restated.revivedConsents(of: sources)
  }

  private func copyKeys() throws {
    try copy(
      MemoryTables.keys, columns: MemorySchema.keyColumns, from: MemorySchema.keys,
      values: ["account": "CASE WHEN coalesce(\(wasNotedByNow), 1) THEN m.account END"],
      // `content` tells apart records of one run.
      more: (columns: "content", values: "0"))
  }

  /// - Parameters:
  ///   - values: by column, what stands for the stored value, in SQL over the stored row `m`.
  ///   - more: columns that the store lacks, with their values.
  private func copy(
    _ table: MemoryTables.Table, columns: [MemoryTables.Column], from stored: String, values: [String: String] = [:],
    more: (columns: String, values: String)? = nil
  ) throws {
    let known = try self.columns(of: stored)
    guard !known.isEmpty else { return }
    let names = columns.map(\.name)
    // A row from before a column was added has no value for it.
    let values = columns.map { column in
      guard known.contains(column.name) else { return column.missing }
      if let value = values[column.name] { return value }
      return column.missing == "NULL" ? "m.\(column.name)" : "coalesce(m.\(column.name), \(column.missing))"
    }
    try database.execute(
      sql: """
        INSERT INTO \(table.name) (ref, \((names + (more.map { [$0.columns] } ?? [])).joined(separator: ", ")))
        SELECT r.ref, \((values + (more.map { [$0.values] } ?? [])).joined(separator: ", "))
        FROM memory.\(stored) m CROSS JOIN evidence.recalled r ON r.id = m.id
        """)
  }

  /// A store that is only read may lack columns that are newer than it.
  private func columns(of stored: String) throws -> Set<String> {
    Set(try database.all(sql: "SELECT name FROM pragma_table_info(?, 'memory')", arguments: [stored]) { $0.text(0) })
  }
}
