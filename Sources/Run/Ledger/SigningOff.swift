package import History
import Reporting
import Storage
import Timestamps

/// Records who accepted a run's report.
package struct SigningOff: Sendable {
  package var name: String
  package var note: String
  /// The path of an OpenSSH key; nil to record the sign-off without a signature.
  package var key: String?

  package init(name: String, note: String, key: String?) {
    self.name = name
    self.note = note
    self.key = key
  }

  package struct Recorded: Sendable {
    package var run: RunRecord
    package var head: LedgerHead
  }

  /// - Throws: `UserError` where there is no such run, it is withdrawn, its report is not kept, or the key does not
  ///   sign; `ConfigurationError`, `StoreError`.
  package func record(_ reference: RunReference, _ query: StoreQuery) throws -> Recorded {
    // Begins the ledger of an old store. The key may wait for a person's hand: no lock is held meanwhile.
    let (run, statement) = try query.change { store, project -> (RunRecord, SignOffStatement) in
      let run = try reference.find(among: RunHistory.all(of: project, in: store))
      return (run, try self.statement(of: run, in: store))
    }
    let at = Timestamp.now
    let signature = try key.map { try SSHSignature.sign(statement.text(name: name, note: note, at: at), key: $0) }
    return try query.change { store, _ in
      guard try self.statement(of: run, in: store) == statement else {
        throw UserError(.unusableData, "the report of \(run.name) was redacted meanwhile", remedy: "sign it off again")
      }
      let entry = try Ledger.append(
        .signOff(
          LedgerEvent.SignOff(
            run: run.number, name: LedgerText(name), note: LedgerText(note), reportSHA256: statement.reportSHA256,
            head: statement.head, signature: signature)),
        at: at, in: store)
      return Recorded(run: run, head: entry.head)
    }
  }

  private func statement(of run: RunRecord, in store: Connection) throws -> SignOffStatement {
    guard run.withdrawn == nil else { throw UserError(.usage, "\(run.name) is withdrawn") }
    // Nobody accepts a report that cannot be read.
    _ = try StoredReport.read(run.number, in: store)
    let ledger = try LedgerRuns(in: store)
    guard let entry = ledger.entry(of: run.number), let recorded = ledger.run(run.number),
      let hash = ledger.reportSHA256(of: run.number)
    else {
      throw UserError(
        .unusableData, "\(run.name) has no entry in the ledger", remedy: "`relay-audit verify` says what happened to it"
      )
    }
    return SignOffStatement(
      project: recorded.project, run: run.id, asOf: run.asOf, outcome: recorded.outcome, reportSHA256: hash,
      head: entry.head.description)
  }
}
