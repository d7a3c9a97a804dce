import Evidence
import History
import Intake

/// The sources of a run as an extract has them, with the records of one shard.
struct ShardInputs: RunInputs {
  private let sources: ExtractedSources
  private let lines: ShardLines
  private var skipped: [SkippedInput]

  /// - Parameter lines: whose state was read.
  init(_ sources: ExtractedSources, _ lines: ShardLines) {
    (self.sources, self.lines, skipped) = (sources, lines, sources.skipped)
  }

  var count: Int { sources.inReadingOrder.count }

  var inReadingOrder: [any RunSource] {
    var last: Int64 = 0
    return sources.inReadingOrder.map { source in
      last += Int64(source.lines)
      return ExtractedSource(source: source, records: .shard(lines, last: last))
    }
  }

  var problems: [SkippedInput] { skipped.filter(\.isProblem) }

  func withMissing(_ earlier: SourceHistory?) throws -> ShardInputs {
    var inputs = self
    inputs.skipped += try sources.missingAsSkipped(earlier)
    return inputs
  }

  /// `merge` says it, once.
  func reportLeftOut(to diagnostics: Diagnostics) {}

  func warnings(of summaries: [(ordinal: SourceOrdinal, summary: SourceSummary)]) -> [MappingWarning] { [] }

  func end() throws { try lines.end() }
}
