package import Storage
package import Timestamps

/// What the ledger says of runs.
package struct LedgerRuns: Sendable {
  /// A sign-off, and when it was recorded.
  package struct SignOff: Hashable, Sendable {
    package var entry: Int64
    package var at: Timestamp
    package var signOff: LedgerEvent.SignOff
  }

  private var entries: [Int64: LedgerEntry] = [:]
  private var redactions: [Int64: LedgerEvent.Redaction.Report] = [:]
  private var redactedLists: [Int64: String] = [:]
  private var retentions: [Int64: Timestamp] = [:]
  private var signOffs: [Int64: [SignOff]] = [:]
  private var expiries: [Int64: [LedgerEvent.WaiverExpiry]] = [:]

  /// - Throws: `StorageError`.
  package init(in store: Connection) throws { self.init(try Ledger.entries(in: store)) }

  /// - Parameter entries: in order.
  package init(_ entries: [LedgerEntry]) {
    // A run's entry comes before the others that it writes.
    var last: Int64 = 0
    for entry in entries {
      switch entry.event {
      case .run(let run):
        self.entries[run.number] = entry
        last = run.number
      case .redaction(let redaction):
        for report in redaction.reports {
          redactions[report.run] = report
          if let hash = report.flaggedSHA256 { redactedLists[report.run] = hash }
        }
      case .retention(let retention): for run in retention.runs { retentions[run] = entry.at }
      case .signOff(let signOff):
        signOffs[signOff.run, default: []].append(SignOff(entry: entry.number, at: entry.at, signOff: signOff))
      case .waiverExpiry(let expiry): expiries[last, default: []].append(expiry)
      case .withdrawal, .renaming: break
      }
    }
  }

  /// The entry of a run; nil where the run came before the ledger, and no later one adopted it.
  package func entry(of run: Int64) -> LedgerEntry? { entries[run] }

  package func run(_ number: Int64) -> LedgerRun? {
    guard case .run(let run)? = entries[number]?.event else { return nil }
    return run
  }

  /// The hash that its report has by now: of the run, or of its last redaction.
  package func reportSHA256(of run: Int64) -> String? {
    redactions[run]?.reportSHA256 ?? self.run(run)?.reportSHA256
  }

  /// The hash that the kept form of its report has by now.
  package func keptSHA256(of run: Int64) -> String? { redactions[run]?.keptSHA256 ?? self.run(run)?.keptSHA256 }

  /// The hash that its list of all flagged accounts has by now; nil where none was kept.
  package func flaggedSHA256(of run: Int64) -> String? { redactedLists[run] ?? self.run(run)?.flaggedSHA256 }

  package func isRedacted(_ run: Int64) -> Bool { redactions[run] != nil }

  /// When `history.keep` removed the run's report and findings; nil where it did not.
  package func removal(of run: Int64) -> Timestamp? { retentions[run] }

  /// The waivers whose expiry a run recorded, in order.
  package func expiries(after run: Int64) -> [LedgerEvent.WaiverExpiry] { expiries[run] ?? [] }

  /// Whether any run recorded the expiry.
  package func knows(_ expiry: LedgerEvent.WaiverExpiry) -> Bool { expiries.values.contains { $0.contains(expiry) } }

  /// In order.
  package func signOffs(of run: Int64) -> [SignOff] { signOffs[run] ?? [] }
}
