/// What may stand above the header of a table.
enum HeaderDoubt {
  /// What to do where the titles look like a line above the header; empty where they do not.
  static func of(_ titles: [String]) -> String {
    let titles = titles.filter { !$0.isEmpty && !UntitledColumns.isOne($0) }
    guard titles.count == 1, let title = titles.first else { return "" }
    if isOfExcel(title) {
      return "; the first line, `sep=`, is Excel's own and no header: delete it, and say `delimiter` if it is needed"
    }
    return "; the first row that is not empty is taken for the header: if another one is meant, delete what is above it"
  }

  /// Whether a line says the delimiter, which Excel reads and hides: `sep=;`.
  static func isOfExcel(_ line: String) -> Bool { line.lowercased().hasPrefix("sep=") && line.utf8.count <= 5 }
}
