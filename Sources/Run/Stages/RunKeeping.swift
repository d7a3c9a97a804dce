import Evidence
import Foundation
import History
import Judgement
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

  /// - Parameter carried: the accounts of findings that this run could not judge again.
  /// - Returns: by account, the numbers of its events in the timeline.
  func writeTimelines(of outcomes: [RuleOutcome], carried: [Int64]) throws -> [Int64: ClosedRange<Int64>] {
    let persons = try PersonEvents(session, directory: directory)
    let timeline = try Timeline(in: store)
    var numbers: [Int64: ClosedRange<Int64>] = [:]
    // In order of account, so that the run files are read once from end to end and not once for each rule.
    for account in Set(outcomes.lazy.flatMap(\.keys).compactMap(\.account)).union(carried).sorted() {
      numbers[account] = try timeline.write(
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
    var outcomes: [RuleOutcome]
    /// As `writeTimelines` returned them.
    var events: [Int64: ClosedRange<Int64>]
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
    let carried = report.findings.lazy.filter { $0.state == .carried }.compactMap { facts.before.open[$0.id]?.account }
    try remember(
      facts.sources, run: number, judged: facts.outcomes.flatMap { $0.keys.compactMap(\.account) } + carried)
    let accounts = Dictionary(
      facts.outcomes.lazy.flatMap(\.keys).map { ($0.number, $0.account) }
    ) { first, _ in first }
    let records = report.findings.lazy.map { finding in
      record(finding, account: accounts[FindingIdentity.number(of: finding.id)] ?? nil, facts)
    }
    try FindingHistory.record(
      records, resolved: report.resolved.map { ($0.id, $0.cause ?? .passed) }, run: number, project: settings.project,
      in: store)
  }

  /// - Parameter account: negative for a person whom no export shows.
  private func record(_ finding: Report.Finding, account: Int64?, _ facts: Facts) -> FindingHistory.Record {
    let open = finding.state == .carried ? facts.before.open[finding.id] : nil
    let account = account ?? open?.account
    return FindingHistory.Record(
      finding: OpenFinding(
        id: finding.id, rule: finding.rule, account: account.flatMap { $0 > 0 ? $0 : nil },
        firstSeen: finding.firstSeen, lastSeen: open?.lastSeen ?? settings.asOf, verdict: finding.verdict,
        judgedIn: finding.state == .carried ? open?.judgedIn ?? facts.before.run?.number : nil),
      events: account.flatMap { facts.events[$0] }, published: facts.published?.published(finding.id))
  }

  private func remember(_ sources: [AuditedSource], run: Int64, judged: [Int64]) throws {
    guard settings.evidence.remembers else { return }
    try MemoryKeeper(
      store, project: settings.project, run: run, asOf: settings.asOf, rememberedFrom: session.rememberedFrom
    ).keep(sources.compactMap(\.readSource), ending: session.endedSources)
    try MemoryRetention(store, project: settings.project, asOf: settings.asOf)
      .forget(after: settings.configuration.rememberEvidence, sparing: judged)
  }
}
