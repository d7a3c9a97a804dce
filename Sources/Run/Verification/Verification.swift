import Foundation
package import History
import Reporting
import Storage

/// What `verify` found in a store.
package struct Verification: Sendable {
  /// What does not hold, the first entry first: a sentence without its end each. Empty where all holds.
  package private(set) var problems: [String] = []
  /// What a reader has to know of a store that holds: what was removed or redacted, what was not checked.
  package private(set) var notes: [String] = []
  package private(set) var entries = 0
  package private(set) var runs = 0
  /// Nil where the ledger has no entry.
  package private(set) var head: LedgerHead?
  package private(set) var signOffs: [SignOffCheck] = []
  /// The run to which the given report belongs; nil if no report was given or no run wrote it.
  package private(set) var report: ReportIdentity?

  package var holds: Bool { problems.isEmpty }

  /// What is to be checked besides the store itself.
  package struct Request: Sendable {
    /// An earlier head, which has to lie on the chain.
    package var head: LedgerHead?
    /// A file that may be a report of one of the runs.
    package var report: String?
    /// OpenSSH's file of the keys that may sign (`ssh-keygen(1)`, ALLOWED SIGNERS).
    package var allowedSigners: String?

    package init(head: LedgerHead?, report: String?, allowedSigners: String?) {
      self.head = head
      self.report = report
      self.allowedSigners = allowedSigners
    }
  }

  /// Checks a store. It changes nothing in it.
  ///
  /// - Throws: `UserError` where there is no store, or no such file; `ConfigurationError`, `StoreError`.
  package init(_ request: Request, _ query: StoreQuery) throws {
    let signers = try request.allowedSigners.map(InputFile.existing)
    let file = try request.report.map { (path: $0, data: try InputFile.read($0)) }
    try query.readAll { store in
      problems += try Self.damage(in: store)
      let check = try LedgerCheck(in: store)
      problems += check.problems
      entries = check.entries.count
      head = check.entries.last?.head
      try checkRuns(check.entries, in: store)
      if let head = request.head, !check.entries.contains(where: { $0.head == head }) {
        problems.append("the head \(head) is not on the ledger's chain")
      }
      try checkSignOffs(check.entries, signers: signers, in: store)
      if let file { try identify(file.path, file.data, in: store) }
    }
  }

  /// What SQLite finds wrong with the file.
  private static func damage(in store: Connection) throws -> [String] {
    // SQLite may answer several lines in one row.
    let lines = try store.all(sql: "PRAGMA main.quick_check(10)") { $0.text(0).replacing("\n", with: " ") }
    return lines == ["ok"] ? [] : lines.map { "the store's file is damaged: \($0)" }
  }

  private mutating func checkRuns(_ entries: [LedgerEntry], in store: Connection) throws {
    let check = try RunCheck(entries, in: store)
    var known: Set<Int64> = []
    for case .run(let run) in entries.map(\.event) {
      guard known.insert(run.number).inserted else {
        problems.append("run \(run.number) has several entries in the ledger")
        continue
      }
      runs += 1
      problems += try check.problems(of: run)
      if let note = check.note(of: run) { notes.append(note) }
    }
    let numbers = try RunHistory.numbers(in: store)
    for number in numbers where !known.contains(number) {
      problems.append("run \(number) has no entry in the ledger")
    }
    if entries.isEmpty, !numbers.isEmpty {
      notes.append("The ledger begins with the next audit, or with a sign-off; nothing before it can be verified.")
    }
    problems += try FindingCheck.strays(in: store) + check.strays()
  }

  private mutating func checkSignOffs(_ entries: [LedgerEntry], signers: String?, in store: Connection) throws {
    let runs = LedgerRuns(entries)
    for entry in entries {
      guard case .signOff(let signOff) = entry.event else { continue }
      let check = try SignOffCheck(entry, signOff, runs, allowedSigners: signers)
      signOffs.append(check)
      if let problem = check.problem { problems.append(problem) }
    }
    if signers == nil, signOffs.contains(where: \.isSigned) {
      notes.append("Signatures were not checked: name the keys that may sign with --allowed-signers.")
    }
  }

  private mutating func identify(_ path: String, _ data: Data, in store: Connection) throws {
    switch try ReportIdentity.find(data, in: store) {
    case .success(let identity): report = identity
    case .failure(let stranger): problems.append("\(path) \(stranger.problem)")
    }
  }
}
