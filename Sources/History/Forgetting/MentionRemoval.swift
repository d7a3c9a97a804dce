import Evidence
import Storage

/// Takes a person's names out of what remembered records say of others.
struct MentionRemoval {
  let person: Person
  let store: Connection
  /// Takes the person's names out of a text, but those that may be words.
  let scrub: (String) -> String

  private struct Change {
    var id: Int64
    var column: String
    var text: String
  }

  /// - Returns: how many records have the person's name in an id, and keep it.
  /// - Throws: `StorageError`.
  func run() throws -> Int {
    let texts = person.ownTexts.filter { !$0.isEmpty }
    guard !texts.isEmpty else { return 0 }
    var kept = 0
    for table in MemoryTables.contents {
      let columns = table.columns.filter { $0.type == "TEXT" }.map(\.name)
      if !columns.isEmpty { kept += try clear(columns, of: MemorySchema.contents(table), texts) }
    }
    return kept
  }

  private func clear(_ columns: [String], of table: String, _ texts: Set<String>) throws -> Int {
    let (condition, arguments) = Self.mayName(columns, texts)
    let rows = try SelectStatement(
      store,
      """
      SELECT id, \(columns.joined(separator: ", ")) FROM main.\(table) WHERE (\(condition)) AND id IN
        (SELECT id FROM main.\(MemorySchema.keys)
          WHERE source IN (SELECT id FROM main.remembered_source WHERE project = ?))
      """)
    try rows.start(arguments + [person.project])
    var (changes, kept): ([Change], Int) = ([], 0)
    while try rows.next() {
      var isKept = false
      for (index, column) in columns.enumerated() {
        guard let text = rows.optionalText(Int32(index + 1)) else { continue }
        let cleared = cleared(text, in: column, texts)
        guard cleared != text else { continue }
        if MemoryTables.isID(column) {
          isKept = true
        } else {
          changes.append(Change(id: rows.integer(0), column: column, text: cleared))
        }
      }
      if isKept { kept += 1 }
    }
    for change in changes {
      try store.execute(
        sql: "UPDATE main.\(table) SET \(change.column) = ? WHERE id = ?", arguments: [change.text, change.id])
    }
    return kept
  }

  /// In SQL, with its arguments: whether a row may name the person. It rules out nearly all rows, of which there may be
  /// millions.
  private static func mayName(
    _ columns: [String], _ texts: Set<String>
  ) -> (condition: String, arguments: [(any SQLBindable)?]) {
    let all = "lower(char(10) || \(columns.map { "coalesce(\($0), '') || char(10)" }.joined(separator: " || ")))"
    var terms: [String] = []
    var arguments: [(any SQLBindable)?] = []
    for text in texts.sorted() {
      let lower = text.foldedASCII
      terms.append("instr(\(all), ?) > 0")
      // A short one is a value of its own, or a word like any other.
      arguments.append(lower.count < shortestWithin ? "\n\(lower)\n" : lower)
      guard isPhone(text) else { continue }
      terms.append("\(all) LIKE ?")
      arguments.append("%" + text.dropFirst().map(String.init).joined(separator: "%") + "%")
    }
    return (terms.joined(separator: " OR "), arguments)
  }

  private static let shortestWithin = 6

  private static func isPhone(_ text: String) -> Bool {
    text.hasPrefix("+") && text.dropFirst().utf8.allSatisfy { $0 &- 0x30 < 10 }
  }

  private func cleared(_ text: String, in column: String, _ texts: Set<String>) -> String {
    let isNaming = MemoryTables.namingColumns.contains(column)
    if isNaming || column == MemoryTables.actor || MemoryTables.isID(column), isName(text, texts) { return "…" }
    // In a column of names, a text without a space is a name, and a longer one is somebody else's.
    return isNaming && !text.contains(where: \.isWhitespace) ? text : scrub(text)
  }

  private func isName(_ text: String, _ texts: Set<String>) -> Bool {
    if texts.contains(text) || texts.contains(SubjectText.email(text)) { return true }
    return !text.contains(where: \.isLetter) && texts.contains(SubjectText.phone(text))
  }
}
