import Foundation
package import History
import Reporting
import Storage
import Timestamps

/// Removes a person from the store (docs/contract.md, section 9).
package enum Forgetting {
  /// What was removed, and what is not the store's to remove.
  package struct Outcome: Sendable {
    package var removed: PersonRemoval.Removed
    /// By the numbers of the runs whose reports were redacted, how many of their findings were about the person.
    package var reports: [(run: Int64, findings: Int)]
    /// How many names and requests the store keeps hashes of.
    package var hashes: Int
    /// Names that other accounts of the project bear: they stay there.
    package var sharedNames: Int
    /// What is not in the store, or not in this project: a sentence each.
    package var notices: [String]
    /// Whether the store's file could be written anew.
    package var isRewritten: Bool
  }

  /// - Parameter tenant: of the account; nil for any.
  /// - Throws: `UserError` where nobody has the name, or several accounts have it; `ConfigurationError`, `StoreError`.
  package static func forget(_ name: PersonName, tenant: String?, _ query: StoreQuery) throws -> Outcome {
    var configuration = try Configuration.read(query.config)
    // What is advised at the end is about the same store and project.
    configuration.store = query.store ?? configuration.store
    configuration.project = query.project ?? configuration.project
    return try query.change { store, project in
      var outcome = try forget(name, tenant: tenant, project, configuration, in: store)
      // The file is written anew when the change is done.
      outcome.isRewritten = false
      return outcome
    } then: { store, outcome in
      do {
        try StoreRewriting.run(in: store)
        outcome.isRewritten = true
      } catch is StorageError {
        // The person is gone from all tables. The next command that opens the store tries again.
      }
    }
  }

  private static func forget(
    _ name: PersonName, tenant: String?, _ project: String, _ configuration: Configuration, in store: Connection
  ) throws -> Outcome {
    // The first statement writes, so that another run that holds the store is known at once.
    try StoreRewriting.setDue(in: store)
    let person = try find(name, tenant, project, in: store)
    let now = Timestamp.now
    let scrubber = NameScrubber(person.ownTexts)
    var reports = try ReportRedaction(
      person, scrubber, at: now, key: try StoreSettings.personalDataKey(in: store), in: store)
    try reports.findPerson()
    let removal = PersonRemoval(
      of: person, in: store, scrub: { scrubber.scrub($0) }, scrubPath: { scrubber.scrub(path: $0) })
    guard try person.isKnown || reports.showPerson || removal.isRejected() else {
      throw try nobody(name, project, in: store)
    }
    let redacted = try reports.redact()
    let removed = try removal.run(findings: reports.ids.keys)
    let texts = try Ledger.removeTexts(in: store) { scrubber.scrub($0) != $0 }
    try Ledger.append(
      .redaction(LedgerEvent.Redaction(reports: redacted.map(\.event), texts: texts)), at: now, in: store)
    try removal.noteForgotten(at: now)
    let notices =
      try ForgottenElsewhere(person, ids: Set(reports.ids.keys), scrubber).notices(configuration)
      + removal.otherProjects().map { other in
        """
        the project \(other.isEmpty ? "without a name" : "`\(other)`") in this store also knows the person; run \
        forget there as well, with --project
        """
      }
    return Outcome(
      removed: removed, reports: redacted.map { ($0.event.run, $0.findings) }, hashes: removal.countOfHashes,
      sharedNames: removal.countOfSharedNames, notices: notices, isRewritten: false)
  }

  private static func find(
    _ name: PersonName, _ tenant: String?, _ project: String, in store: Connection
  ) throws -> Person {
    switch try PersonSearch.find(name, tenant: tenant, project: project, in: store) {
    case .person(let person): return person
    case .several(let count, let shown):
      let data = PersonalData.masking
      let list = shown.map { candidate in
        let uid =
          data.applied(
            to: Report.Subject(project: nil, tenant: nil, uid: candidate.uid, email: nil, appleSub: nil)
          ).uid ?? ""
        return
          "\(uid.isEmpty ? "one without a uid" : "`\(uid)`")\(candidate.tenant.map { " in the tenant `\($0)`" } ?? "")"
      }
      let isByUID = if case .uid = name { true } else { false }
      throw UserError(
        .usage,
        """
        the name fits \(count) accounts: \(list.joined(separator: ", "))\(count > shown.count ? ", …" : ""); nothing \
        was forgotten
        """,
        remedy: isByUID ? "say which with --tenant" : "name one of them with --uid")
    }
  }

  private static func nobody(_ name: PersonName, _ project: String, in store: Connection) throws -> UserError {
    let isForgotten = try PersonRemoval.isForgotten(name, of: project, in: store)
    return UserError(
      .noSuchInput,
      isForgotten
        ? "the store has nothing about this person any more: the name has been forgotten before"
        : "the store has nobody of that name in this project",
      remedy: isForgotten
        ? nil : "check the spelling, or try another name with --uid, --email, --phone or --apple-sub")
  }
}
