import Evidence

/// Tables of what was changed, which frameworks keep beside the records themselves, and columns that nothing reads.
extension EntryGuess {
  /// django-simple-history copies a record with all its columns for each change, and says when it did.
  func version(as column: String) -> ColumnGuess? {
    guard kind == .consents, column == "given_at",
      let field = sketch.fields.first(where: { $0.names.contains("historydate") && $0.timeShare > 0.5 })
    else { return nil }
    return .one(field, .likely, "each row is a version of a record, which began then")
  }

  /// Withholds the entry of a table that has what each change did: PaperTrail's `object` is the record before it,
  /// django-auditlog's `changes` has old and new values.
  mutating func holdBackChanges() {
    guard TellingColumns.mayEndOthers(kind) else { return }
    let isOfVersions = sketch.fields.contains { $0.names.contains("itemtype") }
    let tops = sketch.fields.filter { $0.present > 0 }.compactMap {
      $0.path.split(separator: ".").first.map(String.init)
    }
    let changes = (tops + sketch.titles).first { name in
      TellingColumns.isDifference(name) || isOfVersions && name.lowercased() == "object"
    }
    guard let changes else { return }
    note(
      """
      `\(changes)` has what each change did to a record, so no row tells how the record stands; export the records \
      themselves, one row for each
      """)
    withhold()
  }

  private static let shownUnread = 12

  /// Names the columns that nothing reads, since one of them may say in other words that a record ended.
  mutating func noteUnread() {
    guard TellingColumns.mayEndOthers(kind) || kind == .deletions else { return }
    let unread = sketch.fields.filter { $0.present > 0 && !named.contains($0.path) }.map(\.path)
      .filter { !Self.isOfRow($0) }
    guard !unread.isEmpty else { return }
    let shown = unread.prefix(Self.shownUnread).map { "`\(ShownValue.masked($0, of: ""))`" }.joined(separator: ", ")
    let more = unread.count - Self.shownUnread
    note(
      "Nothing reads \(shown)\(more > 0 ? " and \(more) more" : ""): map what says that a record ended or was refused")
  }

  /// Whether a column numbers the row, or says when the database wrote it.
  private static func isOfRow(_ path: String) -> Bool {
    let words = NameWords.of(path)
    return words.last == "id" || words.last == "uuid"
      || words.suffix(2).joined().firstMatch(of: /^(created|updated|modified|inserted)(at|on|date|time)?$/) != nil
  }
}
