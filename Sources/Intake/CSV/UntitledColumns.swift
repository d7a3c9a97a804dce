import Evidence

/// Columns of a table without a title, under names that stand in for one: they may have what ends a record.
struct UntitledColumns {
  /// The header, with a name for each column.
  let titles: [String]
  /// By the index of a column, the name that stands in.
  private var unseen: [Int: String] = [:]

  init(_ header: [String]) {
    var titles = header
    for index in header.indices where header[index].isEmpty {
      let name = Self.name(of: index)
      // Should a title be written so, nothing can be called by the name.
      guard !header.contains(name) else { continue }
      titles[index] = name
      unseen[index] = name
    }
    self.titles = titles
  }

  static func name(of index: Int) -> String { "column \(index + 1)" }

  /// Whether a name stands in for a title, here or in what wrote the file (`Unnamed: 3`).
  static func isOne(_ name: String) -> Bool {
    guard let beginning = ["column ", "Unnamed: "].first(where: name.hasPrefix) else { return false }
    let rest = name.utf8.dropFirst(beginning.utf8.count)
    return !rest.isEmpty && rest.allSatisfy(\.isDigit)
  }

  mutating func look(atRow row: [BorrowedText]) {
    if unseen.isEmpty { return }
    for index in unseen.keys where index < row.count && row[index].nonEmpty != nil { unseen[index] = nil }
  }

  /// Names of columns without any value, which is what a delimiter at the ends of lines comes to.
  var blank: Set<String> { Set(unseen.values) }
}
