import History
import Reporting
package import Timestamps

/// Whether a sign-off is of the report that the ledger has, and who signed it.
package struct SignOffCheck: Sendable {
  package let run: Int64
  package let at: Timestamp
  /// Nil, as the note, where it was removed with a person who had to be forgotten.
  package let name: String?
  package let isSigned: Bool
  /// The owner of the key that signed; nil where that was not checked, or not found.
  package private(set) var principal: String?
  /// As in `Verification`; nil where it holds.
  package private(set) var problem: String?

  /// - Parameter allowedSigners: nil to leave the signature unchecked.
  /// - Throws: `UserError` where OpenSSH is missing.
  init(_ entry: LedgerEntry, _ signOff: LedgerEvent.SignOff, _ runs: LedgerRuns, allowedSigners: String?) throws {
    run = signOff.run
    at = entry.at
    name = signOff.name.text
    isSigned = signOff.signature != nil
    let title = "the sign-off of run \(signOff.run) in entry \(entry.number)"
    guard let run = runs.run(signOff.run), runs.entry(of: signOff.run)?.head.description == signOff.head else {
      problem = "\(title) names another entry than the run's"
      return
    }
    guard let allowedSigners, let signature = signOff.signature else { return }
    guard let name = signOff.name.text, let note = signOff.note.text, let asOf = Timestamp(rfc3339: run.asOf) else {
      problem = "\(title) cannot be verified, since its name or note was removed"
      return
    }
    let statement = SignOffStatement(
      project: run.project, run: run.id, asOf: asOf, outcome: run.outcome, reportSHA256: signOff.reportSHA256,
      head: signOff.head)
    principal = try SSHSignature.signer(
      of: statement.text(name: name, note: note, at: entry.at), signature: signature, allowedSigners: allowedSigners,
      at: entry.at)
    if principal == nil { problem = "\(title) has no valid signature of a key that may sign" }
  }
}
