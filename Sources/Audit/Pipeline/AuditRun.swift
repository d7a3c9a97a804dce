import Crypto
import Evidence
import Foundation
import Intake
import Judgement
import Reporting
import Timestamps
import Vocabulary

/// One run inside the store's transaction: what it throws leaves the store and the reports as they were.
struct AuditRun {
  let session: EvidenceSession
  let settings: AuditSettings
  let rules: RuleBook
  let startedAt: Timestamp
  /// Works beside the session's thread; nil with one thread.
  let worker: Worker?
  let diagnostics: Diagnostics

  /// What comes of the accounts alone, while the other evidence is worked out.
  private struct OfAccounts: Sendable {
    var products: AccountProducts.Result
    var judged: Judging.OfAccounts
  }

  func run(_ inputs: Inputs, timer: inout PassTimer) throws -> AuditResult {
    let sources = try SourceReading(session: session, worker: worker, diagnostics: diagnostics).read(inputs, timer: &timer)
    guard sources.contains(where: \.isUsable) else {
      throw UserError(
        .unusableData,
        "none of the \(sources.count) files could be used: "
          + sources.prefix(5).map { "\($0.facts.path) (\($0.problem))" }.joined(separator: "; "))
    }
    let facts = sources.map(\.facts)
    try session.finishAccounts(sources: facts) { name, pass in try timer.time(name) { try pass() } }
    let folder = try ReportFolder(path: settings.configuration.reportFolder)
    let personalData = try PersonalData(
      mode: settings.configuration.personalData, key: personalDataKey(sources))
    let open = try FindingHistory.open(of: settings.project, in: session.store)
    let products = AccountProducts(
      session: session, timelines: try TimelineRemoval(session), folder: folder, personalData: personalData)
    let places = PlaceNames(sources)
    let judging = Judging(
      by: rules.rules, in: try orderOfRules(), session: session, settings: settings, worker: worker, places: places,
      open: open, diagnostics: diagnostics)
    // From here on the store is that thread's, until the work has ended.
    let accounts = Background(on: worker) {
      OfAccounts(products: try products.make(), judged: try judging.judgeAccounts())
    }
    do {
      try session.finishEvidence(sources: facts) { name, pass in try timer.time(name) { try pass() } }
      return try judge(sources, places, judging, open: open, accounts, folder, personalData, timer: &timer)
    } catch {
      // Its connection ends with the run.
      _ = try? accounts.value()
      throw error
    }
  }

  private func orderOfRules() throws -> RuleOrder {
    // A store may have come from a version that noted its passes in another way.
    let passes = try RunHistory.last(of: settings.project, in: session.store)
      .flatMap { try RunHistory.passes(of: $0.number, in: session.store) }
      .flatMap { try? JSONDecoder().decode([PassTimer.Pass].self, from: $0) }
    return RuleOrder(after: passes ?? [])
  }

  private func judge(
    _ sources: [AuditedSource], _ places: PlaceNames, _ judging: Judging, open: [String: OpenFinding],
    _ accounts: Background<OfAccounts>, _ folder: ReportFolder, _ personalData: PersonalData, timer: inout PassTimer
  ) throws -> AuditResult {
    let directory = try EvidenceDirectory(session)
    var judged = try judging.judge(directory: directory) { try accounts.value().judged }
    timer.add(judged.timer)
    let products = try accounts.value().products
    timer.add(products.timer)
    let builder = ReportBuilder(
      session: session, directory: directory, sources: sources, outcomes: judged.outcomes, open: open)
    var report = try timer.time("report") { try makeReport(builder, products, findings: judged.findings, sources: sources) }
    judged.findings = []
    personalData.apply(to: &report)
    return try finish(
      report, judged.outcomes, directory: directory, places: places, sources: sources, folder: folder,
      timer: &timer)
  }

