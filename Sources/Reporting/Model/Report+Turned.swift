extension Report {
  /// The findings that fail now and that the run before had without failing, as a sentence; nil where there are none.
  package var turnedSentence: String? {
    let parts = [
      ("pending", newlyFailing.pending), ("manual", newlyFailing.manual), ("inconclusive", newlyFailing.inconclusive),
      ("waived", newlyFailing.waived),
    ].filter { $0.1 > 0 }
    guard let (before, count) = parts.first else { return nil }
    guard parts.count > 1 else {
      return "\(HTMLText.count(count, "finding fails", "findings fail")) now that \(Self.were(count)) \(before) before."
    }
    let each =
      ["\(HTMLText.number(count)) \(Self.were(count)) \(before)"]
      + parts.dropFirst().map { "\(HTMLText.number($1)) \($0)" }
    let total = parts.reduce(0) { $0 + $1.1 }
    return "\(HTMLText.number(total)) findings fail now that did not before: \(each.joined(separator: ", "))."
  }

  private static func were(_ count: Int) -> String { count == 1 ? "was" : "were" }
}
