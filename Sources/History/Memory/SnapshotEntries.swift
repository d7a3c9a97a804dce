import Evidence
import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What this run's files of `mode: snapshot` end of what earlier runs read through the same entries of `inputs`.
///
/// The files that an entry matches on one night are one snapshot, whatever their names. An earlier snapshot of one file
/// is ended by tonight's whole files. One of several files is ended where all of its parts are there tonight, or where
/// tonight's files all have other names and are at least as many. Else a part may be missing tonight: the parts that
/// are not there count on, and the report says so.
struct SnapshotEntries {
  /// Ids of sources.
  private(set) var ended: Set<Int64> = []
  /// By their ids, those that are not among tonight's files.
  private(set) var unmatched: [Int64: LeftOverFile] = [:]

  init(_ sources: [ReadSource], known: [(id: Int64, series: String, source: RememberedSource)]) {
    let files = sources.filter { $0.snapshotEntry != nil }
    for (key, files) in Dictionary(grouping: files, by: { Key(entry: $0.snapshotEntry ?? "", kind: $0.kind) }) {
      let series = Set(files.map(\.series))
      let earlier = known.filter { $0.source.kind == key.kind && Self.matches($0.source.path, key.entry) }
      let isWhole = files.allSatisfy(\.endsWhatItLacks)
      let oldest = files.map(\.capturedAt).min()
      for night in Dictionary(grouping: earlier, by: \.source.run).values {
        let before = Set(night.map(\.series))
        let isComplete =
          before.count == 1 || before.isSubset(of: series)
          || before.isDisjoint(with: series) && series.count >= before.count
        for (id, name, source) in night {
          if isWhole, isComplete, oldest.map({ source.capturedAt <= $0 }) ?? false {
            ended.insert(id)
          } else if !series.contains(name) {
            unmatched[id] = LeftOverFile(path: source.path, entry: key.entry, records: 0)
          }
        }
      }
    }
  }

  private struct Key: Hashable {
    var entry: String
    var kind: EvidenceKind
  }

  /// Whether an entry means a path: it is the path, a folder around it, or has wildcards that match either.
  static func matches(_ path: String, _ entry: String) -> Bool { matches(parts(path)[...], parts(entry)[...]) }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }

  private static func matches(_ path: ArraySlice<Substring>, _ entry: ArraySlice<Substring>) -> Bool {
    guard let part = entry.first else { return true }
    guard let name = path.first else { return false }
    if part == "**" {
      // At the end it stands for a file, with folders above it or none.
      guard entry.count > 1 else { return true }
      return matches(path, entry.dropFirst()) || matches(path.dropFirst(), entry)
    }
    guard part == name || fnmatch(String(part), String(name), FNM_PERIOD) == 0 else { return false }
    return matches(path.dropFirst(), entry.dropFirst())
  }
}
