/// The formats in which a report can be written, by the names that `--format` takes.
package enum ReportFormat: String, CaseIterable, Sendable {
  case html, json
}

extension [ReportFormat] {
  /// Writes `flagged-accounts.csv` and the report in each format.
  ///
  /// - Parameter rules: what the rules say, by id.
  /// - Throws: `CannotWrite`.
  package func write(
    _ report: Report, flagged: FlaggedAccounts, rules: [String: RuleText], to folder: ReportFolder
  ) throws {
    try folder.write("flagged-accounts.csv") { try FlaggedAccountsCSV.write(flagged, to: $0) }
    for format in self {
      switch format {
      case .json: try folder.write("report.json") { try ReportJSON.write(report, to: $0) }
      case .html: try HTMLReport(report: report, flagged: flagged, rules: rules).write(to: folder)
      }
    }
  }
}
