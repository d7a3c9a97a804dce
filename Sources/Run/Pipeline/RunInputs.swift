import Evidence
import History
import Intake
import Storage
import Timestamps

/// What a run reads: files, or what `extract` wrote of them.
protocol RunInputs {
  /// How many sources there are.
  var count: Int { get }

  /// Sources other than accounts come first: they say which accounts matter. Then those whose records belong to
  /// accounts of another file.
  var inReadingOrder: [any RunSource] { get }

  /// What should have been read and was not.
  var problems: [SkippedInput] { get }

  /// With what the configuration names and is not there among the skipped ones.
  ///
  /// - Parameter earlier: nil where no earlier run counts.
  /// - Throws: `UserError` for an input that no earlier run read: its path is a mistake, and no night without the file.
  func withMissing(_ earlier: SourceHistory?) throws -> Self

  /// Names on standard error what is not read: problems, folders of other audits, and superseded copies.
  func reportLeftOut(to diagnostics: Diagnostics)

  /// What in the configuration had no effect on the sources as they were read: sentences.
  func warnings(of summaries: [(ordinal: SourceOrdinal, summary: SourceSummary)]) -> [MappingWarning]

  /// To be called when all sources are read.
  ///
  /// - Throws: `MalformedLines` where there is more to read.
  func end() throws
}

/// One source of a run, not yet read.
protocol RunSource {
  var ordinal: SourceOrdinal { get }
  var traits: SourceTraits { get }
  /// Nil where it was not recognised.
  var kind: EvidenceKind? { get }
  var format: String { get }
  var capturedAt: Timestamp { get }
  var isSuperseded: Bool { get }

  /// Whether `settleCapture` has to read it.
  var hasToSettleCapture: Bool { get }

  /// Drops times of capture from names that its records refute.
  mutating func settleCapture()

  /// The time of capture that `read` tells; it may have to read the source.
  func captureWhenRead() throws -> Timestamp

  /// Makes `read` pass over its records.
  ///
  /// - Parameter later: what counts in their place.
  mutating func supersede(by later: String)

  /// Reads it to its end.
  ///
  /// - Throws: what the sink throws, which ends the run; `MalformedLines`.
  func read(into sink: inout some EvidenceSink) throws -> SourceSummary
}

extension RunSource {
  /// What may be a table of `mode: snapshot`; nil where the source was not recognised.
  var table: NewerTables.File? {
    kind.map { NewerTables.File(path: traits.path, kind: $0, entry: traits.mode == .snapshot ? traits.entry : nil) }
  }
}

extension NewerTables {
  /// - Throws: `StorageError`.
  init(than inputs: some RunInputs, _ settings: AuditSettings, in store: Connection) throws {
    try self.init(
      than: inputs.inReadingOrder.compactMap(\.table), of: settings.project, upTo: settings.asOf, in: store)
  }
}

extension AuditSettings {
  /// - Throws: `UserError` where there is nothing to read.
  func runInputs(helpers: ParsingHelpers, _ diagnostics: Diagnostics) throws -> any RunInputs {
    if let records { return try ExtractedInputs(in: records, self, diagnostics: diagnostics) }
    return try Inputs(self, helpers: helpers, diagnostics: diagnostics)
  }
}
