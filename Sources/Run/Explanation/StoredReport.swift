import Evidence
import Foundation
import History
import Reporting
import Storage
import Timestamps

/// A report as the store keeps it: `report.json`, compressed with gzip.
enum StoredReport {
  /// - Throws: `UserError` for a report that is damaged.
  static func read(_ data: Data) throws -> Report {
    do {
      return try parse(Gzip.decompress(data))
    } catch {
      throw UserError(
        .unusableData, "a report in the store is damaged",
        remedy: "restore the store from a backup, or audit again")
    }
  }

  /// - Parameter text: the kept form, as it was before it was compressed.
  /// - Throws: whatever is wrong with it.
  static func parse(_ text: Data) throws -> Report {
    try ReportJSON.read(text, meaningsOfAbsence: EvidenceKind.meaningsOfAbsence)
  }

  /// The report of a run that the store has.
  ///
  /// - Throws: `StorageError`; `UserError` for a report that is damaged, or no longer kept.
  static func read(_ run: Int64, in store: Connection) throws -> Report {
    guard let data = try RunHistory.report(of: run, in: store) else {
      throw UserError(.noSuchInput, "the store has no run \(run)", remedy: "`relay-audit history` lists them")
    }
    if data.isEmpty, let time = try LedgerRuns(in: store).removal(of: run) {
      throw UserError(
        .noSuchInput, "the report and the findings of run \(run) were removed at \(time.rfc3339) by `history.keep`",
        remedy: "name a later run, or restore a backup of the store from before")
    }
    return try read(data)
  }

  /// The report of a run, with what the ledger says of it.
  ///
  /// - Throws: as `read(_:in:)`.
  static func read(_ run: Int64, with ledger: LedgerRuns, in store: Connection) throws -> Report {
    var report = try read(run, in: store)
    // The pages of an adopted run were written before the ledger began.
    if let entry = ledger.entry(of: run), let hash = ledger.reportSHA256(of: run), ledger.run(run)?.isAdopted == false {
      report.ledger = Report.Ledger(entry, reportSHA256: hash)
    }
    report.signOffs = ledger.signOffs(of: run).map {
      Report.SignOff(
        name: $0.signOff.name.text, note: $0.signOff.note.text, at: $0.at, isSigned: $0.signOff.signature != nil)
    }
    return report
  }

  /// The report of the configured project's last run.
  ///
  /// - Throws: `UserError` if the store has none; `StoreError`.
  static func last(_ configuration: Configuration) throws -> Report {
    let store = try EvidenceStore.existing(path: configuration.store)
    let data = try store?.read { database -> Data? in
      guard let run = try RunHistory.last(of: configuration.project ?? "", in: database) else { return nil }
      return try RunHistory.report(of: run.number, in: database)
    }
    guard let data = data ?? nil else {
      throw UserError(
        .noSuchInput, "the store \(configuration.store) has no runs of this project", remedy: "run an audit first")
    }
    return try read(data)
  }
}
