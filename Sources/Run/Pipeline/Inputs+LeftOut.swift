import Intake

extension Inputs {
  func reportLeftOut(to diagnostics: Diagnostics) {
    skipped.report(to: diagnostics)
    let superseded = Dictionary(grouping: sources.filter { $0.supersededBy != nil }) { $0.supersededBy ?? "" }
    for (newest, copies) in superseded.sorted(by: { $0.key < $1.key }) {
      let names = copies.map(\.file.path)
      diagnostics.notice(
        "\(NameList.text(names)) \(names.count == 1 ? "is" : "are") not read: superseded by \(newest)")
    }
  }
}

extension [SkippedInput] {
  /// Names on standard error what is not read: problems, and folders of other audits.
  func report(to diagnostics: Diagnostics) {
    for skipped in self {
      switch skipped.weight {
      case .problem: diagnostics.warning("\(skipped.path) is not read: \(skipped.reason)")
      case .notable: diagnostics.notice("\(skipped.path) is left out: \(skipped.reason)")
      case .known: break
      }
    }
  }
}

/// What is said of sources whose time of capture is that of a file written just before the run.
enum FreshFiles {
  /// A sentence for files and one for standard input, where there are such sources.
  static func notices(of sources: [SourceSummary]) -> [String] {
    var seen: Set<String> = []
    let fresh = sources.filter { $0.isFreshFile && $0.kind != nil }.map(\.path).filter { seen.insert($0).inserted }
    let stream = fresh.contains("-") ? [ofStream] : []
    let files = fresh.filter { $0 != "-" }
    return files.isEmpty ? stream : [text(files)] + stream
  }

  private static let ofStream =
    "standard input has no time of capture: the time of the run is taken; give another with --captured-at"

  private static func text(_ files: [String]) -> String {
    """
    \(NameList.text(files)): the time of capture is a modification time within 10 minutes of the run, which a copy of \
    an old file has too; to be sure, give the time with captured_at, --captured-at or a date in the name
    """
  }
}

/// Names in a sentence: the first few, and how many more there are.
enum NameList {
  private static let shown = 5

  static func text(_ names: [String]) -> String {
    let more = names.count - shown
    return names.prefix(shown).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
