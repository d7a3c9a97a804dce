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
    /// The latest of them; nil also where the run did not note it.
    var lastTime: Timestamp?
    var records: Int
    var isWhole: Bool
    /// Its records are not remembered.
    var isUndecided = false
    var rejected: Set<RejectedName> = []
    /// Of its bytes.
    var sha256: String
  }

  /// Later than all earlier runs.
  static let thisRun = Int64.max

  /// Tables show their rows again each night; all other kinds are logs, which rotate.
  private static let tables: Set<EvidenceKind> = [.consents, .deletions, .aliases]

  private struct Name: Hashable {
    var kind: EvidenceKind
    var name: String
  }

  private let readings: [Reading]
  private let series: FileSeries
  private let byName: [Name: [Reading]]
  /// Where a log is damaged.
  private let rotated: RotatedReadings?

  init(_ readings: [Reading]) {
    self.readings = readings
    series = FileSeries(readings.lazy.map(\.file))
    byName = Dictionary(grouping: readings, by: Self.name)
    let logs = readings.filter { !Self.tables.contains($0.kind) }
    rotated = logs.contains(where: Self.isDamaged) ? RotatedReadings(logs) : nil
  }

  /// Snapshots are not among them: tonight's counts alone.
  private static func isDamaged(_ reading: Reading) -> Bool {
    reading.run != thisRun && (!reading.isWhole || !reading.rejected.isEmpty) && reading.kind != .accounts
      && reading.kind != .providerConfig
  }

  private static func name(of reading: Reading) -> Name { Name(kind: reading.kind, name: reading.file.name) }

  func find() -> [EarlierDamage] {
    readings.compactMap { reading in
      guard Self.isDamaged(reading) else { return nil }
      let others = others(than: reading)
      let names = reading.rejected.filter { !isMadeUpFor(reading, others, name: $0) }
      let isAboutAnybody = !reading.isWhole && !isMadeUpFor(reading, others, name: nil)
      guard isAboutAnybody || !names.isEmpty else { return nil }
      return EarlierDamage(
        path: reading.path, kind: reading.kind, run: reading.run, readAt: reading.runAsOf,
        isAboutAnybody: isAboutAnybody, names: names, isForGood: isForGood(reading, others),
        isUndecided: reading.isUndecided)
    }
  }

  /// The whole files of a damaged one's series.
  private struct Others {
    /// Of earlier runs.
    var before: [Reading] = []
    /// Of later runs, and of no earlier capture.
    var after: [Reading] = []
    /// Of later runs, and of the same bytes: what they show is all that there was, whatever time their captures have.
    var again: [Reading] = []
    /// The same, of the log under the names that it has when it is rotated.
    var rotated: [Reading] = []
    /// As `RotatedReadings.around`.
    var around: [(older: Reading, newer: Reading)] = []
  }

  private func others(than damaged: Reading) -> Others {
    var others = Others()
    for other in byName[Self.name(of: damaged)] ?? [] where other.isWhole {
      if other.run > damaged.run, other.sha256 == damaged.sha256 { others.again.append(other) }
      if other.run < damaged.run {
        if series.isContinued(other.file, by: damaged.file) { others.before.append(other) }
      } else if other.run > damaged.run, other.capturedAt >= damaged.capturedAt,
        series.isContinued(damaged.file, by: other.file)
      {
        others.after.append(other)
      }
    }
    if !Self.tables.contains(damaged.kind), let rotated {
      others.rotated = rotated.covering(damaged)
      others.around = rotated.around(damaged)
    }
    return others
  }

  /// Whether a later file has what the source had to show: it is the file of the same night, or reaches back as far. A
  /// log that was rotated since reaches back less far, and its rotated part may have it. No file shows those whom it
  /// rejects itself.
  ///
  /// - Parameter name: in a rejected record; nil for what was not read at all.
  private func isMadeUpFor(_ damaged: Reading, _ others: Others, name: RejectedName?) -> Bool {
    func shows(_ file: Reading) -> Bool { name.map(file.rejected.contains) != true }
    if others.again.contains(where: shows) { return true }
    // Else the date in the path is that of no night, but stands in every path.
    let isOfOneNight = !others.before.contains { $0.path == damaged.path && shows($0) }
    let start = start(of: damaged, others.before.lazy.filter(shows))
    let isMadeUpForByName = others.after.contains { later in
      guard shows(later) else { return false }
      if later.path == damaged.path, later.path != later.series, isOfOneNight { return true }
      guard later.records > 0 else { return false }
      guard let start else { return Self.tables.contains(damaged.kind) }
      return (later.firstTime.map { $0 <= start } ?? true) && !lacksTheEnd(of: damaged, later)
    }
    if isMadeUpForByName || others.around.contains(where: { shows($0.older) && shows($0.newer) }) { return true }
    guard let start else { return false }
    return others.rotated.contains { later in shows(later) && later.firstTime.map { $0 <= start } == true }
  }

  /// Whether a later file of a log ends before what could be read of the broken one, so that it is an older one. The
  /// last rows of a table may be gone by now.
  private func lacksTheEnd(of damaged: Reading, _ later: Reading) -> Bool {
    guard !Self.tables.contains(damaged.kind), let last = damaged.lastTime, let end = later.lastTime else {
      return false
    }
    return end < last
  }

  /// Whether no later file can make up for the source: nothing tells when a log began of which nothing was read.
  private func isForGood(_ damaged: Reading, _ others: Others) -> Bool {
    !damaged.isWhole && !Self.tables.contains(damaged.kind) && damaged.path == damaged.series
      && start(of: damaged, others.before) == nil
  }

  /// From when on nobody has what the source had to show; nil where nothing tells. A log tells by its first record, if
  /// one could be read; else an earlier whole file has shown all until then. The first rows of a table may be gone by
  /// now.
  private func start(of damaged: Reading, _ before: some Sequence<Reading>) -> Timestamp? {
    if let first = damaged.firstTime, !Self.tables.contains(damaged.kind) { return first }
    let last = before.lazy.map(\.capturedAt).filter { $0 <= damaged.capturedAt }.max()
    return [last, damaged.firstTime].compactMap { $0 }.max()
  }
}

extension DamagedSources.Reading {
  fileprivate var file: FileSeries.File { FileSeries.File(kind: kind, series: series, run: run) }
}
