/// The formats in which a report can be written, by the names that `--format` takes.
package enum ReportFormat: String, CaseIterable, Sendable {
  case html, json
}

extension [ReportFormat] {
  /// Writes the report in each format.
  ///
  /// - Parameters:
  ///   - texts: what the rules and frameworks say.
  ///   - copy: gets the report as JSON piece by piece, whether JSON is among the formats or not.
  /// - Throws: `CannotWrite`, and what `copy` throws.
  package func write(
    _ report: Report, flagged: FlaggedAccounts, texts: ReportTexts, to folder: ReportFolder,
    copy: ([UInt8]) throws -> Void = { _ in }
  ) throws {
    if contains(.json) {
      try folder.write("report.json") { output in
        try ReportJSON.write(report) { piece in
          try output(piece)
          try copy(piece)
        }
      }
    } else {
      try ReportJSON.write(report, to: copy)
    }
    if contains(.html) { try HTMLReport(report: report, flagged: flagged, texts: texts).write(to: folder) }
  }
}
