import Evidence
import Foundation
import History
import Intake
import Judgement
import Platform
import Reporting
import Storage
import Timestamps
import Vocabulary

/// The plan of a run: `run` calls stages 1 to 8 of nine, in order. docs/architecture.md, "The plan of a run", says
/// which thread runs each stage, what it reads and what it writes.
///
/// Stages 1 to 8 happen within one transaction of the store, which the caller commits before stage 9. What one of them
/// throws leaves the store and the reports as they were.
///
/// The store's connection belongs to the caller, except to the history loader during stage 1 and to the worker during
/// stage 3. Each judging thread has a connection of its own to the run files.
struct AuditRun {
  let session: EvidenceSession
  let store: Connection
  let settings: AuditSettings
  let rules: RuleBook
  let startedAt: Timestamp
  let threads: Threads
  let diagnostics: Diagnostics
  /// The run's id.
  let id = RandomID.uuid()

  /// A run before it is committed.
  struct Finished {
    var result: AuditResult
    /// For stage 9.
    var swaps: [ReportSwap]
  }

  func run(_ inputs: some RunInputs, timer: inout PassTimer) throws -> Finished {
    let views = try settings.viewFolder.map(ViewFiles.folder)
    // 1. and 2. Sources into the run files, and who is who; afterwards the accounts are complete.
    let evidence = try readEvidence(inputs, timer: &timer)

    // 3. Accounts into the store, flagged-accounts.csv, rules that ask for accounts alone.
    let folder = try ReportFolder(path: settings.configuration.reportFolder)
    let personalData = try makePersonalData()
    let places = PlaceNames(evidence.read, remembered: session.remembered)
    let nights = try Nights(settings, isOutOfOrder: session.isOutOfOrder, in: store)
    let judging = try makeJudging(by: rules.rules, places, nights)
    let accountWork = AccountWork(
      AccountProducts(
        session: session, timelines: try TimelineRemoval(of: settings.project, from: store), folder: folder,
        keepsList: settings.leavesTrace, personalData: personalData),
      judging, store: store, on: threads)
    // On every path: the caller owns the store again, and no other thread uses anything of the run any more.
    defer { accountWork.abandon() }

    // 4. Links, consents, deletion requests, coverage; afterwards the evidence is complete.
    diagnostics.progress(.step("Matching links, consents and requests"))
    try session.finishEvidence(sources: evidence.facts) { name, pass in try timer.time(name) { try pass() } }

    // 5. All other rules.
    let directory = try EvidenceDirectory(session)
    let judged = try judging.judge(
      directory: directory, after: accountWork.judged, and: accountWork.judgedByHelpers)
    let products = try accountWork.finish()
    timer.add(judged.timer)
    timer.add(products.timer)

    if let views { try timer.time("views") { try ViewFiles.write(of: session.database, to: views) } }

    // 6. to 8.
    let people = SessionPeople(session: session, store: store, directory: directory, places: places, settings: settings)
    return try complete(
      Found(
        evidence: evidence, judged: judged, products: products, nights: nights, directory: directory, people: people),
      folder: folder, views: views, timer: &timer)
  }

  /// What stages 1 to 5 leave.
  struct Found {
    var evidence: EvidenceReading
    var judged: Judging.Result
    var products: AccountProducts.Result
    var nights: Nights
    var directory: EvidenceDirectory
    var people: any RunPeople
  }

  /// - Parameter extent: of the evidence.
  func makeJudging(
    by rules: [Rule], _ places: PlaceNames, _ nights: Nights, over extent: RuleRunner.Extent = .everybody
  ) throws -> Judging {
    Judging(
      by: rules, in: try orderOfRules(), session: session, settings: settings, threads: threads, run: id,
      places: places, open: nights.before.open,
      watched: try nights.watched(in: session), extent: extent, diagnostics: diagnostics)
  }

