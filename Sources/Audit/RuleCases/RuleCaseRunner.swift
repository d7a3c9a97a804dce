import Evidence
import Foundation
import Judgement
import Timestamps

/// Runs the cases of one rule through the whole program: files are written, recognised, read and resolved, and the rule
/// judges what came of it.
struct RuleCaseRunner {
  let rule: Rule
  let book: RuleBook

  struct Difference {
    var name: String
    var variant: CaseVariant
    var missing: [RuleCase.Expectation]
    var unexpected: [RuleCase.Expectation]
    var failure: String?
  }

  /// - Returns: nil where the case comes out as expected.
  func run(_ ruleCase: RuleCase, variant: CaseVariant) throws -> Difference? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "relay-audit-case-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    var got: [RuleCase.Expectation] = []
    do {
      for (index, night) in ruleCase.nights.enumerated() {
        let inputs = folder.appending(path: "night-\(index)")
        try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
        for (name, text) in ruleCase.files { try Data(text.utf8).write(to: inputs.appending(path: name)) }
        try CaseFiles(folder: inputs).write(night, config: ruleCase.config, variant: variant)
        var options = AuditOptions()
        options.config = inputs.appending(path: AuditSettings.defaultConfig).path
        options.asOf = night.asOf
        options.store = folder.appending(path: "audit.sqlite").path
        got = try judge(try AuditSettings(options), variant)
      }
    } catch let error as UserError {
      return Difference(name: ruleCase.name, variant: variant, missing: [], unexpected: [], failure: error.description)
    } catch let error as ConfigurationError {
      return Difference(name: ruleCase.name, variant: variant, missing: [], unexpected: [], failure: error.description)
    } catch let failure as RuleFailure {
      return Difference(name: ruleCase.name, variant: variant, missing: [], unexpected: [], failure: failure.problem)
    }
    // What is not said of a due time is not compared.
    let expected = ruleCase.expected
    var unexpected = got
    var missing: [RuleCase.Expectation] = []
    for row in expected {
      if let index = unexpected.firstIndex(where: { Self.agrees($0, with: row) }) {
        unexpected.remove(at: index)
      } else {
        missing.append(row)
      }
    }
    guard !missing.isEmpty || !unexpected.isEmpty else { return nil }
    return Difference(name: ruleCase.name, variant: variant, missing: missing, unexpected: unexpected)
  }

  private static func agrees(_ got: RuleCase.Expectation, with row: RuleCase.Expectation) -> Bool {
    got.subject == row.subject && got.object == row.object && got.verdict == row.verdict && got.reason == row.reason
      && (row.dueAt == nil || got.dueAt == row.dueAt)
  }

  private func judge(_ settings: AuditSettings, _ variant: CaseVariant) throws -> [RuleCase.Expectation] {
    let inputs = try Inputs(settings)
    let diagnostics = Diagnostics(format: .text, isQuiet: true, isVerbose: false)
    do {
      return try EvidenceStore(path: settings.configuration.store).run(settings.evidence) { session in
        var timer = PassTimer()
        let sources = try SourceReading(session: session, diagnostics: diagnostics).read(inputs, timer: &timer)
        try session.finish(sources: sources.map(\.facts)) { _, pass in try pass() }
        let rows = try RuleRunner(
          session: session, directory: EvidenceDirectory(session), parameters: settings.ruleParameters, open: [:]
        ).judgements(of: try rule.with(settings.configuration.ruleParameters[rule.id] ?? [:]))
        // The history needs the night for the next one.
        let now = settings.asOf
        _ = try RunHistory.add(
          FinishedRun(
            id: UUID().uuidString, asOf: now, startedAt: now, finishedAt: now, outcome: "pass",
            snapshot: Snapshot(sources.map(\.facts)), accounts: session.accountCount, reportSHA256: "", report: Data(),
            passes: Data()),
          project: settings.project, in: session.database)
        return rows.map { row in
          RuleCase.Expectation(
            subject: row.subject.uid ?? row.subject.appleSub ?? row.subject.email, object: row.judgement.object.map(variant.originalName),
            verdict: row.judgement.verdict.rawValue,
            reason: row.judgement.verdict == .pass ? nil : row.judgement.reason,
            dueAt: row.judgement.dueAt?.rfc3339)
        }.filter { $0.subject != CaseVariant.unrelatedUID }
      }
    } catch let error as StoreError {
      throw UserError(error)
    }
  }
}
