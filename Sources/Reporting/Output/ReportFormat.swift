/// The formats in which a report can be written, by the names that `--format` takes.
package enum ReportFormat: String, CaseIterable, Sendable {
  case html, json
}

extension [ReportFormat] {
  /// Writes the report for programs, if that is among the formats. May run beside the writing of `pages`.
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

  /// The files of the report for people; none where it is not among the formats. Each may be written in any thread.
  ///
  /// - Parameter texts: what the rules and frameworks say.
  package func pages(_ report: Report, flagged: FlaggedAccounts, texts: ReportTexts) -> [ReportFile] {
    contains(.html) ? HTMLReport(report, flagged: flagged, texts: texts).files : []
  }
}
