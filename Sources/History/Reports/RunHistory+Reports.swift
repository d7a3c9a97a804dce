package import Foundation
package import Storage

/// Reports of runs (`PackedReport`). An older one, without parts, is whole in its frame.
extension RunHistory {
  static let reportSchema = """
    -- The items of a report's long lists, some in a row: `report` in `run` has what stands around them.
    CREATE TABLE report_part (
      run INTEGER NOT NULL,
      part INTEGER NOT NULL,
      list INTEGER NOT NULL,
      place INTEGER NOT NULL,
      items BLOB NOT NULL,
      PRIMARY KEY (run, part)
    );
    -- `FindingIndex`: which part has which finding.
    CREATE TABLE report_index (
      run INTEGER NOT NULL,
      bucket INTEGER NOT NULL,
      entries BLOB NOT NULL,
      PRIMARY KEY (run, bucket)
    );
    """

  /// The frame of a run's report, compressed; empty where `history.keep` removed it, nil where there is no such run.
  package static func reportFrame(of run: Int64, in database: Connection) throws -> Data? {
    try database.first(sql: "SELECT report FROM main.run WHERE number = ?", arguments: [run]) { $0.data(0) }
  }

  /// Gives `body` the parts of a run's report in the order of the text, one at a time, and their numbers, from 1.
  package static func forEachPart(
    ofReport run: Int64, in database: Connection, _ body: (PackedReport.Part, _ number: Int) throws -> Void
  ) throws {
    let rows = try SelectStatement(
      database, "SELECT list, place, items, part FROM main.report_part WHERE run = ? ORDER BY part")
    try rows.start([run])
    while try rows.next() {
      try body(
        PackedReport.Part(list: Int(rows.integer(0)), place: Int(rows.integer(1)), items: rows.data(2)),
        Int(rows.integer(3)))
    }
  }

  /// Keeps the parts of a run's report, and their index.
  static func addParts(of report: PackedReport, run: Int64, in database: Connection) throws {
    var number = 0
    try report.parts.each { part in
      number += 1
      try database.execute(
        sql: "INSERT INTO main.report_part (run, part, list, place, items) VALUES (?, ?, ?, ?, ?)",
        arguments: [run, number, part.list, part.place, part.items])
    }
    for (bucket, entries) in report.index.buckets.enumerated() {
      try database.execute(
        sql: "INSERT INTO main.report_index (run, bucket, entries) VALUES (?, ?, ?)",
        arguments: [run, bucket, entries])
    }
  }

  /// Puts another report in the place of a run's.
  ///
  /// - Parameter sha256: of its `report.json` with `ledger` null, lower-case hex.
  package static func replaceReport(
    of run: Int64, by report: PackedReport, sha256: String, in database: Connection
  ) throws {
    try database.execute(
      sql: "UPDATE main.run SET report = ?, report_sha256 = ? WHERE number = ?",
      arguments: [report.frame, sha256, run])
    for table in reportTables {
      try database.execute(sql: "DELETE FROM main.\(table) WHERE run = ?", arguments: [run])
    }
    try addParts(of: report, run: run, in: database)
  }

  /// The tables besides `run` that have rows of a report.
  static let reportTables = ["report_part", "report_index"]

  /// The numbers of runs that have rows beside no report, in order.
  package static func runsOfStrayParts(in database: Connection) throws -> [Int64] {
    try Set(
      reportTables.flatMap { table in
        try database.all(
          sql: """
            SELECT DISTINCT run FROM main.\(table)
            WHERE run NOT IN (SELECT number FROM main.run WHERE length(report) > 0)
            """
        ) { $0.integer(0) }
      }
    ).sorted()
  }

  /// Whether a run's findings are found by `partsOfReport`; those older than the index are not.
  package static func hasFindingIndex(_ run: Int64, in database: Connection) throws -> Bool {
    try database.first(sql: "SELECT 1 FROM main.report_index WHERE run = ? LIMIT 1", arguments: [run]) { _ in true }
      ?? false
  }

  /// The parts of a run's report that may have a finding, one or two at most of the time; none where it has it not.
  ///
  /// - Parameter id: as the report shows it.
  package static func partsOfReport(
    _ run: Int64, withFinding id: String, in database: Connection
  ) throws -> [PackedReport.Part] {
    let last = try database.first(
      sql: "SELECT max(bucket) FROM main.report_index WHERE run = ?", arguments: [run]
    ) { $0.optionalInteger(0) }
    guard case let last?? = last, last >= 0, last < 1 << 32 else { return [] }
    let bucket = FindingIndex.bucket(of: id, among: Int(last) + 1)
    let entries = try database.first(
      sql: "SELECT entries FROM main.report_index WHERE run = ? AND bucket = ?", arguments: [run, bucket]
    ) { $0.data(0) }
    return try Set(FindingIndex.parts(of: id, in: entries ?? Data())).sorted().compactMap { part in
      try database.first(
        sql: "SELECT list, place, items FROM main.report_part WHERE run = ? AND part = ?", arguments: [run, part]
      ) { PackedReport.Part(list: Int($0.integer(0)), place: Int($0.integer(1)), items: $0.data(2)) }
    }
  }

  /// Whether the store has this index of a run's findings.
  package static func hasIndex(_ index: FindingIndex, of run: Int64, in database: Connection) throws -> Bool {
    let stored = try database.all(
      sql: "SELECT bucket, entries FROM main.report_index WHERE run = ? ORDER BY bucket", arguments: [run]
    ) { (bucket: Int($0.integer(0)), entries: $0.data(1)) }
    return stored.map(\.bucket) == Array(index.buckets.indices) && stored.map(\.entries) == index.buckets
  }
}
