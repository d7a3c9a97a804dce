import Evidence
import Timestamps

/// Finds the whole files of a log that show all that was read of a broken one, under another name since it was rotated.
///
/// Times decide, since a numbered name is that of another file each night: an older part ends before the broken file
/// does, and a newer one begins after it. They tell nothing where several programs write such files beside each other
/// (`worker.1.log` and `worker.2.log`), whose files of one night overlap.
struct RotatedReadings {
  typealias Reading = DamagedSources.Reading

  /// Files of one log, and of one run.
  private struct Night: Hashable {
    var kind: EvidenceKind
    var path: String
    var run: Int64
  }

  private struct Name: Hashable {
    var kind: EvidenceKind
    var name: String
  }

  /// A whole file that has records. A log of many nights has thousands of files, and each that is broken is compared
  /// with all of them.
  private struct Candidate {
    var index: Int
    var run: Int64
    var capturedAt: Timestamp
    var first: Timestamp
    var last: Timestamp
  }

  /// Lines are written in the order in which calls end, and a log is rotated between two of them.
  private static let slack = TimeSpan.minutes(1)

  private let readings: [Reading]
  /// By series, the path of the log.
  private let paths: [String: String]
  private let series: FileSeries
  private let nights: [Night: [Reading]]
  private let candidates: [Name: [Candidate]]

  /// - Parameter readings: of logs.
  init(_ readings: [Reading]) {
    self.readings = readings
    let paths = Dictionary(uniqueKeysWithValues: Set(readings.map(\.series)).map { ($0, RotatedLog.path(of: $0)) })
    self.paths = paths
    func file(_ reading: Reading) -> FileSeries.File { Self.file(reading, paths) }
    series = FileSeries(readings.lazy.map(file))
    nights = Dictionary(grouping: readings) { Night(kind: $0.kind, path: file($0).series, run: $0.run) }
    var candidates: [Name: [Candidate]] = [:]
    for (index, reading) in readings.enumerated() where reading.isWhole {
      guard let first = reading.firstTime, let last = reading.lastTime else { continue }
      candidates[Name(kind: reading.kind, name: file(reading).name), default: []].append(
        Candidate(index: index, run: reading.run, capturedAt: reading.capturedAt, first: first, last: last))
    }
    self.candidates = candidates
  }

  private static func file(_ reading: Reading, _ paths: [String: String]) -> FileSeries.File {
    FileSeries.File(kind: reading.kind, series: paths[reading.series] ?? reading.series, run: reading.run)
  }

  private func file(_ reading: Reading) -> FileSeries.File { Self.file(reading, paths) }

  /// The whole files of later runs, and of no earlier capture, that begin no later and end no earlier than what was
  /// read of a broken file. Where nothing tells until when that was, they reach to its capture.
  func covering(_ damaged: Reading) -> [Reading] {
    let log = file(damaged)
    guard let candidates = candidates[Name(kind: damaged.kind, name: log.name)] else { return [] }
    let (first, last) = (damaged.firstTime, damaged.lastTime ?? damaged.capturedAt)
    var covering: [Reading] = []
    for other in candidates
    where other.run > damaged.run && other.capturedAt >= damaged.capturedAt && other.last >= last
      && other.first <= first ?? other.first
    {
      let reading = readings[other.index]
      if reading.records >= damaged.records, series.isContinued(log, by: file(reading)),
        !isBesideOthers(reading, of: reading), !isBesideOthers(reading, of: damaged)
      {
        covering.append(reading)
      }
    }
    return covering.isEmpty || isBesideOthers(damaged, of: damaged) ? [] : covering
  }

  /// Parts of the log that follow each other, read by one later run, of which the older was written last before the
  /// capture of a broken file, and the newer after it. One of the two is the log of that moment, whatever it had: so
  /// they tell also of a file of which nothing could be read.
  func around(_ damaged: Reading) -> [(older: Reading, newer: Reading)] {
    guard damaged.records == 0, number(damaged) != nil else { return [] }
    let log = file(damaged)
    return nights.filter { $0.key.kind == log.kind && $0.key.path == log.series && $0.key.run > log.run }.values
      .flatMap { parts in
        let numbered = Dictionary(
          parts.compactMap { part in part.isWhole ? number(part).map { ($0, part) } : nil }
        ) { first, _ in first }
        return numbered.compactMap { number, newer in
          numbered[number + 1].flatMap { older in
            older.capturedAt <= damaged.capturedAt && newer.capturedAt >= damaged.capturedAt && newer.records > 0
              && !isBesideOthers(newer, of: newer) ? (older, newer) : nil
          }
        }
      }
  }

  private func number(_ reading: Reading) -> Int? { RotatedLog.number(of: reading.series) }

  /// Whether a file has records of the same time as another one of its log that was read with `night`, or is that one.
  private func isBesideOthers(_ reading: Reading, of night: Reading) -> Bool {
    let log = file(night)
    return nights[Night(kind: log.kind, path: log.series, run: log.run)]?
      .contains { other in
        // A file may be there packed and plain.
        FileSeries.unpacked(other.series) != FileSeries.unpacked(night.series)
          && (other.overlaps(reading, by: Self.slack) || other.firstTime != nil && other.firstTime == reading.firstTime)
      } ?? false
  }
}

extension DamagedSources.Reading {
  fileprivate func overlaps(_ other: Self, by span: TimeSpan) -> Bool {
    guard let first = firstTime, let last = lastTime, let otherFirst = other.firstTime, let otherLast = other.lastTime
    else { return false }
    return first + span <= otherLast && otherFirst + span <= last
  }
}
