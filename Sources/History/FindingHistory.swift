import Evidence
package import Storage
import Timestamps
package import Vocabulary

package enum FindingHistory {
  /// The findings that a run had open.
  ///
  /// - Returns: nil where a later run wrote the table since: then the run's report alone tells them.
  package static func open(in run: RunRecord, of database: Connection) throws -> OpenFindings? {
    guard try RunHistory.isLast(run.number, of: run.project, in: database) else { return nil }
    let rows = try SelectStatement(
      database,
      """
      SELECT f.id, f.rule, f.account, f.first_seen, f.last_seen, f.verdict, coalesce(f.judged_run, f.last_run)
      FROM main.finding f WHERE f.project = ? AND f.last_run = ? ORDER BY f.id
      """)
    try rows.start([run.project, run.number])
    var findings = OpenFindings.Builder()
    while try rows.next() {
      try findings.add(
        OpenFinding(
          id: rows.text(0), rule: rows.text(1), account: rows.optionalInteger(2),
          firstSeen: Timestamp(milliseconds: rows.integer(3)), lastSeen: Timestamp(milliseconds: rows.integer(4)),
          verdict: rows.optionalText(5).flatMap(Verdict.init), judgedIn: rows.integer(6)))
    }
    return try findings.finish()
  }

  /// The account of each of these findings by its number in the store; those without one, or that no run had, are left
  /// out.
  package static func accounts(of ids: some Sequence<String>, in database: Connection) throws -> [String: Int64] {
    let row = try SelectStatement(database, "SELECT account FROM main.finding WHERE id = ? AND account IS NOT NULL")
    var accounts: [String: Int64] = [:]
    for id in ids {
      try row.start([id])
      if try row.next() { accounts[id] = row.integer(0) }
      row.reset()
    }
    return accounts
  }

  /// The ids of all findings about an account that any run had.
  package static func ids(ofAccount account: Int64?, in database: Connection) throws -> [String] {
    try database.all(sql: "SELECT id FROM main.finding WHERE account = ?", arguments: [account]) { $0.text(0) }
  }

  /// What the table says of a finding, whichever run had it last.
  package struct Entry: Sendable {
    package var account: Int64?
    /// Why the last run that had it open was followed by one that had it not; nil while it is open.
    package var resolved: ResolutionCause?
  }

  /// Nil for a finding that no run had.
  package static func entry(_ id: String, in database: Connection) throws -> Entry? {
    try database.first(
      sql: "SELECT account, resolved_run, resolved_cause FROM main.finding WHERE id = ?", arguments: [id]
    ) { row in
      Entry(
        account: row.optionalInteger(0),
        resolved: row.isNull(1) ? nil : row.optionalText(2).flatMap(ResolutionCause.init) ?? .passed)
    }
  }

  /// A finding of a run that is to be remembered.
  package struct Record: Sendable {
    package var finding: OpenFinding
    /// The numbers of its person's events in the timeline.
    package var events: ClosedRange<Int64>?
    /// The id by which the report shows it; nil where that is its own.
    package var published: String?
    package var hidden: HiddenNames

    package init(
      finding: OpenFinding, events: ClosedRange<Int64>?, published: String? = nil, hidden: HiddenNames = HiddenNames()
    ) {
      self.finding = finding
      self.events = events
      self.published = published
      self.hidden = hidden
    }
  }

  /// Remembers which findings a run had, one by one.
  package struct Recorder {
    private let run: Int64
    private let project: String
    private let database: Connection
    private let insert: WriteStatement

    /// - Throws: `StorageError`.
    package init(run: Int64, project: String, in database: Connection) throws {
      self.run = run
      self.project = project
      self.database = database
      insert = try WriteStatement(
        database,
        """
        INSERT INTO main.finding (id, project, rule, account, first_seen, last_seen, last_run, first_event, last_event,
          verdict, judged_run, published, uid_hash, object_hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET first_seen = excluded.first_seen, last_seen = excluded.last_seen,
          account = coalesce(excluded.account, account), last_run = excluded.last_run, resolved_run = NULL,
          resolved_cause = NULL, first_event = excluded.first_event, last_event = excluded.last_event,
          verdict = excluded.verdict, judged_run = excluded.judged_run,
          published = coalesce(excluded.published, published), uid_hash = coalesce(excluded.uid_hash, uid_hash),
          object_hash = coalesce(excluded.object_hash, object_hash)
        """)
    }

    /// - Throws: `StorageError`.
    package func add(_ record: Record) throws {
      let finding = record.finding
      try insert.bind(finding.id).bind(project).bind(finding.rule).bind(finding.account)
        .bind(finding.firstSeen.milliseconds).bind(finding.lastSeen.milliseconds).bind(run)
        .bind(record.events?.lowerBound).bind(record.events?.upperBound).bind(finding.verdict?.rawValue)
        .bind(finding.judgedIn).bind(record.published).bind(record.hidden.uid)
        .bind(record.hidden.object).run()
    }

    /// Remembers that the run resolved these.
    ///
    /// - Throws: `StorageError`.
    package func resolve(_ resolved: some Sequence<(id: String, cause: ResolutionCause)>) throws {
      let update = try WriteStatement(
        database, "UPDATE main.finding SET resolved_run = ?, resolved_cause = ? WHERE id = ?")
      for (id, cause) in resolved { try update.bind(run).bind(cause.rawValue).bind(id).run() }
    }
  }
}
