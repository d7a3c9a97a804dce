import Evidence
import Foundation
import History
import Judgement
import Platform
import Timestamps

/// Runs the cases of one rule through the whole program: files are written, recognised, read and resolved, and the rule
/// judges what came of it.
struct RuleCaseRunner {
  let rule: Rule

  struct Difference {
    var name: String
    var variant: CaseVariant
    var missing: [RuleCase.Expectation]
    var unexpected: [RuleCase.Expectation]
    var failure: String?
  }

  /// - Returns: nil where the case comes out as expected.
  func run(_ ruleCase: RuleCase, variant: CaseVariant) throws -> Difference? {
    do {
      let rows = try rows(of: ruleCase, variant: variant)
      return rows.flatMap { difference(of: $0, from: ruleCase, variant: variant) }
    } catch let error as UserError {
      return Difference(name: ruleCase.name, variant: variant, missing: [], unexpected: [], failure: error.description)
    } catch let error as ConfigurationError {
      return Difference(name: ruleCase.name, variant: variant, missing: [], unexpected: [], failure: error.description)
    } catch let failure as RuleFailure {
      return Difference(name: ruleCase.name, variant: variant, missing: [], unexpected: [], failure: failure.problem)
    }
  }

  /// - Returns: nil where the variant is the case as it stands.
  private func rows(of ruleCase: RuleCase, variant: CaseVariant) throws -> [RuleCase.Expectation]? {
    guard variant != .apart else { return try rowsOfPeopleApart(ruleCase) }
    return try withEvidence(of: ruleCase, variant: variant) { try $0.rows(of: rule) }
  }

  /// - Returns: nil where the rows are those that the case expects.
  func difference(of got: [RuleCase.Expectation], from ruleCase: RuleCase, variant: CaseVariant) -> Difference? {
    var unexpected = got
    var missing: [RuleCase.Expectation] = []
    for row in ruleCase.expected {
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
      && (row.dueAt == nil || got.dueAt == row.dueAt) && (row.at == nil || got.at == row.at)
      && (row.detail == nil || got.detail == row.detail)
      && (row.discriminator == nil || got.discriminator == row.discriminator)
      && (row.evidence == nil || got.evidence == nil || got.evidence == row.evidence)
  }

  /// Audits the case's nights one after the other, and hands the last one's evidence to `body`.
  ///
  /// Loading costs far more than judging: who has many queries to judge by runs them all in one `body`.
  ///
  /// - Parameter earlier: gets the evidence of each night before the last.
  /// - Throws: `UserError` and `ConfigurationError` for a case that cannot be loaded, and what `body` throws.
  func withEvidence<Result>(
    of ruleCase: RuleCase, variant: CaseVariant, earlier: (CaseEvidence) throws -> Void = { _ in },
    _ body: (CaseEvidence) throws -> Result
  ) throws -> Result {
    try TemporaryFolder.with { folder in
      let store = folder.appending(path: "audit.sqlite").path
      try EmptyStore.write(to: store)
      func settings(of night: RuleCase.Night, _ index: Int) throws -> AuditSettings {
        var settings = try ruleCase.write(night, to: folder.appending(path: "night-\(index)"), variant: variant)
        settings.configuration.store = store
        return settings
      }
      let diagnostics = Diagnostics(format: .text, isQuiet: true, isVerbose: false)
      func load<Loaded>(_ settings: AuditSettings, _ body: (CaseEvidence) throws -> Loaded) throws -> Loaded {
        try Self.load(inputs(settings, variant, diagnostics), settings, variant, diagnostics, body)
      }
      for (index, night) in ruleCase.earlierNights.enumerated() {
        try load(settings(of: night, index), earlier)
      }
      return try load(settings(of: ruleCase.lastNight, ruleCase.earlierNights.count), body)
    }
  }

  /// Audits one night, hands its evidence to `body`, and lets the store know the night.
  ///
  /// - Parameter whole: what the evidence of all people sums up to; nil where the inputs have it all.
  /// - Throws: `UserError`, and what `body` throws.
  static func load<Result>(
    _ inputs: any RunInputs, _ settings: AuditSettings, _ variant: CaseVariant, _ diagnostics: Diagnostics,
    whole: EvidenceSums? = nil, _ body: (CaseEvidence) throws -> Result
  ) throws -> Result {
    do {
      return try EvidenceStore(path: settings.configuration.store, isDurable: false).run(settings.evidence) {
        session, store in
        session.whole = whole
        var timer = PassTimer()
        let sources = try SourceReading(
          session: session, store: store, earlier: SourceHistory(),
          newer: NewerTables(than: inputs, settings, in: store), threads: .callerOnly, diagnostics: diagnostics
        ).read(inputs, timer: &timer)
        try session.finish(sources: sources.map(\.facts))
        let result = try body(CaseEvidence(session: session, settings: settings, variant: variant))
        // The history needs the night for the next one.
        let now = settings.asOf
        let number = try RunHistory.add(
          FinishedRun(
            id: RandomID.uuid(), asOf: now, startedAt: now, finishedAt: now, outcome: "pass",
            snapshot: Snapshot(sources.map(\.facts)), accounts: session.accountCount, reportSHA256: "",
            report: PackedReport(frame: Data()),
            passes: Data(), isOutOfOrder: false, notes: RunNotes()),
          project: settings.project, in: store)
        try MemoryKeeper(
          store, project: settings.project, run: number, asOf: now, rememberedFrom: session.rememberedFrom,
          shownUpTo: session.shownUpTo
        ).keep(sources.compactMap(\.forMemory), ending: session.endedSources)
        return result
      }
    } catch let error as StoreError {
      throw UserError(error)
    }
  }

  private func inputs(
    _ settings: AuditSettings, _ variant: CaseVariant, _ diagnostics: Diagnostics
  ) throws -> any RunInputs {
    let files = try Inputs(settings, diagnostics: diagnostics)
    guard variant == .extracted else { return files }
    let folder = settings.configuration.store + ".records"
    _ = try Extraction(of: files, settings, to: folder, diagnostics)
    return try ExtractedInputs(in: folder, settings, diagnostics: diagnostics)
  }
}
