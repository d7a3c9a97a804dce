import Evidence
import Timestamps

/// Finds the sources of earlier runs of which not all could be read, and which no later source makes up for.
struct DamagedSources {
  /// A source of an earlier run, or of this one.
  struct Reading {
    var path: String
    /// The path without the dates in it.
    var series: String
    var kind: EvidenceKind
    /// `thisRun` for this run.
    var run: Int64
    var capturedAt: Timestamp
    /// The earliest of its records' times; nil where they have none.
    var firstTime: Timestamp?
    var records: Int
    var isWhole: Bool
    var rejected: [RejectedName] = []
  }

  /// Later than all earlier runs.
  static let thisRun = Int64.max

  private struct Series: Hashable {
    var kind: EvidenceKind
    var series: String
  }

  /// In order of run.
  private let readings: [Reading]
  /// The first run that read a file of the series.
  private var firstRuns: [Series: Int64] = [:]

  init(_ readings: [Reading]) {
    self.readings = readings
    for reading in readings {
      let series = Series(kind: reading.kind, series: reading.series)
      firstRuns[series] = min(firstRuns[series] ?? .max, reading.run)
    }
  }

  /// Snapshots are not among them: tonight's counts alone.
  func find() -> [EarlierDamage] {
    readings.indices.compactMap { index in
      let reading = readings[index]
      guard reading.run != Self.thisRun, !reading.isWhole || !reading.rejected.isEmpty,
        reading.kind != .accounts, reading.kind != .providerConfig, !isMadeUpFor(index)
      else { return nil }
      return EarlierDamage(
        path: reading.path, kind: reading.kind, run: reading.run, capturedAt: reading.capturedAt,
        isAboutAnybody: !reading.isWhole, names: reading.rejected)
    }
  }

  /// Whether a later whole file of the same series has what the source had to show: it is of the same night, or reaches
  /// back as far. A log that was rotated since reaches back less far.
  private func isMadeUpFor(_ index: Int) -> Bool {
    let damaged = readings[index]
    let start = start(of: index)
    return readings.contains { later in
      guard later.run > damaged.run, later.isWhole, later.records > 0, later.capturedAt >= damaged.capturedAt,
        isOfSameSeries(later, damaged)
      else { return false }
      if later.path == damaged.path, later.path != later.series { return true }
      guard let start, let first = later.firstTime else { return true }
      return first <= start
    }
  }

  /// From when on nobody has what the source had to show. Its first record may be among those that could not be read;
  /// but a whole file of the series before it has shown all until then. Nil where nothing tells.
  private func start(of index: Int) -> Timestamp? {
    let damaged = readings[index]
    let before = readings[..<index].filter { earlier in
      earlier.run < damaged.run && earlier.isWhole && earlier.capturedAt <= damaged.capturedAt
        && isOfSameSeries(damaged, earlier)
    }.map(\.capturedAt).max()
    return [before, damaged.firstTime].compactMap { $0 }.max()
  }

  /// A file is matched by its path, dates apart; where that is new, by its name, since each night may have a folder of
  /// its own.
  private func isOfSameSeries(_ later: Reading, _ earlier: Reading) -> Bool {
    guard later.kind == earlier.kind else { return false }
    if later.series == earlier.series { return true }
    guard firstRuns[Series(kind: later.kind, series: later.series)] == later.run else { return false }
    return later.series.split(separator: "/").last == earlier.series.split(separator: "/").last
  }
}
