import Foundation
import History
import Judgement
package import Reporting
package import Vocabulary

/// A random sample of all that one rule judges, passes included, for an auditor who tests the control
/// (docs/contract.md, section 9).
package struct AuditSample: Sendable {
  package struct Request: Sendable {
    /// The rule's id.
    package var rule: String
    /// How many subjects to draw, at least 1.
    package var size: Int
    package var seed: String

    package init(rule: String, size: Int, seed: String) {
      self.rule = rule
      self.size = size
      self.seed = seed
    }
  }

  /// The subjects drawn, in the order of drawing; all of the population where it is no larger than the size asked for.
  package var rows: [SampleCSV.Row]
  /// How many subjects the rule judged, by verdict.
  package var counts: [Verdict: Int]
  /// Why an audit by this rule alone would be incomplete, a sentence each: then the population may lack subjects, or
  /// verdicts may be wrong for want of evidence.
  package var gaps: [String]

  package var population: Int { counts.values.reduce(0, +) }
}

extension Audit {
  /// Reads what an audit would read, with the store's memory, judges it by one rule, and draws a sample. It leaves
  /// nothing behind.
  ///
  /// - Throws: as `run`; `UserError` for a rule that does not exist or is disabled.
  package static func sample(
    _ request: AuditSample.Request, _ options: AuditOptions, diagnostics: Diagnostics
  ) throws -> AuditSample {
    var options = options
    options.leavesTrace = false
    let settings = try AuditSettings(options)
    diagnostics.showContacts(asIn: settings.configuration.personalData)
    let rules = try RuleBook.inForce(settings.configuration)
    let rule = try find(request.rule, in: rules, settings.configuration)
    for warning in settings.warnings { diagnostics.warning(warning) }
    var timer = PassTimer()
    let threads = Threads.forJobs(settings.jobs, diagnostics)
    let sample = try diagnostics.showingProgress {
      let inputs = try timer.time("recognise") { try settings.runInputs(helpers: threads.parsing, diagnostics) }
      return try withStore(settings, isCopied: true) { store in
        try store.run(settings.evidence, readers: threads.readers, isKept: false) { session, store in
          try threads.run {
            try AuditRun(
              session: session, store: store, settings: settings.withOwnIDs(in: store), rules: rules,
              startedAt: settings.startedAt,
              threads: threads, diagnostics: diagnostics
            ).sample(request, by: rule, from: inputs, timer: &timer)
          }
        }
      }
    }
    for pass in timer.passes { diagnostics.detail(pass.description) }
    if settings.configuration.personalData == .hashed,
      !FileManager.default.fileExists(atPath: settings.configuration.store)
    {
      diagnostics.warning(
        "there is no store with a key for --pii hashed, so the hashes in this sample match those of no report")
    }
    return sample
  }

  private static func find(_ id: String, in rules: RuleBook, _ configuration: Configuration) throws -> Rule {
    if let rule = rules.rules.first(where: { $0.id == id }) { return rule }
    guard !configuration.disabledRules.contains(id) else {
      throw UserError(
        .usage, "the rule `\(id)` is disabled by `rules.disable` of the configuration", remedy: "enable it there")
    }
    let nearest = NearestName.question(about: id, among: rules.rules.map(\.id))
    throw UserError(
      .usage, "there is no rule `\(id)`\(nearest)", remedy: nearest.isEmpty ? "`relay-audit rules list` shows all" : nil
    )
  }
}
