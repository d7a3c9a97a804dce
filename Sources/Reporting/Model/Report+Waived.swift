import Timestamps
import Vocabulary

extension Report {
  /// How many findings are waived, by whom and until when, as a clause; nil where none is.
  package var waivedClause: String? {
    let tally = findings.tally
    let waived = tally.total.waived
    guard waived > 0 else { return nil }
    let count = "\(HTMLText.count(waived, "finding")) \(waived == 1 ? "is" : "are") waived"
    let signers = Dictionary(grouping: tally.byWaiver) { $0.key.signedBy }
      .map { Signer(name: $0, ends: $1.map { ($0.key.expires, $0.value) }) }
      .sorted { ($0.firstEnd, $0.name) < ($1.firstEnd, $1.name) }
    guard signers.count > 1 else { return signers[0].clause(after: count) }
    var parts = signers.prefix(Self.toldSigners).map { signer in
      let what = HTMLText.number(signer.count)
      return signer.ends.count > 1 ? "\(what) by \(signer.name) (\(signer.told))" : signer.clause(after: what)
    }
    let rest = signers.dropFirst(Self.toldSigners).reduce(0) { $0 + $1.count }
    if rest > 0 { parts.append("\(HTMLText.number(rest)) by others") }
    return "\(count): \(parts.joined(separator: ", "))"
  }

  private static var toldSigners: Int { 3 }
}

/// Who signed waivers, and until when each number of findings is waived.
private struct Signer {
  let name: String
  /// The first to end first.
  let ends: [(by: String, count: Int)]
  let firstEnd: Int64

  private static let toldEnds = 3

  init(name: String, ends: [(time: Timestamp, count: Int)]) {
    self.name = name
    firstEnd = ends.lazy.map(\.time.milliseconds).min() ?? 0
    // Several waivers may have the same end.
    self.ends = Dictionary(grouping: ends) { $0.time }.sorted { $0.key < $1.key }
      .map { ($0.key.readableEnd, $0.value.reduce(0) { $0 + $1.count }) }
  }

  var count: Int { ends.reduce(0) { $0 + $1.count } }

  /// `1 through 20 November 2026, 2 through 31 December 2026`
  var told: String {
    var parts = ends.prefix(Self.toldEnds).map { "\(HTMLText.number($0.count)) \($0.by)" }
    let rest = ends.dropFirst(Self.toldEnds).reduce(0) { $0 + $1.count }
    if rest > 0 { parts.append("\(HTMLText.number(rest)) for longer") }
    return parts.joined(separator: ", ")
  }

  func clause(after what: String) -> String {
    ends.count == 1 ? "\(what) by \(name) \(ends[0].by)" : "\(what) by \(name): \(told)"
  }
}
