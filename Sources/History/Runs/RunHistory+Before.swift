import Foundation
package import Storage
package import Timestamps
package import Vocabulary

/// Which of a project's runs count for a run with a given as-of (docs/contract.md, section 4).
extension RunHistory {
  /// What a run has to be so that a later one compares with it. `?1` is the project, `?2` the as-of.
  private static let counts = """
    r.project = ?1 AND r.as_of <= ?2 AND r.withdrawn IS NULL AND r.is_history = 0 AND r.is_renamed = 0
    """
  /// And it still has its report, and its findings.
  private static let countsAndIsKept = "\(counts) AND length(r.report) > 0"

  /// The run before: the newest of an as-of no later than that one, neither withdrawn nor over older captures than a
  /// run before it. A night that is judged again sees what was known then.
  ///
  /// - Parameter isKept: false to find also one that `history.keep` has taken the report of.
  package static func before(
    asOf: Timestamp, of project: String, isKept: Bool = true, in database: Connection
  ) throws -> RunRecord? {
    try database.first(
      sql: """
        SELECT \(RunRecord.columns) FROM main.run r WHERE \(isKept ? countsAndIsKept : counts)
        ORDER BY r.number DESC LIMIT 1
        """,
      arguments: [project, asOf.milliseconds], RunRecord.init)
  }

  /// The run whose failing findings the gate knows where no baseline is named: the newest whose gate passed with all
  /// findings in scope, and failed on that severity or a lower one.
  package static func lastPassing(
    atLeast failOn: FailOn, asOf: Timestamp, of project: String, in database: Connection
  ) throws -> RunRecord? {
    let runs = try database.all(
      sql: """
        SELECT \(RunRecord.columns) FROM main.run r
        WHERE \(countsAndIsKept) AND r.outcome = 'pass' AND r.gate_scope = 'all' ORDER BY r.number DESC
        """,
      arguments: [project, asOf.milliseconds], RunRecord.init)
    return runs.first { $0.passed(atLeast: failOn) }
  }

  /// The numbers of the runs whose reports and findings later nights need: the last one, and each that is the run
  /// before or the baseline of a night with that as-of or any later one, whatever its `--fail-on`.
  static func needed(after asOf: Timestamp, of project: String, in database: Connection) throws -> Set<Int64> {
    let runs = try database.all(
      sql: "SELECT \(RunRecord.columns) FROM main.run r WHERE \(countsAndIsKept) ORDER BY r.number DESC",
      arguments: [project, Int64.max], RunRecord.init)
    var needed = [try last(of: project, in: database)]
    for runs in [runs, runs.filter { $0.asOf <= asOf }] {
      needed.append(runs.first)
      needed += FailOn.allCases.map { failOn in runs.first { $0.passed(atLeast: failOn) } }
    }
    return Set(needed.compactMap { $0?.number })
  }

  /// Whether accounts of that capture are older than those of an earlier run.
  package static func isOutOfOrder(capturedTo: Timestamp, of project: String, in database: Connection) throws -> Bool {
    try database.first(
      sql: "SELECT 1 FROM main.run WHERE project = ? AND withdrawn IS NULL AND captured_to > ? LIMIT 1",
      arguments: [project, capturedTo.milliseconds]
    ) { _ in true } ?? false
  }

  /// Whether a run is the last that wrote its findings: then the table of findings has them all.
  static func isLast(_ run: Int64, of project: String, in database: Connection) throws -> Bool {
    try database.first(sql: "SELECT max(number) FROM main.run WHERE project = ?", arguments: [project]) {
      $0.integer(0)
    } == run
  }

  /// The names of the projects of a store, in order.
  package static func projects(in database: Connection) throws -> [String] {
    try database.all(sql: "SELECT DISTINCT project FROM main.run ORDER BY project") { $0.text(0) }
  }

  /// All runs of a project, newest first.
  package static func all(of project: String, in database: Connection) throws -> [RunRecord] {
    try database.all(
      sql: "SELECT \(RunRecord.columns) FROM main.run r WHERE r.project = ? ORDER BY r.number DESC",
      arguments: [project], RunRecord.init)
  }
}

extension RunRecord {
  /// Whether its gate passed with all findings in scope, and failed on that severity or a lower one.
  fileprivate func passed(atLeast failOn: FailOn) -> Bool {
    outcome == Outcome.pass.rawValue && gateScope == .all && self.failOn?.isAsStrict(as: failOn) == true
  }
}

extension FailOn {
  /// Whether a gate that fails on this lets nothing pass that one which fails on the other stops.
  fileprivate func isAsStrict(as other: FailOn) -> Bool {
    switch (self, other) {
    case (_, .never): true
    case (.never, _): false
    case (.severity(let mine), .severity(let others)): mine <= others
    }
  }
}
