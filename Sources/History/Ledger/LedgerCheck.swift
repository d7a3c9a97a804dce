package import Storage

/// Whether the chain of entries holds by itself: numbers without gaps, each hash that of its text, each entry naming
/// the head before, each text the one that was written.
package struct LedgerCheck: Sendable {
  /// The entries that can be read, in order.
  package private(set) var entries: [LedgerEntry] = []
  /// What does not hold, in order of the entries: a sentence without its end each.
  package private(set) var problems: [String] = []

  /// - Throws: `StorageError`.
  package init(in store: Connection) throws {
    var texts = try Ledger.texts(in: store)
    let rows = try store.all(sql: "SELECT number, sha256, entry FROM main.ledger ORDER BY number") {
      (head: LedgerHead(number: $0.integer(0), sha256: $0.text(1)), text: $0.text(2))
    }
    var previous: LedgerHead?
    for row in rows {
      let expected = (previous?.number ?? 0) + 1
      if row.head.number != expected {
        problems.append("entry \(expected) of the ledger is missing")
      }
      check(row.text, row.head, after: previous, texts: texts.removeValue(forKey: row.head.number) ?? [])
      previous = row.head
    }
    for number in texts.keys.sorted() { problems.append("a text belongs to entry \(number), which is missing") }
    checkRemovedTexts()
  }

  private mutating func check(
    _ text: String, _ head: LedgerHead, after previous: LedgerHead?, texts: [Ledger.StoredText]
  ) {
    let name = "entry \(head.number) of the ledger"
    guard var entry = LedgerEntry(text: text) else { return problems.append("\(name) cannot be read") }
    if entry.head != head { problems.append("\(name) is not what its hash says") }
    if entry.previous != previous { problems.append("\(name) does not follow the one before it") }
    for stored in texts where !entry.restore(stored.name, stored.text, salt: stored.salt) {
      problems.append("the \(stored.name) of \(name) was changed")
    }
    entries.append(entry)
  }

  /// A text may be missing only where a later entry says so.
  private mutating func checkRemovedTexts() {
    var redacted: Set<Int64> = []
    for entry in entries.reversed() {
      if case .redaction(let redaction) = entry.event { redacted.formUnion(redaction.texts) }
      for (name, text) in entry.event.texts where text.text == nil && !redacted.contains(entry.number) {
        problems.append("the \(name) of entry \(entry.number) of the ledger is missing")
      }
    }
  }
}