  /// Stages 6 to 8.
  ///
  /// - Parameter views: the folder of public views, where they are written.
  func complete(
    _ found: consuming Found, folder: ReportFolder, views: ReportFolder?, timer: inout PassTimer
  ) throws -> Finished {
    let (evidence, nights, products, people) = (found.evidence, found.nights, found.products, found.people)
    let personalData = try makePersonalData()

    // 6. The report, with the gate's decision.
    diagnostics.progress(.step("Building the report"))
    var report = try timer.time("report") { try makeReport(&found) }
    try personalData.apply(to: &report)
    // The store knows findings by ids that are the same everywhere.
    var shown = try personalData.publishing(report)

    // 7. Report files beside the old ones; meanwhile, what the store keeps without knowing their hashes.
    diagnostics.progress(.step("Writing the reports"))
    let snapshot = Snapshot(evidence.facts)
    let seal = settings.leavesTrace ? try makeSeal(of: report, nights, products, snapshot) : nil
    let writing = ReportWriting(
      shown, formats: settings.configuration.formats.telling(shown), seal: seal, to: folder, on: threads)
    let keeping = try RunKeeping(session: session, store: store, people: people, settings: settings)
    let (notes, kept) = try writing.finish(timer: &timer) { timer in
      let events = try timer.time("timelines") { try people.writeTimelines(of: report.findings, shownBy: personalData) }
      try timer.time("remembering") { try keeping.remember(evidence.read, judged: report.findings) }
      try timer.time("findings") {
        try keeping.keepFindings(
          of: report, events, before: nights.before, published: shown.hasPublishedIDs ? personalData : nil)
      }
      if settings.leavesTrace, let list = products.list {
        try timer.time("list of flagged accounts") { try keeping.keepFlagged(list) }
      }
      return RunNotes(report, rules: rules.textsSHA256)
    }

    shown.ledger = kept.ledger

    // 8. The run and its entry in the ledger into the store.
    diagnostics.progress(.step("Saving the run"))
    let passes = timer.passes
    let removedRuns = try timer.time("history") {
      try keeping.keep(
        report, kept,
        RunKeeping.Facts(
          snapshot: snapshot, startedAt: startedAt, isOutOfOrder: nights.isOutOfOrder, notes: notes, passes: passes))
      return settings.leavesTrace ? try recordEvents(report, before: nights.before.run) : []
    }

    for findings in [report.findings, shown.findings] { try findings.check() }

    // Whatever happens from the commit on, the store knows which reports are to be in their places.
    let edition = report.edition(sha256: kept.hashes.report)
    let swaps = try ([folder] + (views.map { [$0] } ?? [])).map { try $0.prepare(edition: edition) }
    if settings.leavesTrace { try DueReports.set(swaps.map { DueReports.Entry($0.place) }, in: store) }
    let (path, formats) = (settings.configuration.reportFolder, settings.configuration.formats)
    let page = formats.first { $0.name == "html" }.map { "\(path)/\($0.file)" }
    return Finished(
      result: AuditResult(
        report: shown, exitStatus: Int32(report.gate.exitStatus), reportFolder: path, page: page ?? path,
        store: settings.leavesTrace ? settings.configuration.store : nil, passes: timer.passes,
        removedRuns: removedRuns),
      swaps: swaps)
  }

  func makePersonalData() throws -> PersonalData {
    try PersonalData(
      mode: settings.configuration.personalData,
      key: StoreSettings.personalDataKey(in: store))
  }

  private func makeSeal(
    of report: Report, _ nights: Nights, _ products: AccountProducts.Result, _ snapshot: Snapshot?
  ) throws -> RunSeal {
    try LedgerAdoption.adopt(in: store)
    return RunSeal(
      number: try RunHistory.nextNumber(in: store), previous: try Ledger.head(in: store), run: report.run,
      outcome: report.gate.outcome.rawValue, project: settings.project,
      ruleTextsSHA256: LedgerRun.sha256(ofRuleTexts: rules.textsSHA256), flaggedSHA256: products.list?.sha256,
      snapshot: snapshot.map(LedgerRun.Snapshot.init), isOutOfOrder: nights.isOutOfOrder)
  }

  private func orderOfRules() throws -> RuleOrder {
    // A store may have come from a version that noted its passes in another way.
    let passes = try RunHistory.last(of: settings.project, in: store)
      .flatMap { try RunHistory.passes(of: $0.number, in: store) }
      .flatMap { try? JSONDecoder().decode([PassTimer.Pass].self, from: $0) }
    return RuleOrder(after: passes ?? [])
  }

