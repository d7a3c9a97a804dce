import Evidence
package import Intake

/// What input files are, and how much of them can be read. Nothing is judged or stored.
package struct Inspection: Sendable {
  /// In order of path.
  package var sources: [SourceSummary]
  package var skipped: [SkippedInput]

  /// Recognises and reads all inputs. What is not read is named to `diagnostics` as an audit names it.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package init(of options: AuditOptions, diagnostics: Diagnostics) throws {
    let settings = try AuditSettings(options)
    for warning in settings.warnings { diagnostics.warning(warning) }
    let (inputs, sources) = try diagnostics.showingProgress {
      let inputs = try Inputs(settings, diagnostics: diagnostics).withMissing(nil)
      inputs.reportLeftOut(to: diagnostics)
      var sink = CountingSink()
      let sources = try inputs.sources.enumerated().map { ordinal, source in
        diagnostics.progress(
          .reading("Reading", path: source.file.path, number: ordinal + 1, of: inputs.sources.count))
        return try inputs.reader.read(inputs.reader.settlingCapture(of: source), ordinal: ordinal, into: &sink)
      }
      return (inputs, sources)
    }
    self.sources = sources
    for warning in MappingWarnings.all(of: zip(inputs.sources.map(\.file.settings), sources).map { ($0, $1) }) {
      diagnostics.warning(warning)
    }
    skipped = inputs.skipped
    for notice in FreshFiles.notices(of: sources) { diagnostics.notice(notice) }
  }
}

/// Accepts every record and keeps none.
private struct CountingSink: EvidenceSink {
  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening { .outOfScope }
  mutating func accept(_ account: AccountSketch, at place: Place) {}
  mutating func accept(_ record: EvidenceRecord, at place: Place) {}
}
