import History
import Reporting
import Storage

/// Begins the ledger of a store that has runs from before there was one.
enum LedgerAdoption {
  /// Adds an entry for each run that the store has, if the ledger has no entry yet. It says how the run was found, and
  /// shows no earlier change of it.
  ///
  /// - Throws: `StorageError`.
  static func adopt(in store: Connection) throws {
    guard try Ledger.head(in: store) == nil else { return }
    for number in try RunHistory.numbers(in: store) {
      guard var run = try RunHistory.ledgerRun(number, in: store) else { continue }
      run.isAdopted = true
      if let report = try? StoredReport.read(number, in: store) {
        let hashes = KeptReport.hashes(of: report)
        run.reportSHA256 = hashes.report
        run.keptSHA256 = hashes.kept
        run.configSHA256 = report.run.configSHA256
        run.rulesSHA256 = report.run.rulesSHA256
        run.tool = "\(report.run.tool.name) \(report.run.tool.version)"
      }
      try Ledger.append(.run(run), in: store)
    }
  }
}
