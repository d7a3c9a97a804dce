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
  /// - Throws: `UserError`, `MalformedLines`.
  init(in folder: String, _ settings: AuditSettings, diagnostics: Diagnostics) throws {
    sources = try ExtractedSources.read(in: folder)
    skipped = sources.skipped
    if sources.configSHA256 != settings.configSHA256 {
      diagnostics.warning(
        """
        \(folder) was written under another configuration than this one; where they differ in `inputs`, \
        `relay.domains` or `apple.jwks`, write it again with `relay-audit extract`
        """)
    }
    records = try ExtractedRecords(
      path: "\(folder)/\(ExtractedSources.records)", options: settings.intake(diagnostics))
  }

  var count: Int { sources.inReadingOrder.count }

  var inReadingOrder: [any RunSource] {
    sources.inReadingOrder.map { ExtractedSource(source: $0, records: .all(records)) }
  }

  var problems: [SkippedInput] { skipped.filter(\.isProblem) }

  func withMissing(_ earlier: SourceHistory?) throws -> ExtractedInputs {
    var inputs = self
    inputs.skipped += try sources.missingAsSkipped(earlier)
    return inputs
  }

  func reportLeftOut(to diagnostics: Diagnostics) { skipped.report(to: diagnostics) }

  /// `extract` said them.
  func warnings(of summaries: [(ordinal: SourceOrdinal, summary: SourceSummary)]) -> [MappingWarning] { [] }

  func end() throws { try records.end() }
}

extension AuditSettings {
  /// How the lines of an extract are read.
  func intake(_ diagnostics: Diagnostics) -> IntakeOptions {
    let hosts = configuration.relayHosts
    var options = IntakeOptions(asOf: asOf) { hosts.isRelay($0) }
    options.mayReadAhead = usesThreads
    options.meter = diagnostics.meter
    return options
  }
}
