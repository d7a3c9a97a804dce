import Evidence
import History
import Intake
import Timestamps

/// One source of an extract.
struct ExtractedSource: RunSource {
  /// Where its records are.
  enum Records {
    /// Among all records.
    case all(ExtractedRecords)
    /// Among the records of one shard; the last line of the source has this number.
    case shard(ShardLines, last: Int64)
    /// Other programs judged them.
    case elsewhere
  }

  private(set) var source: ExtractedSources.Source
  let records: Records

  var ordinal: SourceOrdinal { source.ordinal }
  var traits: SourceTraits { source.traits }
  var kind: EvidenceKind? { source.kind }
  var format: String { source.format }
  var capturedAt: Timestamp { source.capturedAt }
  var isSuperseded: Bool { source.summary.isSuperseded }
  var hasToSettleCapture: Bool { false }

  func settleCapture() {}

  func captureWhenRead() -> Timestamp { source.summary.capturedAt }

  mutating func supersede(by later: String) { source.summary = source.summary.superseded(by: later) }

  func read(into sink: inout some EvidenceSink) throws -> SourceSummary {
    guard !isSuperseded else {
      var sink = DiscardingSink()
      return try readRecords(into: &sink)
    }
    return try readRecords(into: &sink)
  }

  private func readRecords(into sink: inout some EvidenceSink) throws -> SourceSummary {
    switch records {
    case .all(let records): try records.read(source.lines, into: &sink)
    case .shard(let lines, let last): try lines.read(upTo: last, into: &sink)
    case .elsewhere: break
    }
    return source.summary
  }
}

extension ExtractedSources {
  /// What the configuration named and was not there, among what was not read.
  ///
  /// - Throws: as `RunInputs.withMissing`.
  func missingAsSkipped(_ earlier: SourceHistory?) throws -> [SkippedInput] {
    try missing.skipped(supplied: Set(inReadingOrder.compactMap(\.kind)), earlier)
  }
}
