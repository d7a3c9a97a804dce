import Evidence
import Foundation
import History
import Platform
import Reporting
import Storage
import Timestamps

/// A report as the store keeps it: compressed with gzip, its long lists in parts.
enum StoredReport {
  /// - Parameter frame: of a report whose lists are empty, or are in it.
  /// - Throws: `UserError` for a report that is damaged.
  static func read(_ frame: Data) throws -> Report {
    try noticingDamage {
      var reader = try reader(Gzip.decompress(frame))
      return try reader.finish()
    }
  }

  /// - Parameter frame: as it was before it was compressed.
  private static func reader(_ frame: Data) throws -> ReportJSON.Reader {
    try ReportJSON.Reader(frame, meaningsOfAbsence: EvidenceKind.meaningsOfAbsence)
  }

  /// A report with what `verify` compares: both hashes of its text, and the index that its findings should have.
  struct Checked {
    var report: Report
    var hashes: KeptReport.Hashes
    var index: FindingIndex
  }

  /// - Throws: whatever is wrong with it; `StorageError`, `Interruption.Stopped`.
  static func check(_ run: Int64, _ frame: Data, in store: Connection) throws -> Checked {
    let text = try Gzip.decompress(frame)
    var reader = try reader(text)
    var hasher = KeptFrame.Hasher(KeptFrame(text))
    var index = FindingIndex.Builder()
    var number = 0
    try StoredParts(run: run, store: store).each { part in
      try hasher.add(part.items, of: part.list, at: part.place)
      number += 1
      for id in try reader.add(part.items, of: part.list) { index.add(id, part: number) }
    }
    return Checked(report: try reader.finish(), hashes: hasher.finish(), index: index.finish())
  }

  /// - Throws: `UserError` in place of what is wrong with a report.
  private static func noticingDamage<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      if error is StorageError || error is Interruption.Stopped || error is CannotWrite { throw error }
      throw UserError(
        .unusableData, "a report in the store is damaged",
        remedy: "restore the store from a backup, or audit again")
    }
  }

  /// The report of a run that the store has, with the store's ids of findings, so that reports compare.
  ///
  /// - Parameter ids: nil where no other report is read.
  /// - Throws: `StorageError`; `UserError` for a report that is damaged, or no longer kept.
  static func read(_ run: Int64, in store: Connection, _ ids: PublishedIDs? = nil) throws -> Report {
    let report = try readAsKept(run, in: store)
    return report.hasPublishedIDs ? try (ids ?? PublishedIDs(in: store)).withOwnIDs(report) : report
  }

  /// The same, with the ids that its reader has seen.
  ///
  /// - Throws: as `read(_:in:_:)`.
  static func readAsKept(_ run: Int64, in store: Connection) throws -> Report {
    let frame = try keptFrame(of: run, in: store)
    return try noticingDamage {
      var reader = try reader(Gzip.decompress(frame))
      try StoredParts(run: run, store: store).each { try reader.add($0.items, of: $0.list) }
      return try reader.finish()
    }
  }

  /// The report as `read` has it, without what stands in parts: the long lists, which may have 100,000 findings.
  ///
  /// - Throws: as `read(_:in:_:)`.
  static func readFrame(_ run: Int64, in store: Connection) throws -> Report {
    try PublishedIDs(in: store).withOwnIDs(read(keptFrame(of: run, in: store)))
  }

  private static func keptFrame(of run: Int64, in store: Connection) throws -> Data {
    guard let frame = try RunHistory.reportFrame(of: run, in: store) else {
      throw UserError(.noSuchInput, "the store has no run \(run)", remedy: "`relay-audit history` lists them")
    }
    if frame.isEmpty, let time = try LedgerRuns(in: store).removal(of: run) {
      throw UserError(
        .noSuchInput, "the report and the findings of run \(run) were removed at \(time.rfc3339) by `history.keep`",
        remedy: "name a later run, or restore a backup of the store from before")
    }
    return frame
  }

  /// One finding of a run's report, with what has to be known of the report to show it.
  struct Found {
    /// Nil where the report has it not.
    var finding: Report.Finding?
    var notes: KeptFrame.Notes
  }

  /// Reads one finding, and of a report with parts no other than those beside it.
  ///
  /// - Parameter ids: under any of which the report may have it.
  /// - Throws: as `read(_:in:_:)`.
  static func find(_ ids: Set<String>, in run: Int64, of store: Connection) throws -> Found {
    let frame = try keptFrame(of: run, in: store)
    guard try RunHistory.hasFindingIndex(run, in: store) else {
      let report = try readAsKept(run, in: store)
      return Found(
        finding: report.findings.first { ids.contains($0.id) },
        notes: KeptFrame.Notes(
          version: report.version, personalData: report.personalData, forgotten: report.forgotten))
    }
    return try noticingDamage {
      let notes = try KeptFrame(Gzip.decompress(frame)).notes()
      for id in ids.sorted() {
        for part in try RunHistory.partsOfReport(run, withFinding: id, in: store) {
          let found = try ReportJSON.findings(StoredParts.Part(part).items, notes.version).first { $0.id == id }
          if let found { return Found(finding: found, notes: notes) }
        }
      }
      return Found(finding: nil, notes: notes)
    }
  }

  /// The report of a run as its reader has seen it, with what the ledger says of it.
  ///
  /// - Throws: as `read(_:in:_:)`.
  static func read(_ run: Int64, with ledger: LedgerRuns, in store: Connection) throws -> Report {
    var report = try readAsKept(run, in: store)
    // The pages of an adopted run were written before the ledger began.
    if let entry = ledger.entry(of: run), let hash = ledger.reportSHA256(of: run), ledger.run(run)?.isAdopted == false {
      report.ledger = Report.Ledger(entry, reportSHA256: hash)
    }
    // A note may name a person whom the report does not show.
    let mode = report.personalData ?? .masked
    report.signOffs = ledger.signOffs(of: run).map {
      Report.SignOff(
        name: $0.signOff.name.text, note: $0.signOff.note.text.map(mode.shown), at: $0.at,
        isSigned: $0.signOff.signature != nil)
    }
    return report
  }

  /// The report of a project's last run.
  ///
  /// - Throws: `UserError` if the store has none; `StoreError`.
  static func last(_ query: StoreQuery) throws -> Report {
    try query.read { store, project in
      guard let run = try RunHistory.last(of: project, in: store) else {
        throw UserError(.noSuchInput, "the store has no runs of this project", remedy: "run an audit first")
      }
      return try read(run.number, in: store)
    }
  }
}
