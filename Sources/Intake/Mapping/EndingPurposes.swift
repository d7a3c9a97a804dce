import Evidence

/// Finds purposes of consents that say what happened, such as `ConsentWithdrawn`: read as purposes they end nothing.
struct EndingPurposes {
  /// The place of the column in the mapping; nil where no purposes are read.
  let index: Int?
  private let words: TellingWords?
  private var harmless = HarmlessValues()
  private let path: String
  private var isFound = false

  init(_ plan: MappingPlan) {
    words = TellingWords.of(plan.kind)
    index = plan.columns.firstIndex { column in
      column.name == "purpose" && plan.kind == .consents && !plan.isIgnored(column.path.text)
    }
    path = index.map { plan.columns[$0].path.text } ?? ""
  }

  /// Of the column, where a value of it was found.
  var names: [String] { isFound ? [path] : [] }

  /// - Parameters:
  ///   - ours: what the configuration says that theirs means.
  ///   - column: the place of theirs in the mapping.
  mutating func look(at theirs: String, as ours: String, of column: Int) {
    guard column == index, !isFound, let words else { return }
    isFound = harmless.tells(theirs, .event) { theirs, _ in
      words.saysOnlyEnd(theirs) || theirs != ours && PurposeWords.isForLink(ours) && words.saysEnd(theirs)
    }
  }
}