  /// - Parameter found: gets the counts of findings that are carried, and gives its findings to the report: else all
  ///   findings would be in memory twice.
  private func makeReport(_ found: inout Found) throws -> Report {
    let configuration = settings.configuration
    let (nights, accounts, directory) = (found.nights, found.products, found.directory)
    let (sources, read, unread) = (found.evidence.sources, found.evidence.read, found.evidence.unread)
    var findings = found.judged.findings
    found.judged.findings = FindingArray()
    let continued = try nights.continued(
      &found.judged.outcomes, &findings, of: found.people, sources: read.map(\.facts) + unread.facts, settings,
      in: store)
    let waivers = try register(of: findings)
    for warning in waivers.warnings { diagnostics.warning(warning) }
    let builder = ReportBuilder(
      session: session, directory: directory, sources: read, unread: unread, outcomes: found.judged.outcomes)
    let gate = Gate(
      try builder.gateFacts(findings: findings, earlier: continued.earlierKinds, lost: continued.required, settings) {
        nights.baseline.holds($0.id, of: $0.rule)
      },
      configuration.gate)
    let sums = try builder.sums(of: findings, waivedBefore: nights.before.waived(in: store))
    let evidence = try session.allSums(directory)
    var report = Report(
      run: Report.Run(
        id: id, asOf: settings.asOf, startedAt: startedAt,
        finishedAt: .now,
        tool: Report.Tool(name: Program.name, version: Program.version), project: configuration.project,
        configSHA256: settings.configSHA256, rulesSHA256: rules.sha256, previousRun: nights.before.run?.id,
        host: Machine.host, user: Machine.user),
      gate: Report.Gate(
        outcome: gate.outcome, exitStatus: Int(gate.outcome.exitStatus), failOn: configuration.gate.failOn,
        scope: configuration.gate.scope, failing: gate.failing, reasons: gate.reasons,
        failingWithoutWaivers: gate.failingWithoutWaivers, carried: sums.carried),
      population: builder.population(accounts, evidence), sources: sources.map(\.forReport),
      coverage: try builder.coverage(evidence),
      rules: try builder.rules(sums), findings: [], resolved: continued.resolved,
      waivers: waivers.entries,
      baseline: continued.baseline, trend: nights.trend, flagged: accounts.flagged,
      personalData: configuration.personalData)
    report.findings = findings
    report.affectedPersons = sums.affectedPersons
    report.newlyFailing = sums.newlyFailing
    report.settings = rules.settings(configuration)
    session.forgottenFound.clearRejects(of: &report)
    report.frameworks = rules.frameworks(for: report)
    report.limits =
      rules.limits
      + ReportLimits.all(
        for: report, meaningsOfAbsence: EvidenceKind.meaningsOfAbsence,
        problems: Dictionary(read.filter { $0.facts.kind == nil }.map { ($0.facts.path, $0.problem) }) { first, _ in
          first
        })
      + nights.notes(report.baseline)
      + (try evidenceLimits(found.evidence, evidence))
      + session.forgottenFound.limits
      + ReportLimits.ofCaptures(sums.beyondCapture, report.coverage)
      + ReportLimits.ofAges(report.coverage, except: Set(configuration.maxAges.keys.map(\.rawValue)))
    report.list(atMost: configuration.maxFindings)
    return report
  }

  private func register(of findings: FindingArray) throws -> WaiverRegister {
    let names = try KeptNames(settings.waivers, in: store)
    return try WaiverRegister(
      settings.waivers, at: settings.asOf,
      rules: Set(rules.rules.map(\.id) + settings.configuration.disabledRules)
    ) { body in
      for finding in findings {
        try body(
          finding.state == .carried
            ? names.finding(finding)
            : Waivers.Finding(id: finding.id, rule: finding.rule, uid: finding.subject.uid, object: finding.object))
      }
    } isKnown: {
      try FindingHistory.isKnown($0, in: store)
    }
  }
}
