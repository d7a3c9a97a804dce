import Evidence
import Foundation
import GRDB
import Intake
import Judgement
import Reporting
import Timestamps

/// One run inside the store's transaction: what it throws leaves the store and the reports as they were.
struct AuditRun {
  let session: EvidenceSession
  let settings: AuditSettings
  let rules: RuleBook
  let formats: [ReportFormat]
  let startedAt: Timestamp
  let diagnostics: Diagnostics

  func run(_ inputs: Inputs, timer: inout PassTimer) throws -> AuditResult {
    let sources = try SourceReading(session: session, diagnostics: diagnostics).read(inputs, timer: &timer)
    guard sources.contains(where: \.isUsable) else {
      throw UserError(
        .unusableData,
        "none of the \(sources.count) files could be used: "
          + sources.prefix(5).map { "\($0.facts.path) (\($0.problem))" }.joined(separator: "; "))
    }
    try session.finish(sources: sources.map(\.facts)) { name, pass in try timer.time(name) { try pass() } }

    let open = try FindingHistory.open(of: settings.project, in: session.database)
    let directory = try EvidenceDirectory(session)
    let runner = RuleRunner(
      session: session, directory: directory, parameters: settings.ruleParameters, open: open)
    var outcomes: [RuleOutcome] = []
    for rule in rules.rules {
      diagnostics.progress("judging by \(rule.id)")
      let outcome = try timer.time("rule \(rule.id)", rows: \.judged) { try runner.run(rule) }
      if let failure = outcome.failure { diagnostics.warning("the rule \(rule.id) was not evaluated: \(failure)") }
      outcomes.append(outcome)
    }
    diagnostics.progress(nil)
    let builder = ReportBuilder(
      session: session, directory: directory, settings: settings, sources: sources, outcomes: outcomes, open: open)
    let report = try timer.time("report") { try makeReport(builder, sources: sources, outcomes: outcomes) }
    return try finish(report, builder: builder, sources: sources, outcomes: outcomes, timer: &timer)
  }

