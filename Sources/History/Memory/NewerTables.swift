package import Evidence
package import Storage
package import Timestamps

/// What earlier runs read of the tables of this run's files of `mode: snapshot`.
///
/// Such a file that was captured before one that an earlier run read is out of date: a row that only it shows counts no
/// longer.
package struct NewerTables {
  /// A file of this run. Where its entry under `inputs` says `mode: snapshot`, `entry` is the entry's path.
  package struct File {
    package var path: String
    package var kind: EvidenceKind
    package var entry: String?

    package init(path: String, kind: EvidenceKind, entry: String?) {
      (self.path, self.kind, self.entry) = (path, kind, entry)
    }

    fileprivate var series: FileSeries.File {
      FileSeries.File(kind: kind, series: UndatedPath.of(path), run: .max)
    }
  }

  /// A whole file that an earlier run read.
  package struct Reading {
    package var path: String
    package var run: Int64
    package var capturedAt: Timestamp
    fileprivate var series: FileSeries.File
  }

  private let readings: [Reading]
  private let series: FileSeries
  private let tonight: [File]

  /// - Parameters:
  ///   - tonight: all files of this run.
  ///   - asOf: runs of a later one do not count.
  /// - Throws: `StorageError`.
  package init(than tonight: [File], of project: String, upTo asOf: Timestamp, in store: Connection) throws {
    self.tonight = tonight
    let mayBeOutdated = tonight.contains { $0.entry != nil && !$0.kind.isWholeEachNight }
    readings = try mayBeOutdated ? Self.readings(of: project, upTo: asOf, in: store) : []
    series = FileSeries(readings.map(\.series) + tonight.map(\.series))
  }

  private static func readings(
    of project: String, upTo asOf: Timestamp, in store: Connection
  ) throws -> [Reading] {
    try store.all(
      sql: """
        SELECT s.path, s.series, s.kind, s.run, s.captured_at
        FROM main.remembered_source s JOIN main.run r ON r.number = s.run
        WHERE s.project = ? AND r.as_of <= ? AND s.is_whole ORDER BY s.id
        """,
      arguments: [project, asOf.milliseconds]
    ) { row in
      EvidenceKind(rawValue: row.text(2)).map { kind in
        Reading(
          path: row.text(0), run: row.integer(3), capturedAt: Timestamp(milliseconds: row.integer(4)),
          series: FileSeries.File(kind: kind, series: row.text(1), run: row.integer(3)))
      }
    }.compactMap { $0 }
  }

  /// The newest reading of a file's table that was captured after the file; nil where there is none, or where the file
  /// is not of `mode: snapshot`.
  package func reading(after capture: Timestamp, of file: File) -> Reading? {
    guard let entry = file.entry, !file.kind.isWholeEachNight else { return nil }
    let later = readings.filter { reading in
      reading.capturedAt > capture
        && (series.isContinued(reading.series, by: file.series)
          || isAlone(file, in: entry) && isAlone(reading, in: entry))
    }
    return later.max { $0.capturedAt < $1.capturedAt }
  }

  /// Whether the entry's snapshot is this file: what is captured later under another name is its next one.
  private func isAlone(_ file: File, in entry: String) -> Bool {
    tonight.count { $0.kind == file.kind && $0.entry == entry } == 1
  }

  private func isAlone(_ reading: Reading, in entry: String) -> Bool {
    SnapshotEntries.matches(reading.path, entry)
      && readings.count { $0.isPart(of: reading, in: entry) } == 1
  }
}

extension NewerTables.Reading {
  fileprivate func isPart(of other: Self, in entry: String) -> Bool {
    run == other.run && series.kind == other.series.kind && SnapshotEntries.matches(path, entry)
  }
}

extension EvidenceKind {
  /// Whether each night's files are compared with the last ones as a whole, and not record by record.
  fileprivate var isWholeEachNight: Bool { self == .accounts || self == .providerConfig }
}
