import Foundation
import History
import Platform
import Reporting
import Storage
import Timestamps

/// Whether what the store has of a run is what the ledger says.
struct RunCheck {
  private let store: Connection
  private let ledger: LedgerRuns
  private let ids: PublishedIDs
  /// The reasons of withdrawals, by run; those that were removed are nil.
  private var withdrawals: [Int64: String?] = [:]
  /// The names that projects got since, by number of entry.
  private var renamings: [(entry: Int64, renaming: LedgerEvent.Renaming)] = []

  /// - Parameter entries: of the ledger, in order.
  init(_ entries: [LedgerEntry], in store: Connection) throws {
    self.store = store
    ledger = LedgerRuns(entries)
    ids = try PublishedIDs(in: store)
    for entry in entries {
      switch entry.event {
      case .withdrawal(let withdrawal): withdrawals[withdrawal.run] = withdrawal.reason.text
      case .renaming(let renaming): renamings.append((entry.number, renaming))
      case .run, .signOff, .redaction, .retention, .waiverExpiry: break
      }
    }
  }

  /// What does not hold, as in `Verification`.
  func problems(of run: LedgerRun) throws -> [String] {
    guard let stored = try RunHistory.ledgerRun(run.number, in: store) else {
      return ["run \(run.number) is not in the store"]
    }
    return try changes(of: run, stored) + report(of: run) + flagged(of: run)
  }

  /// What a reader has to know of a run that holds.
  func note(of run: LedgerRun) -> String? {
    var clauses: [String] = []
    if run.isAdopted { clauses.append("is older than the ledger, which shows changes since its adoption only") }
    if let removal = ledger.removal(of: run.number) {
      clauses.append("lost its report and findings on \(removal.rfc3339) by history.keep")
    } else if ledger.isRedacted(run.number) {
      clauses.append("has a report from which a person was removed")
    }
    return clauses.isEmpty ? nil : "Run \(run.number) \(clauses.joined(separator: ", and "))."
  }

  private func changes(of run: LedgerRun, _ stored: LedgerRun) throws -> [String] {
    var expected = run
    var isRenamed = false
    for renaming in renamings where renaming.entry > (ledger.entry(of: run.number)?.number ?? 0) {
      guard expected.project == renaming.renaming.from else { continue }
      expected.project = renaming.renaming.to
      isRenamed = true
    }
    var changed: [String] = []
    func compare(_ name: String, _ isSame: Bool) { if !isSame { changed.append(name) } }
    compare("id", stored.id == expected.id)
    compare("project", stored.project == expected.project)
    compare("as-of time", stored.asOf == expected.asOf)
    compare("outcome", stored.outcome == expected.outcome)
    compare("rules", stored.ruleTextsSHA256 == expected.ruleTextsSHA256)
    compare("snapshot", stored.snapshot == expected.snapshot)
    compare("place among the nights", stored.isOutOfOrder == expected.isOutOfOrder)
    let marks = try RunHistory.marks(of: run.number, in: store)
    if !run.isAdopted {
      compare("project's renaming", marks.isRenamed == isRenamed)
      compare("report's hash", marks.reportSHA256 == ledger.reportSHA256(of: run.number))
      compare("withdrawal", (marks.withdrawn != nil) == withdrawals.keys.contains(run.number))
    }
    if let withdrawn = marks.withdrawn, let reason = withdrawals[run.number] {
      compare("reason of its withdrawal", reason == nil || reason == withdrawn)
    }
    return changed.map { "the \($0) of run \(run.number) was changed" }
  }

  private func report(of run: LedgerRun) throws -> [String] {
    let name = "the report of run \(run.number)"
    let data = try RunHistory.reportFrame(of: run.number, in: store) ?? Data()
    if ledger.removal(of: run.number) != nil {
      return data.isEmpty ? [] : ["\(name) is there, although it was removed by history.keep"]
    }
    guard let expected = ledger.reportSHA256(of: run.number), let kept = ledger.keptSHA256(of: run.number) else {
      // It was damaged when the ledger began.
      return []
    }
    guard !data.isEmpty else { return ["\(name) is missing"] }
    let checked: StoredReport.Checked
    do {
      checked = try StoredReport.check(run.number, data, in: store)
    } catch {
      if error is StorageError || error is Interruption.Stopped || error is CannotWrite { throw error }
      return ["\(name) is damaged"]
    }
    guard checked.hashes.report == expected, checked.hashes.kept == kept else { return ["\(name) was changed"] }
    guard try RunHistory.hasIndex(checked.index, of: run.number, in: store) else {
      return ["the index of the findings of run \(run.number) was changed"]
    }
    return try notes(of: run, checked.report)
      + FindingCheck(ids.withOwnIDs(checked.report), run: run.number, in: store).problems
  }

  /// What belongs to no run, or to no finding.
  func strays() throws -> [String] {
    try RunHistory.runsOfStrayParts(in: store).map { "parts of a report of run \($0) are there without the report" }
      + (RunHistory.hasStrayFlagged(in: store) ? ["accounts of a list of flagged accounts belong to no run"] : [])
      + ids.problems()
  }

  private func flagged(of run: LedgerRun) throws -> [String] {
    let name = "the list of flagged accounts of run \(run.number)"
    let parts = try RunHistory.flagged(of: run.number, in: store)
    let expected = ledger.removal(of: run.number) == nil ? ledger.flaggedSHA256(of: run.number) : nil
    guard let expected else { return parts == nil ? [] : ["\(name) is there, although there should be none"] }
    guard let parts else { return ["\(name) is missing"] }
    let hash = (try? parts.list()).map(SHA256Text.hex)
    return hash == expected ? [] : ["\(name) was changed"]
  }

  /// What the store notes of a run follows from its report.
  private func notes(of run: LedgerRun, _ report: Report) throws -> [String] {
    let rules = try RunHistory.rules(of: run.number, in: store)
    let isSame = try RunHistory.hasNotes(
      RunNotes(report, rules: rules), startedAt: report.run.startedAt, finishedAt: report.run.finishedAt,
      accounts: report.population.accounts, of: run.number, in: store)
    return isSame ? [] : ["what the store notes of run \(run.number) is not what its report says"]
  }
}
