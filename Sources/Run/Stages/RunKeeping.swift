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
  let people: any RunPeople
  let settings: AuditSettings

  /// What is kept of a run beside its report.
  struct Facts {
    /// As `RunPeople.writeTimelines` returned them.
    var events: EventNumbers
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

  /// Keeps the evidence that the run read: the one part that needs neither the report nor its hash.
  func remember(_ sources: [AuditedSource], judged findings: FindingArray) throws {
    try people.remember(
      sources, run: RunHistory.nextNumber(in: store), judged: findings.lazy.compactMap(\.account.value))
  }

  /// To be called after `remember`.
  func keep(_ report: Report, _ kept: ReportWriting.Kept, _ facts: Facts) throws {
    let number = try RunHistory.add(
      FinishedRun(
        id: report.run.id, asOf: settings.asOf, startedAt: facts.startedAt, finishedAt: report.run.finishedAt,
        outcome: report.gate.outcome.rawValue, snapshot: facts.snapshot, accounts: session.accountCount,
        reportSHA256: kept.hashes.report, report: kept.packed, passes: try JSONEncoder().encode(facts.passes),
        isHistory: facts.isHistory, notes: RunNotes(report, rules: facts.rules)),
      project: settings.project, in: store)
    if let entry = kept.entry { try Ledger.add(entry, in: store) }
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
      events: try account.flatMap(facts.events.of), published: facts.published?.published(finding.id),
      hidden: finding.hidden.value)
  }
}
