import Evidence
import Foundation
import History
import Reporting
import Storage
import Timestamps
import Vocabulary

/// Stage 8: keeps the run in the store: what led to each finding, the findings, and the report.
struct RunKeeping {
  let session: EvidenceSession
  let store: Connection
  let directory: EvidenceDirectory
  let places: PlaceNames
  let settings: AuditSettings

  /// - Returns: the numbers of each person's events in the timeline.
  func writeTimelines(of findings: FindingArray) throws -> EventNumbers {
    let persons = try PersonEvents(session, directory: directory)
    let timeline = try Timeline(in: store)
    let numbers = try EventNumbers(of: findings, in: session.database)
    // In order of account, so that the run files are read once from end to end and not once for each rule.
    try numbers.setEach { account in
      try timeline.write(
        persons.of(account).compactMap { event in
          places.name(of: event.place).map {
            TimelineEvent(at: event.at, text: event.text, source: $0.source, locator: $0.locator)
          }
        })
    }
    return numbers
  }

  /// What is kept of a run beside its report.
  struct Facts {
    /// As `writeTimelines` returned them.
    var events: EventNumbers
    var sources: [AuditedSource]
    /// Of the accounts; inputs that were not read count in it.
    var snapshot: Snapshot?
    var startedAt: Timestamp
    var before: RunBefore
    /// Over older captures than those of a run before it.
    var isHistory: Bool
    /// SHA-256 of the rules' texts, by id.
    var rules: [String: String]
    /// What each pass took.
    var passes: [PassTimer.Pass]
    /// The ids by which the report shows findings; nil where those are their own.
    var published: PersonalData?
  }

  func keep(_ report: Report, _ kept: ReportWriting.Kept, _ facts: Facts) throws {
    let number = try RunHistory.add(
      FinishedRun(
        id: report.run.id, asOf: settings.asOf, startedAt: facts.startedAt, finishedAt: report.run.finishedAt,
        outcome: report.gate.outcome.rawValue, snapshot: facts.snapshot, accounts: session.accountCount,
        reportSHA256: kept.hashes.report, report: kept.packed, passes: try JSONEncoder().encode(facts.passes),
        isHistory: facts.isHistory, notes: RunNotes(report, rules: facts.rules)),
      project: settings.project, in: store)
    if let entry = kept.entry { try Ledger.add(entry, in: store) }
    try remember(facts.sources, run: number, judged: report.findings.lazy.compactMap(\.account.value))
    let recorder = try FindingHistory.Recorder(run: number, project: settings.project, in: store)
    for finding in report.findings { try recorder.add(record(finding, facts)) }
    try recorder.resolve(report.resolved.map { ($0.id, $0.cause ?? .passed) })
  }

  private func record(_ finding: Report.Finding, _ facts: Facts) throws -> FindingHistory.Record {
    let open = finding.state == .carried ? try facts.before.open.finding(finding.id) : nil
    let account = finding.account.value
    return FindingHistory.Record(
      finding: OpenFinding(
        id: finding.id, rule: finding.rule, account: account.flatMap { $0 > 0 ? $0 : nil },
        firstSeen: finding.firstSeen, lastSeen: open?.lastSeen ?? settings.asOf, verdict: finding.verdict,
        judgedIn: finding.state == .carried ? open?.judgedIn ?? facts.before.run?.number : nil),
      events: try account.flatMap(facts.events.of), published: facts.published?.published(finding.id))
  }

  private func remember(_ sources: [AuditedSource], run: Int64, judged: some Sequence<Int64>) throws {
    guard settings.evidence.remembers else { return }
    try MemoryKeeper(
      store, project: settings.project, run: run, asOf: settings.asOf, rememberedFrom: session.rememberedFrom
    ).keep(sources.compactMap(\.readSource), ending: session.endedSources)
    try MemoryRetention(store, project: settings.project, asOf: settings.asOf)
      .forget(after: settings.configuration.rememberEvidence, sparing: judged)
  }
}
