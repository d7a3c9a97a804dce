extension PublicView {
  /// The page of the views, as it stands in the repository.
  package static var page: String {
    var lines = [
      "# The views that rules read", "",
      "Version \(version). Times are integer milliseconds since 1970, booleans are 0 and 1, text that is compared is lower-case; a type with a question mark may be null. A `ref` is a record's place: what a rule returns as `evidence_1` to `evidence_4` is cited in the report.",
      "",
    ]
    for view in all {
      lines += ["## \(view.name)", "", view.meaning, "", "| Column | Type | Meaning |", "|---|---|---|"]
      lines += view.columns.map { "| `\($0.name)` | \($0.type) | \($0.meaning) |" }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }
}
