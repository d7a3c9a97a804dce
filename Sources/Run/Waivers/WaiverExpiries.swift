import History
import Reporting
import Storage
import Timestamps
import Vocabulary

/// Waivers that were in force at one run and have expired by a later one (docs/contract.md, section 9).
enum WaiverExpiries {
  /// In the order of the earlier report. A waiver that was signed anew has not expired: another accepts its findings.
  static func between(_ earlier: Report, _ later: Report) -> [Report.WaiverEntry] {
    let accepted = Set(later.waivers.lazy.filter(\.isInForce).flatMap(\.findings))
    return earlier.waivers.filter { waiver in
      waiver.isInForce && waiver.expires <= later.run.asOf && !accepted.isSuperset(of: waiver.findings)
    }
  }

  /// What the ledger does not know yet of the expiries since the run before.
  ///
  /// - Parameter before: its report is read only where something may have expired since.
  /// - Throws: `StorageError`.
  static func events(
    in report: Report, after before: RunRecord?, project: String, in store: Connection
  ) throws -> [LedgerEvent.WaiverExpiry] {
    guard let before, before.hasReport else { return [] }
    let isExpired = report.waivers.contains { waiver in
      waiver.date <= before.asOf && before.asOf < waiver.expires && waiver.expires <= report.run.asOf
    }
    // One may have been taken out of the file when it had expired, with another one in its place: numbers do not tell.
    let wasWaived = before.counts.map { $0.waived > 0 } ?? false
    guard isExpired || wasWaived, let earlier = try? StoredReport.readFrame(before.number, in: store) else { return [] }
    let ledger = try LedgerRuns(in: store)
    return between(earlier, report).map { waiver in
      LedgerEvent.WaiverExpiry(
        project: project, signedBy: waiver.signedBy, ticket: waiver.ticket, date: waiver.date.rfc3339,
        expires: waiver.expires.rfc3339)
    }.filter { !ledger.knows($0) }
  }
}

extension Report.WaiverEntry {
  fileprivate var isInForce: Bool { state == .active || state == .expiring }
}
