package import History
import Reporting
package import Timestamps

/// The runs of a project that the store has.
package struct PastRuns: Sendable {
  package struct Entry: Sendable {
    package var run: RunRecord
    /// Nil where the report that tells them is damaged.
    package var counts: RunCounts?
    /// Nil where the ledger has no entry of the run.
    package var head: LedgerHead?
    /// When `history.keep` removed its report; nil where it did not.
    package var removed: Timestamp?
    /// Waivers that had been in force at the run before and were not any more.
    package var expiries: [LedgerEvent.WaiverExpiry]
    /// Who accepted its report, in order; nil where the name was removed.
    package var signedOffBy: [String?]
  }

  /// Newest first, with what people wrote as reports show it.
  package let entries: [Entry]

  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`.
  package init(_ query: StoreQuery) throws {
    let mode = try Configuration.read(query.config).personalData
    entries = try query.read { store, project in
      let ledger = try LedgerRuns(in: store)
      return try RunHistory.all(of: project, in: store).map { run in
        var run = run
        run.withdrawn = run.withdrawn.map(mode.shown)
        // A run of the first edition counts in its report alone, until a later run reads it.
        let counts = run.counts ?? (try? StoredReport.read(run.number, in: store)).map(RunCounts.init)
        return Entry(
          run: run, counts: counts, head: ledger.entry(of: run.number)?.head, removed: ledger.removal(of: run.number),
          expiries: ledger.expiries(after: run.number).map { expiry in
            var expiry = expiry
            expiry.ticket = expiry.ticket.map(mode.shown)
            return expiry
          },
          signedOffBy: ledger.signOffs(of: run.number).map(\.signOff.name.text))
      }
    }
  }

  /// Withdraws a run that was a mistake.
  ///
  /// - Returns: the run.
  /// - Throws: `UserError` where there is no such run or it is withdrawn; `ConfigurationError`, `StoreError`.
  package static func withdraw(_ reference: RunReference, reason: String, _ query: StoreQuery) throws -> RunRecord {
    try query.change { store, project in
      let run = try reference.find(among: RunHistory.all(of: project, in: store))
      guard run.withdrawn == nil else { throw UserError(.usage, "\(run.name) has already been withdrawn") }
      try RunHistory.withdraw(run.number, reason: reason, in: store)
      return run
    }
  }

  /// Joins the runs under one name of a project to those under another.
  ///
  /// - Throws: `UserError` where there is no such project; `ConfigurationError`, `StoreError`.
  package static func rename(_ old: String, to new: String, _ query: StoreQuery) throws {
    var query = query
    query.project = old
    guard old != new else { throw UserError(.usage, "both names of the project are `\(old)`") }
    try query.change { store, _ in try RunHistory.rename(project: old, to: new, in: store) }
  }
}
