package import Foundation

/// The formats in which a report can be written, by the names that `--format` takes.
package enum ReportFormat: String, CaseIterable, Sendable {
  case html, json
}

extension [ReportFormat] {
  /// Writes the report in each format.
  ///
  /// - Parameters:
  ///   - json: the report as `ReportJSON.data` gives it.
  ///   - rules: what the rules say, by id.
  /// - Throws: `CannotWrite`.
  package func write(
    _ report: Report, json: Data, flagged: FlaggedAccounts, rules: [String: RuleText], to folder: ReportFolder
  ) throws {
    for format in self {
      switch format {
      case .json: try folder.write("report.json") { try $0([UInt8](json)) }
      case .html: try HTMLReport(report: report, flagged: flagged, rules: rules).write(to: folder)
      }
    }
  }
}
