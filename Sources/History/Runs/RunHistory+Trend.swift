package import Storage
package import Timestamps

extension RunHistory {
  /// The last runs of a project for a run with that as-of, oldest first, without withdrawn ones and those over older
  /// captures than a run before them.
  ///
  /// - Parameter limit: how many at most.
  package static func trend(
    of project: String, asOf: Timestamp, limit: Int, in database: Connection
  ) throws -> [RunRecord] {
    try database.all(
      sql: """
        SELECT \(RunRecord.columns) FROM main.run r
        WHERE r.project = ? AND r.as_of <= ? AND r.withdrawn IS NULL AND r.is_history = 0
        ORDER BY r.number DESC LIMIT \(limit)
        """,
      arguments: [project, asOf.milliseconds], RunRecord.init
    ).reversed()
  }
}
