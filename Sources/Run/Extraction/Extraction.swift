import Evidence
import Foundation
import Intake
import Platform
import Reporting

/// Reads what an audit would read, and writes its records instead of judging them (docs/scale.md).
package struct Extraction: Sendable {
  /// How many sources were read.
  package var sources: Int
  package var records: Int
  /// Of all sources.
  package var rejected: Int64
  /// How many lines of state were written; nil where none were asked for.
  package var state: Int?

  /// What the folder's files are marked with.
  private static let edition = "records"

  /// - Parameter folder: for `sources.json` and `records.ndjson`, with personal data in the clear, for their owner
  ///   alone.
  /// - Throws: `UserError`, `ConfigurationError`, `CannotWrite`; then the folder is as it was.
  package init(
    of options: AuditOptions, to folder: String, isForShards: Bool = false, diagnostics: Diagnostics
  ) throws {
    var settings = try AuditSettings(options)
    guard InputRequest.resolve(folder) != InputRequest.resolve(settings.configuration.reportFolder) else {
      throw UserError(
        .usage, "\(folder) is the folder of reports, which the records would replace", remedy: "name another")
    }
    settings.excluded.append(folder)
    diagnostics.showContacts(asIn: settings.configuration.personalData)
    for warning in settings.warnings { diagnostics.warning(warning) }
    let threads = Threads.forJobs(settings.jobs, diagnostics)
    self = try diagnostics.showingProgress {
      let inputs = try Inputs(settings, helpers: threads.parsing, diagnostics: diagnostics)
      return try threads.run {
        try Extraction(of: inputs, settings, to: folder, isForShards: isForShards, threads: threads, diagnostics)
      }
    }
  }

  init(
    of inputs: Inputs, _ settings: AuditSettings, to folder: String, isForShards: Bool = false,
    threads: Threads = .callerOnly, _ diagnostics: Diagnostics
  ) throws {
    inputs.reportLeftOut(to: diagnostics)
    let output = try ReportFolder(path: folder)
    if let report = output.report(ofOtherThan: Self.edition) {
      throw UserError(
        .usage, "\(folder) holds reports of an audit, such as \(report), which the records would replace",
        remedy: "name another folder")
    }
    let forgotten = try isForShards ? ExtractedState.forgottenPersons(settings) : ForgottenPersons()
    let (read, count) = try output.write(ExtractedSources.records) { write in
      try WriteBehind.with(threads.worker, write) {
        try Self.read(inputs, forgotten, to: $0, diagnostics)
      }
    }
    let state = isForShards ? try ExtractedState.write(of: settings, forgotten, to: output) : nil
    self.state = state?.lines
    let json = try ExtractedSources(
      asOf: settings.asOf, configSHA256: settings.configSHA256, inReadingOrder: read, skipped: inputs.skipped,
      missing: inputs.missing, state: state
    ).json
    try output.write(ExtractedSources.file) { try $0(json) }
    for path in try output.commit(edition: Self.edition) {
      diagnostics.warning("\(path) is not of this extract, and stays")
    }
    sources = read.count
    records = count
    rejected = read.reduce(0) { $0 + $1.summary.rejected }
  }

  private static func read(
    _ inputs: Inputs, _ forgotten: ForgottenPersons, to output: @escaping ([UInt8]) throws -> Void,
    _ diagnostics: Diagnostics
  ) throws -> (sources: [ExtractedSources.Source], count: Int) {
    try TemporaryFolder.with { temporary in
      let census = try AccountCensus(in: OpenFolder(temporary.path))
      var extractor = RecordExtractor(census, forgotten: forgotten, to: output)
      var sources: [ExtractedSources.Source] = []
      var summaries: [(ordinal: SourceOrdinal, summary: SourceSummary)] = []
      for (index, source) in inputs.inReadingOrder.enumerated() {
        var source = source
        let path = source.traits.path
        diagnostics.progress(.reading("Reading", path: path, number: index + 1, of: inputs.count))
        source.settleCapture()
        census.open(source.ordinal, path: path)
        let before = extractor.count
        var summary = try source.read(into: &extractor)
        // Else a source would be said to be damaged.
        try Interruption.check()
        summaries.append((source.ordinal, summary))
        (summary.examples, summary.mappingUse) = ([], nil)
        sources.append(
          ExtractedSources.Source(
            ordinal: source.ordinal, traits: source.traits, kind: source.kind, format: source.format,
            capturedAt: source.capturedAt, summary: summary, lines: extractor.count - before))
      }
      try extractor.flush()
      try census.check()
      diagnostics.say(inputs.warnings(of: summaries))
      return (sources, extractor.count)
    }
  }
}
