import Evidence
package import Intake

/// What input files are, and how much of them can be read. Nothing is judged or stored.
package struct Inspection: Sendable {
  /// In order of reading.
  package var sources: [SourceSummary]
  package var skipped: [SkippedInput]

  /// Recognises and reads all inputs.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package init(of options: AuditOptions) throws {
    let inputs = try Inputs(try AuditSettings(options))
    var sink = CountingSink()
    sources = try inputs.sources.enumerated().map { ordinal, source in
      try inputs.reader.read(source, ordinal: ordinal, into: &sink)
    }
    skipped = inputs.skipped
  }
}

/// Accepts every record and keeps none.
private struct CountingSink: EvidenceSink {
  mutating func screen(_ account: AccountSketch, at place: Place) -> Screening { .outOfScope }
  mutating func accept(_ account: AccountSketch, at place: Place) {}
  mutating func accept(_ record: EvidenceRecord, at place: Place) {}
}
