import Evidence
package import Storage
package import Timestamps

/// The files of accounts that a project's earlier runs read, by their bytes.
///
/// Exports carry no time of their own: an old one that is put back is taken to be from when it was copied.
package struct EarlierExports {
  package struct Reading {
    package var run: Int64
    package var asOf: Timestamp
    package var capturedAt: Timestamp
    fileprivate var sha256: String
    /// Over older captures than those of a run before it.
    fileprivate var isOutOfOrder: Bool
  }

  /// In order of run.
  private let readings: [Reading]
  private let last: Int64?

  /// - Parameter asOf: runs of that time or later do not count, so that a night that is judged again says the same.
  /// - Throws: `StorageError`.
  package init(of project: String, before asOf: Timestamp, in store: Connection) throws {
    readings = try store.all(
      sql: """
        SELECT s.run, r.as_of, s.captured_at, s.sha256, r.is_history
        FROM main.remembered_source s JOIN main.run r ON r.number = s.run
        WHERE s.project = ? AND s.kind = '\(EvidenceKind.accounts.rawValue)' AND s.records > 0 AND r.as_of < ?
          AND r.withdrawn IS NULL
        ORDER BY s.run, s.id
        """,
      arguments: [project, asOf.milliseconds]
    ) { row in
      Reading(
        run: row.integer(0), asOf: Timestamp(milliseconds: row.integer(1)),
        capturedAt: Timestamp(milliseconds: row.integer(2)), sha256: row.text(3), isOutOfOrder: row.flag(4))
    }
    last = readings.last { !$0.isOutOfOrder }?.run
  }

  /// The newest reading of a file's bytes, which an earlier capture had; nil where there is none, or where the last run
  /// that read accounts read them too.
  package func reading(of sha256: String, before capture: Timestamp) -> Reading? {
    let same = readings.filter { $0.sha256 == sha256 }
    guard let newest = same.last, newest.capturedAt < capture, !same.contains(where: { $0.run == last }) else {
      return nil
    }
    return newest
  }
}
