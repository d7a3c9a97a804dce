package import Storage
import Timestamps
package import Vocabulary

package enum FindingHistory {
  /// The findings that the project's last run had.
  package static func open(of project: String, in database: Connection) throws -> [String: OpenFinding] {
    let rows = try SelectStatement(
      database,
      """
      SELECT id, rule, account, first_seen, last_seen FROM main.finding
      WHERE project = ?1 AND last_run = (SELECT max(number) FROM main.run WHERE project = ?1)
      """)
    try rows.start([project])
    var findings: [String: OpenFinding] = [:]
    while try rows.next() {
      let finding = OpenFinding(
        id: rows.text(0), rule: rows.text(1), account: rows.optionalInteger(2),
        firstSeen: Timestamp(milliseconds: rows.integer(3)), lastSeen: Timestamp(milliseconds: rows.integer(4)))
      findings[finding.id] = finding
    }
    return findings
  }

  /// Remembers that run `number` had these findings, and that it resolved those.
  ///
  /// - Parameter findings: each with the numbers of its person's events in the timeline.
  package static func record(
    _ findings: [(finding: OpenFinding, events: ClosedRange<Int64>?)], resolved: [String], run number: Int64,
    project: String, in database: Connection
  ) throws {
    let insert = try WriteStatement(
      database,
      """
      INSERT INTO main.finding (id, project, rule, account, first_seen, last_seen, last_run, first_event, last_event)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET first_seen = excluded.first_seen, last_seen = excluded.last_seen,
        account = excluded.account, last_run = excluded.last_run, resolved_run = NULL,
        first_event = excluded.first_event, last_event = excluded.last_event
      """)
    for (finding, events) in findings {
      try insert.bind(finding.id).bind(project).bind(finding.rule).bind(finding.account)
        .bind(finding.firstSeen.milliseconds).bind(finding.lastSeen.milliseconds).bind(number)
        .bind(events?.lowerBound).bind(events?.upperBound).run()
    }
    for id in resolved {
      try database.execute(sql: "UPDATE main.finding SET resolved_run = ? WHERE id = ?", arguments: [number, id])
    }
  }
}
