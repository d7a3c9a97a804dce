import Evidence
import Foundation
import History
import Platform
import Reporting
import Storage
import Timestamps

/// Redacts the kept reports of a project.
struct ReportRedaction {
  private let person: Person
  private let inReports: PersonInReports
  private let scrubber: NameScrubber
  private let time: Timestamp
  private let store: Connection
  private let known: PublishedIDs
  /// By the id of each finding about the person, the store's and the published one, the id that stands in its place in
  /// every report.
  private(set) var ids: [String: String] = [:]
  /// Whether any report shows the person.
  private(set) var showPerson = false

  struct Redacted {
    var event: LedgerEvent.Redaction.Report
    var findings: Int
  }

  /// - Parameters:
  ///   - key: of hashed personal data.
  ///   - store: within the transaction, and before the person's findings are removed.
  /// - Throws: `StorageError`.
  init(_ person: Person, _ scrubber: NameScrubber, at time: Timestamp, key: Data, in store: Connection) throws {
    self.person = person
    self.scrubber = scrubber
    self.time = time
    self.store = store
    let known = try PublishedIDs(in: store)
    self.known = known
    let names = try FindingHistory.Names(in: store)
    inReports = PersonInReports(person, key: key) {
      try FindingHistory.entry(known.own($0), in: store)?.account != nil
    } hidden: {
      try names.of(known.own($0)).hidden
    }
  }

  /// Finds the person's findings.
  ///
  /// - Throws: `StorageError`; `UserError` for a report that is damaged, since nobody can tell whom it names.
  mutating func findPerson() throws {
    for id in try FindingHistory.ids(ofAccount: person.account, in: store) { try note(id) }
    // Whom no export showed is in reports alone.
    for run in try runs() {
      try forReport(of: run, with: inReports.needles(ids: [])) { report in
        for id in try inReports.findings(in: report, beside: ids) { try note(id) }
        showPerson = showPerson || report.flagged?.first.contains { inReports.isTheirs($0, in: report) } == true
      }
      if !showPerson { showPerson = try flaggedList(of: run) != nil }
    }
    showPerson = showPerson || !ids.isEmpty
  }

  private func runs() throws -> [Int64] {
    try RunHistory.all(of: person.project, in: store).map(\.number).sorted()
  }

  /// Redacts the reports. Each is read a second time: a later one may name a finding, and show nothing else of the
  /// person.
  ///
  /// - Returns: the reports that changed, in order of run.
  /// - Throws: as `findPerson`.
  func redact() throws -> [Redacted] {
    var redacted: [Redacted] = []
    for run in try runs() {
      var hashes: KeptReport.Hashes?
      var findings = 0
      try forReport(of: run, with: inReports.needles(ids: ids.keys)) { report in
        guard let count = try redaction(of: report).apply(to: &report) else { return }
        var packing = try ReportPacking()
        let new = try KeptReport.write(report) { try packing.add($0) }
        try RunHistory.replaceReport(of: run, by: try packing.finish(), sha256: new.report, in: store)
        (hashes, findings) = (new, count)
      }
      let list = try flaggedList(of: run)
      if let list {
        try RunHistory.replaceFlagged(of: run, by: list.parts, in: store)
        if hashes == nil { hashes = KeptReport.hashes(of: try StoredReport.readAsKept(run, in: store)) }
      }
      guard let hashes else { continue }
      redacted.append(
        Redacted(
          event: LedgerEvent.Redaction.Report(
            run: run, reportSHA256: hashes.report, keptSHA256: hashes.kept,
            flaggedSHA256: list?.sha256),
          findings: findings))
    }
    return redacted
  }

  /// The list of all flagged accounts of a run without the person; nil where none is kept, or the person is not in it.
  private func flaggedList(of run: Int64) throws -> AccountProducts.KeptList? {
    guard let parts = try RunHistory.flagged(of: run, in: store) else { return nil }
    do {
      let text = try parts.list()
      guard inReports.needles(ids: [])?.isThere(in: text) != false else { return nil }
      let report = try StoredReport.read(run, in: store)
      let list = try FlaggedKeeper()
      var isThere = false
      try FlaggedList.read(text) { account in
        let isTheirs = inReports.isTheirs(account, in: report)
        isThere = isThere || isTheirs
        try list.add(isTheirs ? account.forgotten : account)
      }
      return isThere ? try list.finish() : nil
    } catch is Gzip.Failure {
      throw damaged(run)
    } catch is FlaggedList.Malformed {
      throw damaged(run)
    }
  }

  private mutating func note(_ id: String) throws {
    guard ids[id] == nil else { return }
    let other = String(format: "ra-%016llx", UInt64.random(in: .min ... .max))
    let own = try known.own(id)
    for id in [id, own, known.published(own)] { ids[id] = other }
  }

  private func redaction(of report: Report) -> Redaction {
    let (person, scrubber) = (inReports, scrubber)
    let theirs = Set((report.flagged?.first ?? []).filter { person.isTheirs($0, in: report) })
    let scoped = Set(report.waivers.flatMap { [$0.scope?.uid, $0.scope?.object].compactMap(\.self) })
    let names = scoped.filter { person.isName($0, in: report) }
    return Redaction(
      ids: ids, time: time, isTheirs: { theirs.contains($0) }, isName: { names.contains($0) },
      scrubText: { scrubber.scrub($0) }, scrubPath: { scrubber.scrub(path: $0) })
  }

  /// Gives `body` the report of a run, if the store keeps it and it may have something of the person.
  private func forReport(of run: Int64, with needles: TextSearch?, _ body: (inout Report) throws -> Void) throws {
    guard let frame = try RunHistory.reportFrame(of: run, in: store), !frame.isEmpty else { return }
    var report: Report
    do {
      if let needles, try !isThere(needles, in: frame, StoredParts(run: run, store: store)) { return }
      report = try StoredReport.readAsKept(run, in: store)
    } catch {
      if error is StorageError || error is Interruption.Stopped { throw error }
      throw damaged(run)
    }
    try body(&report)
  }

  /// Whether a report has one of the texts. None of them has a part of it in one piece of the report and a part in
  /// another.
  private func isThere(_ needles: TextSearch, in frame: Data, _ parts: StoredParts) throws -> Bool {
    var isFound = needles.isThere(in: try Gzip.decompress(frame))
    try parts.each { if !isFound { isFound = needles.isThere(in: $0.items) } }
    return isFound
  }

  private func damaged(_ run: Int64) -> UserError {
    UserError(
      .unusableData, "the report of run \(run) in the store is damaged, so it is unknown whom it names",
      remedy: "restore the store from a backup, and run forget again")
  }
}
