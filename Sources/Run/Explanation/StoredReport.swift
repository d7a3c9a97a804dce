import Evidence
import Foundation
import History
import Reporting
import Storage

/// A report as the store keeps it: `report.json`, compressed with gzip.
enum StoredReport {
  /// - Throws: `UserError` for a report that is damaged.
  static func read(_ data: Data) throws -> Report {
    do {
      return try ReportJSON.read(
        try Gzip.decompress(data), meaningsOfAbsence: EvidenceKind.meaningsOfAbsence)
    } catch {
      throw UserError(
        .unusableData, "a report in the store is damaged",
        remedy: "restore the store from a backup, or audit again")
    }
  }

  /// The report of a run that the store has.
  ///
  /// - Throws: `StorageError`; `UserError` for a report that is damaged, or no longer kept.
  static func read(_ run: Int64, in store: Connection) throws -> Report {
    guard let data = try RunHistory.report(of: run, in: store) else {
      throw UserError(.noSuchInput, "the store no longer keeps the report of run \(run)", remedy: "name a later run")
    }
    return try read(data)
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
        .noSuchInput, "the store \(configuration.store) has no run of this project", remedy: "audit first")
    }
    return try read(data)
  }
}
