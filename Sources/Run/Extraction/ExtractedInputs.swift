import Evidence
import History
import Intake
import Timestamps

/// The sources of a run that were read before, by `extract`.
struct ExtractedInputs: RunInputs {
  private let sources: ExtractedSources
  private let records: ExtractedRecords
  private var skipped: [SkippedInput]

  /// - Parameter folder: that `extract` wrote to.
  /// - Throws: `UserError`, `ExtractedRecords.Malformed`.
  init(in folder: String, _ settings: AuditSettings, diagnostics: Diagnostics) throws {
    sources = try ExtractedSources.read(in: folder)
    skipped = sources.skipped
    if sources.configSHA256 != settings.configSHA256 {
      diagnostics.warning(
        """
        \(folder) was written under another configuration than this one; where they differ in `inputs`, `relay_hosts` \
        or `apple.jwks`, write it again with `relay-audit extract`
        """)
    }
    let hosts = settings.configuration.relayHosts
    var options = IntakeOptions(asOf: settings.asOf) { hosts.isRelay($0) }
    options.mayReadAhead = settings.usesThreads
    options.meter = diagnostics.meter
    records = try ExtractedRecords(path: "\(folder)/\(ExtractedSources.records)", options: options)
  }

  var count: Int { sources.inReadingOrder.count }

  var inReadingOrder: [any RunSource] { sources.inReadingOrder.map { Source(source: $0, records: records) } }

  var problems: [SkippedInput] { skipped.filter(\.isProblem) }

  func withMissing(_ earlier: SourceHistory?) throws -> ExtractedInputs {
    var inputs = self
    let supplied = Set(sources.inReadingOrder.compactMap(\.kind))
    inputs.skipped += try sources.missing.skipped(supplied: supplied, earlier)
    return inputs
  }

  func reportLeftOut(to diagnostics: Diagnostics) { skipped.report(to: diagnostics) }

  /// `extract` said them.
  func warnings(of summaries: [(ordinal: SourceOrdinal, summary: SourceSummary)]) -> [String] { [] }

  func end() throws { try records.end() }

  private struct Source: RunSource {
    let source: ExtractedSources.Source
    let records: ExtractedRecords

    var ordinal: SourceOrdinal { source.ordinal }
    var traits: SourceTraits { source.traits }
    var kind: EvidenceKind? { source.kind }
    var format: String { source.format }
    var capturedAt: Timestamp { source.capturedAt }
    var isSuperseded: Bool { source.summary.isSuperseded }
    var hasToSettleCapture: Bool { false }

    func settleCapture() {}

    func read(into sink: inout some EvidenceSink) throws -> SourceSummary {
      try records.read(source.lines, into: &sink)
      return source.summary
    }
  }
}
