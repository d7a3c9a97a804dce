import Evidence
import Foundation
import History
import Intake
import Judgement
import Reporting
import Storage
import Timestamps

/// An audit, from input files to reports.
package enum Audit {
  /// Reads the inputs, judges what they show, writes the reports, and adds the run to the store.
  ///
  /// On an error the store and the reports are unchanged. One exception: if the run was committed but its reports could
  /// not be moved into place, they stay in the pending folder, and the next run moves them.
  ///
  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`, `CannotWrite`; anything else is a defect.
  package static func run(_ options: AuditOptions, diagnostics: Diagnostics) throws -> AuditResult {
    let startedAt = Timestamp.now
    let settings = try AuditSettings(options)
    diagnostics.showContacts(asIn: settings.configuration.personalData)
    for warning in settings.warnings { diagnostics.warning(warning) }
    let rules = try RuleBook.inForce(settings.configuration)
    return try run(settings, rules, startedAt: startedAt, diagnostics) { threads, timer in
      try timer.time("recognise") { try settings.runInputs(helpers: threads.parsing, diagnostics) }
    } body: { (run, inputs: any RunInputs, timer: inout PassTimer) in
      try run.run(inputs, timer: &timer)
    }
  }

  /// Adds a run to the store, and puts its reports in their places.
  ///
  /// - Parameters:
  ///   - inputs: what the run needs, before the store is opened.
  ///   - body: stages 1 to 8.
  /// - Throws: as `run(_:diagnostics:)`.
  static func run<Inputs>(
    _ settings: AuditSettings, _ rules: RuleBook, startedAt: Timestamp, _ diagnostics: Diagnostics,
    inputs: (Threads, inout PassTimer) throws -> Inputs,
    body: (AuditRun, Inputs, inout PassTimer) throws -> AuditRun.Finished
  ) throws -> AuditResult {
    var timer = PassTimer()
    // glibc gives each of two arenas to the first threads that allocate. The worker needs one for itself, so it starts
    // before the progress line's thread.
    let threads = Threads.forJobs(settings.jobs, diagnostics)
    let result = try diagnostics.showingProgress {
      let inputs = try inputs(threads, &timer)
      return try withStore(settings) { store in
        let isKept = settings.leavesTrace
        let undone = try store.read { try ReportPlaces.completeDue(in: $0, isNoted: isKept) }
        for text in undone { diagnostics.warning(text) }
        let finished = try store.run(settings.evidence, readers: threads.readers, isKept: isKept) {
          session, store in
          try refuseOldName(settings.project, in: store)
          return try threads.run {
            let run = AuditRun(
              session: session, store: store, settings: try settings.withOwnIDs(in: store), rules: rules,
              startedAt: startedAt, threads: threads, diagnostics: diagnostics)
            return try body(run, inputs, &timer)
          }
        } beforeCommit: { finished in
          for swap in finished.swaps { swap.outlastSignals() }
        }
        // 9. New reports in the places of the old ones.
        let strangers = try store.read { try ReportPlaces.complete(finished.swaps, isKept: isKept, in: $0) }
        for text in Report.notices(ofStrangers: strangers) { diagnostics.hint(text) }
        return finished.result
      }
    }
    for pass in result.passes { diagnostics.detail(pass.description) }
    return result
  }

  /// A run under a name that was given up would begin a history anew, with the findings' ids of the old one.
  private static func refuseOldName(_ project: String, in store: Connection) throws {
    guard let name = try RunHistory.newName(of: project, in: store) else { return }
    throw UserError(
      .usage, "the project `\(project)` was renamed to `\(name)` in this store",
      remedy: "say `project: \(name)` in the configuration, or --project \(name); a new project needs another name")
  }

  /// - Parameter isCopied: whether the work is to be done on a copy of the store, which keeps no other run waiting.
  static func withStore<Result>(
    _ settings: AuditSettings, isCopied: Bool = false, _ body: (EvidenceStore) throws -> Result
  ) throws -> Result {
    let path = settings.configuration.store
    guard !settings.leavesTrace else { return try body(EvidenceStore(path: path)) }
    return try TemporaryFolder.with { folder in
      try EvidenceStore.withoutTrace(path: path, isCopied: isCopied, in: folder, body)
    }
  }
}
