import Intake

extension Inputs {
  /// Names on standard error what is not read: problems, folders of other audits, and superseded copies.
  func reportLeftOut(to diagnostics: Diagnostics) {
    for skipped in skipped {
      switch skipped.weight {
      case .problem: diagnostics.warning("\(skipped.path) is not read: \(skipped.reason)")
      case .notable: diagnostics.notice("\(skipped.path) is left out: \(skipped.reason)")
      case .known: break
      }
    }
    let superseded = Dictionary(grouping: sources.filter { $0.supersededBy != nil }) { $0.supersededBy ?? "" }
    for (newest, copies) in superseded.sorted(by: { $0.key < $1.key }) {
      let names = copies.map(\.file.path)
      diagnostics.notice(
        "\(NameList.text(names)) \(names.count == 1 ? "is" : "are") superseded by \(newest), and not read")
    }
  }
}

/// What is said of sources whose time of capture is that of a file written just before the run.
enum FreshFiles {
  /// A sentence; nil where there is no such source.
  static func notice(of sources: [SourceSummary]) -> String? {
    var seen: Set<String> = []
    let fresh = sources.filter { $0.isFreshFile && $0.kind != nil }.map(\.path).filter { seen.insert($0).inserted }
    guard !fresh.isEmpty else { return nil }
    return """
      \(NameList.text(fresh)): the time of capture is a modification time from within 10 minutes of the run, which a \
      copy of an old file has as well; say it by captured_at, --captured-at or a date in the name
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
