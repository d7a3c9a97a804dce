import Evidence

/// Parses JSON that stands in texts on the way of a path, also in texts within such texts, and notes what a path leaves
/// out.
///
/// # Safety
/// Each depth has a parser of its own: what it parsed lives until it parses again, which the next record causes.
final class PathParsers {
  static let depthLimit = 4

  private var parsers: [NestedParser] = []
  /// A path led to one element of a list that has others.
  var leftElements = false

  /// - Returns: nil for a text that is no JSON.
  func parse(_ text: BorrowedText, depth: Int) -> JSONValue? {
    while parsers.count <= depth { parsers.append(NestedParser()) }
    return parsers[depth].parse(text)
  }
}
