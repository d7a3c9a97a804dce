package import Evidence
import Foundation
package import Storage
package import Timestamps
import Vocabulary

extension RunHistory {
  /// Keeps what later runs have to know of a run.
  package static func write(_ notes: RunNotes, of run: Int64, in database: Connection) throws {
    try database.execute(
      sql: "UPDATE main.run SET gate_scope = ?, fail_on = ?, counts = ? WHERE number = ?",
      arguments: [notes.gateScope.rawValue, notes.failOn.name, try JSONEncoder().encode(notes.counts), run])
    // In the order of the keys, so that pages fill.
    for (kind, capturedTo) in notes.kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try database.execute(
        sql: "INSERT OR REPLACE INTO main.run_kind VALUES (?, ?, ?)",
        arguments: [run, kind.rawValue, capturedTo.milliseconds])
    }
    for source in notes.sources {
      let path = UndatedPath.of(source.path)
      for kind in source.standsFor.union([source.kind]) {
        try database.execute(
          sql: "INSERT OR IGNORE INTO main.run_source VALUES (?, ?, ?, ?)",
          arguments: [run, path, source.kind.rawValue, kind.rawValue])
      }
    }
    for (rule, sha256) in notes.rules.sorted(by: { $0.key < $1.key }) {
      try database.execute(
        sql: "INSERT OR REPLACE INTO main.run_rule VALUES (?, ?, ?)", arguments: [run, rule, sha256])
    }
  }

  /// The numbers of the project's runs whose notes are still in their reports alone.
  package static func withoutNotes(of project: String, in database: Connection) throws -> [Int64] {
    try database.all(
      sql: """
        SELECT number FROM main.run WHERE project = ? AND gate_scope IS NULL AND length(report) > 0 ORDER BY number
        """, arguments: [project]
    ) { $0.integer(0) }
  }

  /// SHA-256 of the texts of a run's rules, by id; empty for a run of the first edition.
  package static func rules(of run: Int64, in database: Connection) throws -> [String: String] {
    Dictionary(
      try database.all(sql: "SELECT rule, sha256 FROM main.run_rule WHERE run = ?", arguments: [run]) {
        ($0.text(0), $0.text(1))
      }
    ) { first, _ in first }
  }
}

/// When a project's runs last had a kind of evidence.
package struct KindSight: Hashable, Sendable {
  package var kind: EvidenceKind
  /// The last run that had it.
  package var run: Int64
  package var asOf: Timestamp
  /// When the newest source of the kind, of any run, was captured.
  package var capturedTo: Timestamp
}

extension RunHistory {
  /// The kinds that the project's runs of an as-of no later than that had; withdrawn ones do not count.
  ///
  /// - Returns: in order of name.
  package static func kinds(of project: String, upTo asOf: Timestamp, in database: Connection) throws -> [KindSight] {
    let rows = try database.all(
      sql: """
        SELECT k.kind, r.number, r.as_of, k.captured_to FROM main.run_kind k JOIN main.run r ON r.number = k.run
        WHERE r.project = ? AND r.as_of <= ? AND r.withdrawn IS NULL ORDER BY r.as_of, r.number
        """,
      arguments: [project, asOf.milliseconds]
    ) { row in
      EvidenceKind(rawValue: row.text(0)).map {
        KindSight(
          kind: $0, run: row.integer(1), asOf: Timestamp(milliseconds: row.integer(2)),
          capturedTo: Timestamp(milliseconds: row.integer(3)))
      }
    }
    var last: [EvidenceKind: KindSight] = [:]
    for case var sight? in rows {
      sight.capturedTo = max(sight.capturedTo, last[sight.kind]?.capturedTo ?? sight.capturedTo)
      last[sight.kind] = sight
    }
    return last.values.sorted { $0.kind.rawValue < $1.kind.rawValue }
  }
}
