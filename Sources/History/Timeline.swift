package import Storage
package import Timestamps

/// One event of a person's timeline, as the store keeps it.
package struct TimelineEvent: Hashable, Codable, Sendable {
  package var at: Timestamp?
  package var text: String
  /// The path of its source.
  package var source: String
  package var locator: String

  package init(at: Timestamp?, text: String, source: String, locator: String) {
    self.at = at
    self.text = text
    self.source = source
    self.locator = locator
  }
}

/// Deletes the timelines of a project's run before, and whatever is of no project's last run.
///
/// Prepared beforehand on the store's connection; whoever calls `run` owns that connection.
package struct TimelineRemoval {
  private let statement: WriteStatement
  /// The numbers of the events of other projects, a range for each, in order.
  private let kept: [ClosedRange<Int64>]

  /// - Throws: `StorageError`.
  package init(of project: String, from store: Connection) throws {
    // A run numbers its events in a row.
    kept = try store.all(
      sql: """
        SELECT min(f.first_event), max(f.last_event)
        FROM (SELECT project, max(number) AS number FROM main.run WHERE project <> ? GROUP BY project) r
        CROSS JOIN main.finding f ON f.project = r.project AND f.last_run = r.number
        WHERE f.first_event > 0 GROUP BY r.project ORDER BY 1
        """,
      arguments: [project]
    ) { $0.integer(0)...max($0.integer(0), $0.integer(1)) }
    // Without a condition, SQLite drops the pages and visits no row.
    statement = try WriteStatement(
      store, "DELETE FROM main.timeline" + (kept.isEmpty ? "" : " WHERE event BETWEEN ? AND ?"))
  }

  /// To be called once, before any timeline is written.
  package func run() throws {
    guard !kept.isEmpty else {
      try statement.run()
      return
    }
    var first = Int64.min
    for range in kept {
      try statement.bind(first).bind(range.lowerBound - 1).run()
      first = range.upperBound + 1
    }
    try statement.bind(first).bind(Int64.max).run()
  }
}

/// The timelines of all persons whom a finding of a project's last run is about.
package final class Timeline {
  private let insert: WriteStatement
  /// The number of the last event.
  private var written: Int64

  /// - Throws: `StorageError`.
  package init(in store: Connection) throws {
    insert = try WriteStatement(store, into: "main.timeline", columns: ["event", "at", "text", "source", "locator"])
    written = try store.first(sql: "SELECT max(event) FROM main.timeline") { $0.optionalInteger(0) }.flatMap { $0 } ?? 0
  }

  /// - Returns: the numbers of the events; nil where there are none.
  package func write(_ events: [TimelineEvent]) throws -> ClosedRange<Int64>? {
    let first = written + 1
    for event in events {
      written += 1
      try insert.bind(written).bind(event.at?.milliseconds).bind(event.text).bind(event.source).bind(event.locator)
        .run()
    }
    return first <= written ? first...written : nil
  }

  /// The events of the person whom a finding of its project's last run is about; nil where they are not kept, since
  /// another project was audited when stores kept those of one run.
  package static func read(of finding: String, in store: Connection) throws -> [TimelineEvent]? {
    let isKept = try store.first(
      sql: """
        SELECT f.first_event IS NULL OR EXISTS (SELECT 1 FROM main.timeline t WHERE t.event = f.first_event)
        FROM main.finding f WHERE f.id = ?
        """, arguments: [finding]
    ) { $0.flag(0) }
    guard isKept == true else { return nil }
    return try store.all(
      sql: """
        SELECT t.at, t.text, t.source, t.locator
        FROM main.finding f JOIN main.timeline t ON t.event BETWEEN f.first_event AND f.last_event
        WHERE f.id = ? ORDER BY t.event
        """,
      arguments: [finding]
    ) { row in
      TimelineEvent(
        at: row.optionalInteger(0).map(Timestamp.init(milliseconds:)), text: row.text(1), source: row.text(2),
        locator: row.text(3))
    }
  }
}
