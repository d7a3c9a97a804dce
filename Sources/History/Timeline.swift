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

/// Deletes the timelines of the run before.
///
/// Prepared beforehand on the store's connection; whoever calls `run` owns that connection.
package struct TimelineRemoval {
  private let statement: WriteStatement

  /// - Throws: `StorageError`.
  package init(from store: Connection) throws {
    statement = try WriteStatement(store, "DELETE FROM main.timeline")
  }

  /// To be called once, before any timeline is written.
  package func run() throws { try statement.run() }
}

/// The timelines of all persons whom a finding of the last run is about.
package final class Timeline {
  private let insert: WriteStatement
  private var written: Int64 = 0

  /// - Throws: `StorageError`.
  package init(in store: Connection) throws {
    insert = try WriteStatement(store, into: "main.timeline", columns: ["event", "at", "text", "source", "locator"])
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

  /// The events of the person whom the finding is about; nil where they are not kept, since a later run was of another
  /// project.
  package static func read(of finding: String, in store: Connection) throws -> [TimelineEvent]? {
    let isKept = try store.first(
      sql: "SELECT last_run = (SELECT max(number) FROM main.run) FROM main.finding WHERE id = ?", arguments: [finding]
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
