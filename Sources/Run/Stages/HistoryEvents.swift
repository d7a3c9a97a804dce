import History
import Reporting

extension AuditRun {
  /// The end of stage 8: what the ledger records besides the run, and what `history.keep` removes.
  ///
  /// - Returns: the numbers of the runs that lost their reports and findings, in order.
  /// - Throws: `StorageError`.
  func recordEvents(_ report: Report, before: RunRecord?) throws -> [Int64] {
    let expiries = try WaiverExpiries.events(in: report, after: before, project: settings.project, in: store)
    for expiry in expiries { try Ledger.append(.waiverExpiry(expiry), in: store) }
    guard let keep = settings.configuration.keepHistory else { return [] }
    return try RunRetention(store, project: settings.project, asOf: settings.asOf).remove(after: keep, sparing: before)
  }
}
