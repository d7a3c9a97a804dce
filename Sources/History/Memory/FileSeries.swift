import Evidence

/// Tells which files of earlier runs a file goes on from.
///
/// It is matched by its path, dates apart; where that is new, by its name, since each night may have a folder of its
/// own. Where one of the two runs has several files of the name, one a tenant, their folders have to be the same.
struct FileSeries {
  struct File {
    var kind: EvidenceKind
    /// The path without the dates in it.
    var series: String
    /// Later runs have higher numbers.
    var run: Int64
  }

  private struct Key: Hashable {
    var kind: EvidenceKind
    var path: String
  }

  private struct Name: Hashable {
    var kind: EvidenceKind
    var name: String
    var run: Int64
  }

  /// The first run that read a file of the series.
  private var firstRuns: [Key: Int64] = [:]
  /// The series of one name in a run.
  private var bearers: [Name: Set<String>] = [:]

  init(_ files: some Sequence<File>) {
    for file in files {
      let key = Key(kind: file.kind, path: file.unpacked)
      firstRuns[key] = min(firstRuns[key] ?? .max, file.run)
      bearers[Self.name(of: file), default: []].insert(file.unpacked)
    }
  }

  private static func name(of file: File) -> Name { Name(kind: file.kind, name: file.name, run: file.run) }

  /// The path without the ending of a compressed file.
  static func unpacked(_ path: String) -> String { path.hasSuffix(".gz") ? String(path.dropLast(3)) : path }

  func isContinued(_ earlier: File, by later: File) -> Bool {
    guard later.kind == earlier.kind else { return false }
    if later.unpacked == earlier.unpacked { return true }
    guard later.name == earlier.name, firstRuns[Key(kind: later.kind, path: later.unpacked)] == later.run else {
      return false
    }
    return later.end(2) == earlier.end(2) || isAlone(later) && isAlone(earlier)
  }

  /// Whether no other series of its run has its name.
  private func isAlone(_ file: File) -> Bool { bearers[Self.name(of: file)]?.count == 1 }
}

extension FileSeries.File {
  /// A file that is packed one night and plain on another is of one series.
  var unpacked: String { FileSeries.unpacked(series) }

  /// Of the file, without its folders.
  var name: String { end(1).joined() }

  /// The last parts of the path.
  fileprivate func end(_ count: Int) -> [Substring] { unpacked.split(separator: "/").suffix(count) }
}
