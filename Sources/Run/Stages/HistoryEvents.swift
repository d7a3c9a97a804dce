import History
import Reporting

extension AuditRun {
  /// The end of stage 8: the list of flagged accounts, what the ledger records besides the run, and what `history.keep`
  /// removes.
  ///
  /// - Returns: the numbers of the runs that lost their reports and findings, in order.
  /// - Throws: `StorageError`.
  func recordEvents(
    _ report: Report, _ flagged: AccountProducts.KeptList?, before: RunRecord?
  ) throws -> [Int64] {
    if let flagged { try RunHistory.keepFlagged(flagged.parts, ofRun: report.run.id, in: store) }
    let expiries = try WaiverExpiries.events(in: report, after: before, project: settings.project, in: store)
    for expiry in expiries { try Ledger.append(.waiverExpiry(expiry), in: store) }
    guard let keep = settings.configuration.keepHistory else { return [] }
    return try RunRetention(store, project: settings.project, asOf: settings.asOf).remove(after: keep, sparing: before)
  }
}
