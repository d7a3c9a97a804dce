/// The formats in which a report can be written, by the names that `--format` takes.
package enum ReportFormat: String, CaseIterable, Sendable {
  case html, json
}

extension [ReportFormat] {
  /// Writes the report for programs, if that is among the formats. May run beside `writePages`.
  ///
  /// - Parameter copy: gets the report as JSON piece by piece, whether JSON is among the formats or not.
  /// - Throws: `CannotWrite`, and what `copy` throws.
  package func writeJSON(_ report: Report, to folder: ReportFolder, copy: ([UInt8]) throws -> Void = { _ in }) throws {
    guard contains(.json) else { return try ReportJSON.write(report, to: copy) }
    try folder.write("report.json") { output in
      try ReportJSON.write(report) { piece in
        try output(piece)
        try copy(piece)
      }
    }
  }

  /// Writes the report for people, if that is among the formats.
  ///
  /// - Parameter texts: what the rules and frameworks say.
  /// - Throws: `CannotWrite`.
  package func writePages(
    _ report: Report, flagged: FlaggedAccounts, texts: ReportTexts, to folder: ReportFolder
  ) throws {
    if contains(.html) { try HTMLReport(report: report, flagged: flagged, texts: texts).write(to: folder) }
  }
}
