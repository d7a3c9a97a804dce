import Evidence
import Intake

extension ExtractedSources {
  /// The highest count of one source: those of all sources together do not overflow.
  private static let highest: Int64 = 1 << 44

  /// Whether its numbers can be those that `extract` wrote. What decodes a time checks its range.
  var arePossible: Bool {
    let ordinals = inReadingOrder.map(\.ordinal).sorted()
    return inReadingOrder.count <= Place.sources.count && ordinals.elementsEqual(0..<inReadingOrder.count)
      && inReadingOrder.allSatisfy { source in source.counts.allSatisfy((0...Self.highest).contains) }
      && state.map { (0...Self.highest).contains(Int64($0.lines)) } != false
  }
}

extension ExtractedSources.Source {
  fileprivate var counts: [Int64] {
    [
      Int64(lines), summary.bytes, summary.records, summary.duplicates, summary.rejected, summary.skipped,
      Int64(summary.lastPages), Int64(summary.pagesNamingNext),
    ] + summary.ignored.values + summary.secrets.flatMap { [$0.firstNumber, $0.records] }
  }
}