  private func makeReport(
    _ builder: ReportBuilder, _ accounts: AccountProducts.Result, findings: [Report.Finding], sources: [AuditedSource]
  ) throws -> Report {
    let configuration = settings.configuration
    let gate = Gate(try builder.gateFacts(findings: findings), configuration.gate)
    var report = Report(
      run: Report.Run(
        id: UUID().uuidString.lowercased(), asOf: settings.asOf, startedAt: startedAt,
        finishedAt: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)),
        tool: Report.Tool(name: AuditTool.name, version: AuditTool.version), project: configuration.project,
        configSHA256: settings.configSHA256, rulesSHA256: rules.sha256,
        previousRun: try RunHistory.last(of: settings.project, in: session.store)?.id),
      gate: Report.Gate(
        outcome: gate.outcome, exitStatus: Int(gate.outcome.exitStatus), failOn: configuration.gate.failOn.name,
        scope: configuration.gate.scope.rawValue, failing: gate.failing, reasons: gate.reasons),
      population: try builder.population(accounts), sources: sources.map(\.reportSource), coverage: try builder.coverage(),
      rules: builder.rules(findings: findings), findings: findings,
      resolved: try builder.resolved(findings: findings), flagged: accounts.flagged, frameworks: [], limits: [])
    report.frameworks = rules.frameworks(for: report)
    report.limits = ReportLimits.sentences(for: report)
    return report
  }

  /// Writes the reports beside the old ones, remembers the run, and only then puts the reports in place.
  private func finish(
    _ report: Report, _ outcomes: [RuleOutcome], directory: EvidenceDirectory, places: PlaceNames,
    sources: [AuditedSource], folder: ReportFolder, timer: inout PassTimer
  ) throws -> AuditResult {
    // The report is written from memory while this thread reads the evidence.
    let formats = settings.configuration.formats
    let json = Background(on: worker) {
      let compressed = try Gzip.Writer()
      var hash = SHA256()
      try formats.writeJSON(
        report, to: folder, json: { hash.update(data: $0) }, kept: { try compressed.add($0) })
      return (sha256: Hexadecimal.text(of: hash.finalize()), compressed: try compressed.finish())
    }
    let queue = WorkQueue(formats.filesBesideJSON(of: report))
    let writePages: @Sendable () throws -> Void = {
      while let (_, page) = queue.next() { try page.write(to: folder) }
    }
    let pages = Background(on: worker, writePages)
    let events: [Int64: ClosedRange<Int64>]
    let kept: (sha256: String, compressed: Data)
    do {
      events = try timer.time("timelines") { try writeTimelines(outcomes, directory: directory, places: places) }
      kept = try timer.time("rest of the reports") {
        try writePages()
        try pages.value()
        return try json.value()
      }
    } catch {
      queue.cancel()
      _ = try? json.value()
      try? pages.value()
      throw error
    }
    let passes = timer.passes
    try timer.time("history") {
      let number = try RunHistory.add(
        FinishedRun(
          id: report.run.id, asOf: settings.asOf, startedAt: startedAt, finishedAt: report.run.finishedAt,
          outcome: report.gate.outcome.rawValue, snapshot: Snapshot(sources.map(\.facts)), accounts: session.accountCount,
          reportSHA256: kept.sha256, report: kept.compressed, passes: try JSONEncoder().encode(passes)),
        project: settings.project, in: session.store)
      try remember(report, outcomes, events: events, run: number)
    }
    try folder.commit()
    return AuditResult(
      report: report, exitStatus: Int32(report.gate.exitStatus), reportFolder: settings.configuration.reportFolder,
      passes: timer.passes)
  }

  /// Answers under which numbers the events of each person are kept.
  private func writeTimelines(
    _ outcomes: [RuleOutcome], directory: EvidenceDirectory, places: PlaceNames
  ) throws -> [Int64: ClosedRange<Int64>] {
    let timeline = try Timeline(session, directory: directory)
    var numbers: [Int64: ClosedRange<Int64>] = [:]
    // In order of account: rule by rule, the run's files were gone through once for each.
    for account in Set(outcomes.lazy.flatMap(\.keys).compactMap(\.account)).sorted() {
      numbers[account] = try timeline.write(
        timeline.events(of: account).compactMap { event in
          places.name(of: event.place).map {
            TimelineEvent(at: event.at, text: event.text, source: $0.source, locator: $0.locator)
          }
        })
    }
    return numbers
  }

  private func remember(
    _ report: Report, _ outcomes: [RuleOutcome], events: [Int64: ClosedRange<Int64>], run number: Int64
  ) throws {
    let firstSeen = Dictionary(report.findings.map { ($0.id, $0.firstSeen) }) { first, _ in first }
    let open = outcomes.flatMap { outcome in
      outcome.keys.map { key in
        (
          finding: OpenFinding(
            id: key.id, rule: outcome.rule.id, storedAccount: key.account.flatMap { $0 > 0 ? $0 : nil },
            firstSeen: firstSeen[key.id] ?? settings.asOf, lastSeen: settings.asOf),
          events: key.account.flatMap { events[$0] }
        )
      }
    }
    try FindingHistory.record(
      open, resolved: report.resolved.map(\.id), run: number, project: settings.project, in: session.store)
  }

  /// Kept in the store, so that hashed values compare between runs. A new store takes it from the first run's sources:
  /// the same inputs then give the same report, and nobody without the inputs can compute it.
  private func personalDataKey(_ sources: [AuditedSource]) throws -> Data {
    try StoreSettings.value(of: "personal data key", in: session.store) {
      Data(SHA256Text.hex(of: Data(sources.map(\.summary.sha256).sorted().joined().utf8)).utf8)
    }
  }
}
