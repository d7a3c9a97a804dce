import History
import Reporting
import Timestamps

/// Makes a run's entry in the ledger as soon as the hashes of its report are known: the pages show the new head, and
/// are written before the run is kept.
struct RunSeal: Sendable {
  /// The number that the run will have.
  let number: Int64
  /// The head before.
  let previous: LedgerHead?
  let run: Report.Run
  let outcome: String
  let project: String
  let ruleTextsSHA256: String
  let flaggedSHA256: String?
  let snapshot: LedgerRun.Snapshot?
  let isOutOfOrder: Bool

  /// - Throws: what keeps the entry from being written as JSON: a defect.
  func entry(_ hashes: KeptReport.Hashes) throws -> LedgerEntry {
    try LedgerEntry(
      .run(
        LedgerRun(
          number: number, id: run.id, project: project, asOf: run.asOf.rfc3339, outcome: outcome,
          reportSHA256: hashes.report, keptSHA256: hashes.kept, configSHA256: run.configSHA256,
          rulesSHA256: run.rulesSHA256, ruleTextsSHA256: ruleTextsSHA256,
          tool: "\(run.tool.name) \(run.tool.version)", snapshot: snapshot, isOutOfOrder: isOutOfOrder,
          isAdopted: false,
          flaggedSHA256: flaggedSHA256)),
      after: previous, at: run.finishedAt)
  }
}

extension Report.Ledger {
  init(_ entry: LedgerEntry, reportSHA256: String) {
    self.init(
      number: Int(entry.number), head: entry.head.description, previous: entry.previous?.description,
      reportSHA256: reportSHA256)
  }
}
