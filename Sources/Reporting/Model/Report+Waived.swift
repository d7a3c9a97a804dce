import Timestamps
import Vocabulary

extension Report {
  /// How many findings are waived, by whom and until when, as a clause; nil where none is.
  package var waivedClause: String? {
    let waivers = findings.compactMap(\.waiver)
    guard !waivers.isEmpty else { return nil }
    let count = "\(HTMLText.count(waivers.count, "finding")) \(waivers.count == 1 ? "is" : "are") waived"
    let groups = Dictionary(grouping: waivers) { "by \($0.signedBy) \($0.expires.readableEnd)" }
      .map { (count: $1.count, by: $0, expires: $1[0].expires) }
      .sorted { ($0.expires, $0.by) < ($1.expires, $1.by) }
    guard groups.count > 1 else { return "\(count) \(groups[0].by)" }
    var parts = groups.prefix(Self.toldGroups).map { "\(HTMLText.number($0.count)) \($0.by)" }
    let rest = groups.dropFirst(Self.toldGroups).reduce(0) { $0 + $1.count }
    if rest > 0 { parts.append("\(HTMLText.number(rest)) by others") }
    return "\(count): \(parts.joined(separator: ", "))"
  }

  private static var toldGroups: Int { 3 }
}
