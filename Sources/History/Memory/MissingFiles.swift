import Evidence
import Timestamps

/// Files of earlier runs that this one lacks although it has others of their kind: a folder of regional files looks
/// whole without one of them.
///
/// Names with a date or a number say that files come and go, as logs do that are rotated. Whole snapshots, of accounts
/// and of provider configurations, have rules of their own (`AccountParts`).
struct MissingFiles {
  /// By the ids of their sources, without their records.
  private(set) var all: [Int64: AbsentFile] = [:]

  /// - Parameters:
  ///   - known: of earlier runs, as far as they may count.
  ///   - tonight: all files of this run but those of accounts.
  ///   - series: of all these files.
  init(
    _ known: [(id: Int64, file: FileSeries.File, path: String)], beside tonight: [FileSeries.File],
    _ series: FileSeries
  ) {
    let here = Dictionary(grouping: tonight, by: \.kind)
    let missing = known.filter { _, file, _ in
      guard file.kind != .accounts, file.kind != .providerConfig, let others = here[file.kind], !file.isNumbered else {
        return false
      }
      return !others.contains { series.isContinued(file, by: $0) || $0.unnumbered == file.unnumbered }
    }
    // A file of one series may have had other dates in its path; its last path and run stand for all.
    for readings in Dictionary(grouping: missing, by: { [$0.file.series, $0.file.kind.rawValue] }).values {
      guard var last = readings.first else { continue }
      for reading in readings where reading.file.run > last.file.run { last = reading }
      let file = AbsentFile(path: last.path, kind: last.file.kind, run: last.file.run, records: 0)
      for reading in readings { all[reading.id] = file }
    }
  }
}

extension FileSeries.File {
  /// Whether its name has a date or a number, or is none.
  fileprivate var isNumbered: Bool { name == "-" || name.contains { $0 == "#" || $0.isNumber } }

  /// The path without the numbers of its folders, of which some come and go.
  fileprivate var unnumbered: String {
    series.split(separator: "/").map { part in part.contains(where: \.isNumber) ? "#" : String(part) }
      .joined(separator: "/")
  }
}
