import Timestamps
import Vocabulary

extension Report {
  /// How many findings are waived, by whom and until when, as a clause; nil where none is.
  package var waivedClause: String? {
    let tally = findings.tally
    let waived = tally.total.waived
    guard waived > 0 else { return nil }
    let count = "\(HTMLText.count(waived, "finding")) \(waived == 1 ? "is" : "are") waived"
    let groups = Dictionary(grouping: tally.byWaiver) { "by \($0.key.signedBy) \($0.key.expires.readableEnd)" }
      .map { by, waivers in
        (
          count: waivers.reduce(0) { $0 + $1.value }, by: by,
          expires: waivers.lazy.map(\.key.expires.milliseconds).min() ?? 0
        )
      }
      .sorted { ($0.expires, $0.by) < ($1.expires, $1.by) }
    guard groups.count > 1 else { return "\(count) \(groups[0].by)" }
    var parts = groups.prefix(Self.toldGroups).map { "\(HTMLText.number($0.count)) \($0.by)" }
    let rest = groups.dropFirst(Self.toldGroups).reduce(0) { $0 + $1.count }
    if rest > 0 { parts.append("\(HTMLText.number(rest)) by others") }
    return "\(count): \(parts.joined(separator: ", "))"
  }

  private static var toldGroups: Int { 3 }
}
