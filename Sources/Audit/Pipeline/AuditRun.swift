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
    let runner = RuleRunner(session: session, parameters: settings.ruleParameters, open: open)
    var outcomes: [RuleOutcome] = []
    for rule in rules.rules {
      diagnostics.progress("judging by \(rule.id)")
      let outcome = try timer.time("rule \(rule.id)", rows: \.judged) { try runner.run(rule) }
      if let failure = outcome.failure { diagnostics.warning("the rule \(rule.id) was not evaluated: \(failure)") }
      outcomes.append(outcome)
    }
    diagnostics.progress(nil)
    let builder = ReportBuilder(
      session: session, settings: settings, sources: sources, outcomes: outcomes, open: open)
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
    try timer.time("write reports") {
      try formats.write(shown, flagged: try flagged(personalData), rules: texts, to: folder)
    }
    let passes = timer.passes
    try timer.time("history") {
      let json = ReportJSON.data(shown)
      let number = try RunHistory.add(
        FinishedRun(
          id: report.run.id, asOf: settings.asOf, startedAt: startedAt, finishedAt: report.run.finishedAt,
          outcome: report.gate.outcome.rawValue, snapshot: Snapshot(sources.map(\.facts)), accounts: session.accountCount,
          reportSHA256: SHA256Text.hex(of: json), report: try Gzip.compress(json),
          passes: try JSONEncoder().encode(passes)),
        project: settings.project, in: session.database)
      try remember(report, builder: builder, outcomes: outcomes, run: number)
    }
    try folder.commit()
    return AuditResult(
      report: shown, exitStatus: Int32(report.gate.exitStatus), reportFolder: settings.configuration.reportFolder,
      passes: timer.passes)
  }

  private func remember(
    _ report: Report, builder: ReportBuilder, outcomes: [RuleOutcome], run number: Int64
  ) throws {
    let firstSeen = Dictionary(report.findings.map { ($0.id, $0.firstSeen) }) { first, _ in first }
    var open: [String: OpenFinding] = [:]
    try Timeline.clear(in: session.database)
    for outcome in outcomes {
      for found in outcome.findings {
        let account = found.judgement.account
        open[found.id] = OpenFinding(
          id: found.id, rule: outcome.rule.id, storedAccount: account.flatMap { $0 > 0 ? $0 : nil },
          firstSeen: firstSeen[found.id] ?? settings.asOf, lastSeen: settings.asOf)
        guard let account else { continue }
        let events = try Timeline.events(of: account, in: session.database).compactMap { event in
          try builder.citation(event.place).map {
            TimelineEvent(at: event.at, text: event.text, source: $0.source, locator: $0.locator)
          }
        }
        try Timeline.write(events, of: found.id, in: session.database)
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

  private func flagged(_ personalData: PersonalData) throws -> FlaggedAccounts {
    let directory = EvidenceDirectory(session.database)
    return FlaggedAccounts(count: try directory.flaggedAccountCount()) { body in
      try directory.forEachFlaggedAccount { account in
        try body(
          personalData.applied(
            to: FlaggedAccount(
              uid: account.uid, email: account.relayAddress, relayDomain: account.relayDomain,
              providers: account.providers, firstSeen: account.firstSeen)))
      }
    }
  }
}
