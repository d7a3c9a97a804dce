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
    var runAsOf: Timestamp
    var capturedAt: Timestamp
    /// The earliest of its records' times; nil where they have none.
    var firstTime: Timestamp?
    var records: Int
    var isWhole: Bool
    var rejected: Set<RejectedName> = []
  }

  /// Later than all earlier runs.
  static let thisRun = Int64.max

  /// Tables show their rows again each night; all other kinds are logs, which rotate.
  private static let tables: Set<EvidenceKind> = [.consents, .deletions, .aliases]

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
      let series = Series(kind: reading.kind, series: reading.unpackedSeries)
      firstRuns[series] = min(firstRuns[series] ?? .max, reading.run)
    }
  }

  /// Snapshots are not among them: tonight's counts alone.
  func find() -> [EarlierDamage] {
    readings.indices.compactMap { index in
      let reading = readings[index]
      guard reading.run != Self.thisRun, reading.kind != .accounts, reading.kind != .providerConfig else { return nil }
      let names = reading.rejected.filter { !isMadeUpFor(index, name: $0) }
      let isAboutAnybody = !reading.isWhole && !isMadeUpFor(index, name: nil)
      guard isAboutAnybody || !names.isEmpty else { return nil }
      return EarlierDamage(
        path: reading.path, kind: reading.kind, run: reading.run, readAt: reading.runAsOf,
        isAboutAnybody: isAboutAnybody, names: names)
    }
  }

  /// Whether a later whole file of the same series has what the source had to show: it is the file of the same night,
  /// or reaches back as far. A log that was rotated since reaches back less far.
  ///
  /// - Parameter name: in a rejected record; nil for what was not read at all.
  private func isMadeUpFor(_ index: Int, name: RejectedName?) -> Bool {
    let damaged = readings[index]
    let start = start(of: index, name)
    return readings.contains { later in
      guard later.run > damaged.run, later.isWhole, name.map(later.rejected.contains) != true,
        later.capturedAt >= damaged.capturedAt, isOfSameSeries(later, damaged)
      else { return false }
      if later.path == damaged.path, later.path != later.series, isOfOneNight(index, name) { return true }
      guard later.records > 0 else { return false }
      guard let start else { return Self.tables.contains(damaged.kind) }
      return later.firstTime.map { $0 <= start } ?? true
    }
  }

  /// Whether no run before read a file of that path whole: the date in it is that of a night, and not in every path.
  private func isOfOneNight(_ index: Int, _ name: RejectedName?) -> Bool {
    !readings[..<index].contains {
      $0.path == readings[index].path && $0.run < readings[index].run && $0.isWhole
        && name.map($0.rejected.contains) != true
    }
  }

  /// From when on nobody has what the source had to show; nil where nothing tells. A log tells by its first record, if
  /// one could be read; else a whole file of before has shown all until then. The first rows of a table may be gone by
  /// now.
  private func start(of index: Int, _ name: RejectedName?) -> Timestamp? {
    let damaged = readings[index]
    if let first = damaged.firstTime, !Self.tables.contains(damaged.kind) { return first }
    let before = readings[..<index].filter { earlier in
      earlier.run < damaged.run && earlier.isWhole && name.map(earlier.rejected.contains) != true
        && earlier.capturedAt <= damaged.capturedAt && isOfSameSeries(damaged, earlier)
    }.map(\.capturedAt).max()
    return [before, damaged.firstTime].compactMap { $0 }.max()
  }

  /// A file is matched by its path, dates apart; where that is new, by its name, since each night may have a folder of
  /// its own. Where the run has several such files, their folders have to be the same.
  private func isOfSameSeries(_ later: Reading, _ earlier: Reading) -> Bool {
    guard later.kind == earlier.kind else { return false }
    if later.unpackedSeries == earlier.unpackedSeries { return true }
    guard firstRuns[Series(kind: later.kind, series: later.unpackedSeries)] == later.run,
      later.end(1) == earlier.end(1)
    else { return false }
    let others = readings.filter { $0.run == later.run && $0.kind == later.kind && $0.end(1) == later.end(1) }
    return others.count == 1 || later.end(2) == earlier.end(2)
  }
}

extension DamagedSources.Reading {
  /// A file that is packed one night and plain on another is of one series.
  fileprivate var unpackedSeries: String { series.hasSuffix(".gz") ? String(series.dropLast(3)) : series }

  /// The last parts of the path.
  fileprivate func end(_ count: Int) -> [Substring] { unpackedSeries.split(separator: "/").suffix(count) }
}
