import Foundation
package import History
package import Reporting
import Storage

/// Writes a past run's reports again, from what the store keeps.
package struct PastReports: Sendable {
  /// In which folder; nil for `run-N` in the configured folder of reports, so that no newer report is replaced.
  package var folder: String?
  /// Nil for the configured formats.
  package var formats: [String]?
  /// Nil for the mode in which the report is kept.
  package var personalData: PersonalData.Mode?

  package init(folder: String?, formats: [String]?, personalData: PersonalData.Mode?) {
    self.folder = folder
    self.formats = formats
    self.personalData = personalData
  }

  package struct Written: Sendable {
    package var run: RunRecord
    package var folder: String
    /// What the store does not keep, so that it was not written: a sentence each.
    package var notices: [String]
  }

  /// - Throws: `UserError` where there is no such run, its report is damaged or no longer kept, or personal data is
  ///   kept in a form that does not give the one asked for; `ConfigurationError`, `StoreError`, `CannotWrite`.
  package func write(_ reference: RunReference, _ query: StoreQuery) throws -> Written {
    let configuration = try Configuration.read(query.config)
    let formats = try formats.map(AuditSettings.formats) ?? configuration.formats
    let (run, report, flagged, edition) = try query.read { store, project in
      _ = try ReportPlaces.completeDue(in: store, isNoted: false)
      let run = try reference.find(among: RunHistory.all(of: project, in: store))
      var report = try StoredReport.read(run.number, with: LedgerRuns(in: store), in: store)
      let mode = try change(from: report.personalData, of: run)
      let personalData = try mode.map {
        PersonalData(mode: $0, key: try Self.key(of: $0, in: store))
      }
      if let personalData {
        try personalData.apply(to: &report)
        report = try personalData.publishing(report)
      }
      return (
        run, report, try PastFlaggedAccounts(of: run, personalData, in: store),
        report.edition(sha256: try LedgerRuns(in: store).reportSHA256(of: run.number))
      )
    }
    let path = folder ?? "\(configuration.reportFolder)/run-\(run.number)"
    let folder = try ReportFolder(path: path)
    try flagged?.write(to: folder)
    try folder.write((formats.telling(report) + ReportRenderers.always).flatMap { $0.files(of: report) })
    try report.findings.check()
    let strangers = try folder.commit(edition: edition)
    return Written(
      run: run, folder: path,
      notices: (flagged == nil ? Self.notices(report) : []) + Report.notices(ofStrangers: strangers))
  }

  private static func key(of mode: PersonalData.Mode, in store: Connection) throws -> Data {
    guard let key = try StoreSettings.knownPersonalDataKey(in: store) else {
      guard mode != .hashed else {
        throw UserError(.unusableData, "the store has no key of hashed personal data", remedy: "audit first")
      }
      return Data()
    }
    return key
  }

  /// - Parameter kept: nil where the report does not tell, which is taken for the strictest that it may be.
  /// - Returns: the mode to bring the report to; nil where it is in it.
  private func change(from kept: PersonalData.Mode?, of run: RunRecord) throws -> PersonalData.Mode? {
    guard let personalData, personalData != kept else { return nil }
    guard kept == .full else {
      let form = kept.map { "\($0.rawValue)" } ?? "in an unknown form"
      throw UserError(
        .usage, "the report of \(run.name) is stored \(form), and cannot be written \(personalData.rawValue)",
        remedy: "omit --pii")
    }
    return personalData
  }

  private static func notices(_ report: Report) -> [String] {
    guard let flagged = report.flagged else {
      return ["flagged-accounts.csv is not written: the store does not keep the accounts of a run this old"]
    }
    guard !flagged.holdsAll else { return [] }
    return [
      """
      flagged-accounts.csv is not written: of the \(flagged.count) accounts the store keeps \(flagged.first.count)
      """
    ]
  }
}
