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

  /// - Returns: by account, the numbers of its events in the timeline.
  func writeTimelines(of outcomes: [RuleOutcome]) throws -> [Int64: ClosedRange<Int64>] {
    let persons = try PersonEvents(session, directory: directory)
    let timeline = try Timeline(in: store)
    var numbers: [Int64: ClosedRange<Int64>] = [:]
    // In order of account, so that the run files are read once from end to end and not once for each rule.
    for account in Set(outcomes.lazy.flatMap(\.keys).compactMap(\.account)).sorted() {
      numbers[account] = try timeline.write(
        persons.of(account).compactMap { event in
          places.name(of: event.place).map {
            TimelineEvent(at: event.at, text: event.text, source: $0.source, locator: $0.locator)
          }
        })
    }
    return numbers
  }

  /// - Parameters:
  ///   - events: as `writeTimelines` returned them.
  ///   - passes: what each pass took.
  func keep(
    _ report: Report, _ kept: ReportWriting.Kept, outcomes: [RuleOutcome], events: [Int64: ClosedRange<Int64>],
    sources: [AuditedSource], startedAt: Timestamp, passes: [PassTimer.Pass]
  ) throws {
    let number = try RunHistory.add(
      FinishedRun(
        id: report.run.id, asOf: settings.asOf, startedAt: startedAt, finishedAt: report.run.finishedAt,
        outcome: report.gate.outcome.rawValue, snapshot: Snapshot(sources.map(\.facts)), accounts: session.accountCount,
        reportSHA256: kept.sha256, report: kept.compressed, passes: try JSONEncoder().encode(passes)),
      project: settings.project, in: store)
    try remember(sources, run: number, judged: outcomes.flatMap { $0.keys.compactMap(\.account) })
    let firstSeen = Dictionary(report.findings.map { ($0.id, $0.firstSeen) }) { first, _ in first }
    let open = outcomes.flatMap { outcome in
      outcome.keys.map { key in
        (
          finding: OpenFinding(
            id: key.id, rule: outcome.rule.id, account: key.account.flatMap { $0 > 0 ? $0 : nil },
            firstSeen: firstSeen[key.id] ?? settings.asOf, lastSeen: settings.asOf),
          events: key.account.flatMap { events[$0] }
        )
      }
    }
    try FindingHistory.record(
      open, resolved: report.resolved.map(\.id), run: number, project: settings.project, in: store)
  }

  private func remember(_ sources: [AuditedSource], run: Int64, judged: [Int64]) throws {
    guard settings.evidence.remembers else { return }
    try MemoryKeeper(
      store, project: settings.project, run: run, asOf: settings.asOf, firstRemembered: session.firstRemembered
    ).keep(sources.compactMap(\.readSource), ending: session.endedSources)
    try MemoryRetention(store, project: settings.project, asOf: settings.asOf)
      .forget(after: settings.configuration.rememberEvidence, sparing: judged)
  }
}