  private func makeReport(
    _ builder: ReportBuilder, sources: [AuditedSource], outcomes: [RuleOutcome]
  ) throws -> Report {
    let configuration = settings.configuration
    let findings = try builder.findings()
    let gate = Gate(
      try builder.gateFacts(findings: findings), failOn: configuration.failOn, scope: configuration.gateScope,
      required: configuration.required, maxInconclusive: configuration.maxInconclusive,
      maxRejects: configuration.maxRejects)
    let outcome: Report.Outcome =
      switch gate.outcome {
      case .pass: .pass
      case .fail: .fail
      case .incomplete: .incomplete
      }
    return Report(
      run: Report.Run(
        id: UUID().uuidString.lowercased(), asOf: settings.asOf, startedAt: startedAt,
        finishedAt: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)),
        tool: Report.Tool(name: AuditTool.name, version: AuditTool.version), project: configuration.project,
        configSHA256: settings.configSHA256, rulesSHA256: rules.sha256,
        previousRun: try RunHistory.last(of: settings.project, in: session.database)?.id),
      gate: Report.Gate(
        outcome: outcome, exitStatus: Int(gate.exitStatus), failOn: configuration.failOn.name,
        scope: configuration.gateScope.rawValue, failing: gate.failing, reasons: gate.reasons),
      population: try builder.population(), sources: sources.map(\.reportSource), coverage: try builder.coverage(),
      rules: builder.rules(findings: findings), findings: findings,
      resolved: try builder.resolved(findings: findings))
  }

  /// Writes the reports beside the old ones, remembers the run, and only then puts the reports in place.
  private func finish(
    _ report: Report, builder: ReportBuilder, sources: [AuditedSource], outcomes: [RuleOutcome],
    timer: inout PassTimer
  ) throws -> AuditResult {
    let folder = try ReportFolder(path: settings.configuration.reportFolder)
    let personalData = try PersonalData(mode: PersonalData.Mode(rawValue: settings.configuration.personalData) ?? .masked, key: personalDataKey(sources))
    let shown = personalData.applied(to: report)
    let texts = Dictionary(uniqueKeysWithValues: rules.rules.map { ($0.id, $0.reportText) })
    let flagged = FlaggedAccounts(
      count: try builder.directory.flaggedAccountCount(),
      first: try builder.directory.firstFlaggedAccounts(FlaggedAccounts.shown).map { self.flagged($0, personalData) })
    // The report is written from memory while this thread reads the store.
    let writing = Background(isThreaded: settings.usesThreads) { [formats] in
      let json = ReportJSON.data(shown)
      try formats.write(shown, json: json, flagged: flagged, rules: texts, to: folder)
      return (sha256: SHA256Text.hex(of: json), compressed: try Gzip.compress(json))
    }
    do {
      try timer.time("flagged accounts", rows: { flagged.count }) {
        try FlaggedAccountsCSV.write(to: folder) { write in
          try builder.directory.forEachFlaggedAccount { try write(self.flagged($0, personalData)) }
        }
      }
      try timer.time("timelines") { try writeTimelines(builder: builder, outcomes: outcomes) }
    } catch {
      _ = try? writing.value()
      throw error
    }
    let written = try timer.time("rest of the reports") { try writing.value() }
    let passes = timer.passes
    try timer.time("history") {
      let number = try RunHistory.add(
        FinishedRun(
          id: report.run.id, asOf: settings.asOf, startedAt: startedAt, finishedAt: report.run.finishedAt,
          outcome: report.gate.outcome.rawValue, snapshot: Snapshot(sources.map(\.facts)), accounts: session.accountCount,
          reportSHA256: written.sha256, report: written.compressed, passes: try JSONEncoder().encode(passes)),
        project: settings.project, in: session.database)
      try remember(report, outcomes: outcomes, run: number)
    }
    try folder.commit()
    return AuditResult(
      report: shown, exitStatus: Int32(report.gate.exitStatus), reportFolder: settings.configuration.reportFolder,
      passes: timer.passes)
  }

  private func writeTimelines(builder: ReportBuilder, outcomes: [RuleOutcome]) throws {
    let timeline = try Timeline(session.database, directory: builder.directory)
    for found in outcomes.flatMap(\.findings) {
      guard let account = found.judgement.account else { continue }
      let events = try timeline.events(of: account).compactMap { event in
        builder.place(event.place).map {
          TimelineEvent(at: event.at, text: event.text, source: $0.source, locator: $0.locator)
        }
      }
      try timeline.write(events, of: found.id)
    }
  }

  private func remember(_ report: Report, outcomes: [RuleOutcome], run number: Int64) throws {
    let firstSeen = Dictionary(report.findings.map { ($0.id, $0.firstSeen) }) { first, _ in first }
    var open: [String: OpenFinding] = [:]
    for outcome in outcomes {
      for found in outcome.findings {
        open[found.id] = OpenFinding(
          id: found.id, rule: outcome.rule.id, storedAccount: found.judgement.account.flatMap { $0 > 0 ? $0 : nil },
          firstSeen: firstSeen[found.id] ?? settings.asOf, lastSeen: settings.asOf)
      }
    }
    try FindingHistory.record(
      open.values.sorted { $0.id < $1.id }, resolved: report.resolved.map(\.id), run: number,
      project: settings.project, in: session.database)
  }

  /// Kept in the store, so that hashed values compare between runs. A new store takes it from the first run's sources:
  /// the same inputs then give the same report, and nobody without the inputs can compute it.
  private func personalDataKey(_ sources: [AuditedSource]) throws -> Data {
    try StoreSettings.value(of: "personal data key", in: session.database) {
      Data(SHA256Text.hex(of: Data(sources.map(\.summary.sha256).sorted().joined().utf8)).utf8)
    }
  }

  private func flagged(_ account: EvidenceDirectory.FlaggedAccount, _ personalData: PersonalData) -> FlaggedAccount {
    personalData.applied(
      to: FlaggedAccount(
        uid: account.uid, email: account.relayAddress, relayDomain: account.relayDomain, providers: account.providers,
        firstSeen: account.firstSeen))
  }
}
