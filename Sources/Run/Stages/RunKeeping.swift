import Evidence
import Foundation
import History
import Reporting
import Storage
import Timestamps
import Vocabulary

/// Stage 8: keeps the run in the store. What needs no hash of the report is kept beside stage 7.
struct RunKeeping {
  private let session: EvidenceSession
  private let store: Connection
  private let people: any RunPeople
  private let settings: AuditSettings
  /// The run's.
  private let number: Int64

  /// What is kept of a run beside its report.
  struct Facts {
    /// The accounts snapshot; unread inputs make it incomplete.
    var snapshot: Snapshot?
    var startedAt: Timestamp
    /// Over older captures than those of a run before it.
    var isOutOfOrder: Bool
    var notes: RunNotes
    /// What each pass took.
    var passes: [PassTimer.Pass]
  }

  init(session: EvidenceSession, store: Connection, people: any RunPeople, settings: AuditSettings) throws {
    self.session = session
    self.store = store
    self.people = people
    self.settings = settings
    number = try RunHistory.nextNumber(in: store)
  }

  /// Keeps the evidence that the run read.
  func remember(_ sources: [AuditedSource], judged findings: FindingArray) throws {
    try people.remember(sources, run: number, judged: findings.lazy.compactMap(\.account.value))
  }

  /// - Parameters:
  ///   - events: as `RunPeople.writeTimelines` returned them.
  ///   - published: the ids by which the report shows findings; nil where those are their own.
  func keepFindings(of report: Report, _ events: EventNumbers, before: RunBefore, published: PersonalData?) throws {
    let recorder = try FindingHistory.Recorder(run: number, project: settings.project, in: store)
    try report.findings.visitEach { try recorder.add(record($0, events, before, published)) }
    try recorder.resolve(report.resolved.map { ($0.id, $0.cause ?? .passed) })
  }

  func keepFlagged(_ list: AccountProducts.KeptList) throws {
    try RunHistory.keepFlagged(list.parts, of: number, in: store)
  }

  /// To be called last: until then, the store does not know the run.
  func keep(_ report: Report, _ kept: ReportWriting.Kept, _ facts: Facts) throws {
    try RunHistory.add(
      FinishedRun(
        id: report.run.id, asOf: settings.asOf, startedAt: facts.startedAt, finishedAt: report.run.finishedAt,
        outcome: report.gate.outcome.rawValue, snapshot: facts.snapshot, accounts: session.accountCount,
        reportSHA256: kept.hashes.report, report: kept.packed, passes: try JSONEncoder().encode(facts.passes),
        isOutOfOrder: facts.isOutOfOrder, notes: facts.notes),
      project: settings.project, in: store)
    if let entry = kept.entry { try Ledger.add(entry, in: store) }
  }

  private func record(
    _ finding: Report.Finding, _ events: EventNumbers, _ before: RunBefore, _ published: PersonalData?
  ) throws -> FindingHistory.Record {
    let open = finding.state == .carried ? try before.open.finding(finding.id) : nil
    let account = finding.account.value
    return FindingHistory.Record(
      finding: OpenFinding(
        id: finding.id, rule: finding.rule, account: account.flatMap { $0 > 0 ? $0 : nil },
        firstSeen: finding.firstSeen, lastSeen: open?.lastSeen ?? settings.asOf, verdict: finding.verdict,
        judgedIn: finding.state == .carried ? open?.judgedIn ?? before.run?.number : nil),
      events: try account.flatMap(events.of), published: published?.published(finding.id),
      hidden: finding.hidden.value)
  }
}
