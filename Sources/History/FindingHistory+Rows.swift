package import Storage
package import Timestamps
import Vocabulary

extension FindingHistory {
  /// A row of the table, to be compared with the report of the run that had the finding last.
  package struct Row: Sendable {
    package var id: String
    package var project: String
    /// The project of the run.
    package var runProject: String
    package var rule: String
    package var firstSeen: Timestamp
    package var lastSeen: Timestamp
    /// Nil in rows of the first edition.
    package var verdict: String?
    package var judgedIn: Int64?
  }

  /// The findings that a run was the last to have, in order of id, one after another.
  package struct OpenRows {
    private let rows: SelectStatement

    /// - Throws: `StorageError`.
    package init(ofRun run: Int64, in store: Connection) throws {
      rows = try SelectStatement(
        store,
        """
        SELECT f.id, f.project, r.project, f.rule, f.first_seen, f.last_seen, f.verdict, f.judged_run
        FROM main.finding f JOIN main.run r ON r.number = f.last_run WHERE f.last_run = ? ORDER BY f.id
        """)
      rows.start(run)
    }

    /// - Throws: `StorageError`.
    package func next() throws -> Row? {
      guard try rows.next() else { return nil }
      return Row(
        id: rows.text(0), project: rows.text(1), runProject: rows.text(2), rule: rows.text(3),
        firstSeen: Timestamp(milliseconds: rows.integer(4)), lastSeen: Timestamp(milliseconds: rows.integer(5)),
        verdict: rows.optionalText(6), judgedIn: rows.optionalInteger(7))
    }
  }

  /// The findings that a run resolved, with the cause as it stands there, which may be no word that is known.
  package static func resolved(by run: Int64, in store: Connection) throws -> [(id: String, cause: String)] {
    try store.all(
      sql: "SELECT id, resolved_cause FROM main.finding WHERE resolved_run = ? ORDER BY id", arguments: [run]
    ) { (id: $0.text(0), cause: $0.optionalText(1) ?? ResolutionCause.passed.rawValue) }
  }

  /// Whether no later run of its project wrote the table.
  package static func isLastToWrite(_ run: Int64, in store: Connection) throws -> Bool {
    let project = try store.first(sql: "SELECT project FROM main.run WHERE number = ?", arguments: [run]) { $0.text(0) }
    return try project.map { try RunHistory.isLast(run, of: $0, in: store) } ?? false
  }

  /// The ids of findings whose runs are not in the store, or that are resolved by no run, in order.
  package static func strays(in store: Connection) throws -> [String] {
    try store.all(
      sql: """
        SELECT id FROM main.finding WHERE last_run NOT IN (SELECT number FROM main.run)
          OR resolved_run IS NOT NULL AND resolved_run NOT IN (SELECT number FROM main.run)
          OR judged_run IS NOT NULL AND judged_run NOT IN (SELECT number FROM main.run)
          OR resolved_run IS NULL AND resolved_cause IS NOT NULL
        ORDER BY id LIMIT 10
        """
    ) { $0.text(0) }
  }
}
