import History
import Judgement
import Reporting
import Storage
import Timestamps
import Vocabulary

extension ReportBuilder {
  /// How long before its end a waiver is said to expire.
  private static let notice = TimeSpan.days(30)

  /// The waivers of the waivers file, in its order.
  func waivers(_ waivers: Waivers, at asOf: Timestamp, findings: [Report.Finding], store: Connection) throws
    -> [Report.WaiverEntry]
  {
    guard !waivers.entries.isEmpty else { return [] }
    let found = Set(findings.map(\.id))
    return try waivers.entries.map { entry in
      let waiver = entry.waiver
      return Report.WaiverEntry(
        findings: entry.findings, signedBy: waiver.signedBy, requestedBy: nil, ticket: nil, date: waiver.date,
        expires: waiver.expires, reason: waiver.reason,
        state: try Self.state(of: entry, at: asOf, found: found) { try FindingHistory.isKnown($0, in: store) })
    }
  }

  private static func state(
    of entry: Waivers.Entry, at asOf: Timestamp, found: Set<String>, isKnown: (String) throws -> Bool
  ) rethrows -> Report.WaiverState {
    if asOf < entry.waiver.date { return .notYet }
    if asOf >= entry.waiver.expires { return .expired }
    if entry.findings.contains(where: found.contains) {
      return entry.waiver.expires <= asOf + notice ? .expiring : .active
    }
    return try entry.findings.contains(where: isKnown) ? .unused : .unknown
  }
}
