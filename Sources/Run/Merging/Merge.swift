import Evidence
import Foundation
import History
import Intake
import Platform
import Timestamps

/// Brings the parts of a run together (docs/scale.md).
package enum Merge {
  /// Adds the counts of all shards, and writes the sums by which they judge.
  ///
  /// - Parameters:
  ///   - folder: that `extract --for-shards` wrote to.
  ///   - parts: of all shards, in any order.
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func addCounts(
    of parts: [String], in folder: String, to path: String, _ options: AuditOptions
  ) throws {
    try OwnFile.check(path, begin: WholeSums.begin, "file of sums")
    let basis = try ShardBasis(options, in: folder)
    let sums = try Parts(parts, of: basis, by: nil).sums
    let json = try WholeSums(common: basis.common(shards: parts.count, sums: nil), sums: sums).json
    try OwnFile.write(to: path) { try $0(json) }
  }

  /// Judges the population, writes the reports, and adds the run to the store.
  ///
  /// - Parameters:
  ///   - folder: that `extract --for-shards` wrote to.
  ///   - parts: of all shards, in any order.
  ///   - sums: the file of those by which the shards judged.
  /// - Throws: as `Audit.run`.
  package static func run(
    _ parts: [String], in folder: String, by sums: String, _ options: AuditOptions, diagnostics: Diagnostics
  ) throws -> AuditResult {
    let startedAt = Timestamp.now
    let basis = try ShardBasis(options, in: folder)
    diagnostics.showContacts(asIn: basis.settings.configuration.personalData)
    for warning in basis.settings.warnings { diagnostics.warning(warning) }
    let store = basis.settings.configuration.store
    // Opening it would make it.
    guard !basis.state.base.storeHasRuns || FileManager.default.fileExists(atPath: store) else {
      throw UserError(
        .noSuchInput, "the store \(store) is not there, and the extract was made beside one that has runs",
        remedy: "name with --store the store that `relay-audit extract` read")
    }
    return try Audit.run(basis.settings, basis.rules, startedAt: startedAt, diagnostics) { _, timer in
      try timer.time("parts") {
        let (whole, sha256) = try WholeSums.read(sums)
        return try Parts(parts, of: basis, by: (whole, sha256))
      }
    } body: { run, parts, timer in
      try run.merge(parts, WholeInputs(basis.sources), base: basis.state.base, timer: &timer)
    }
  }
}

/// The sources of a run whose records other programs judged.
private struct WholeInputs: RunInputs {
  private let sources: ExtractedSources
  private var skipped: [SkippedInput]

  init(_ sources: ExtractedSources) { (self.sources, skipped) = (sources, sources.skipped) }

  var count: Int { sources.inReadingOrder.count }

  var inReadingOrder: [any RunSource] {
    sources.inReadingOrder.map { ExtractedSource(source: $0, records: .elsewhere) }
  }

  var problems: [SkippedInput] { skipped.filter(\.isProblem) }

  func withMissing(_ earlier: SourceHistory?) throws -> WholeInputs {
    var inputs = self
    inputs.skipped += try sources.missingAsSkipped(earlier)
    return inputs
  }

  func reportLeftOut(to diagnostics: Diagnostics) { skipped.report(to: diagnostics) }

  /// `extract` said them.
  func warnings(of summaries: [(ordinal: SourceOrdinal, summary: SourceSummary)]) -> [MappingWarning] { [] }

  func end() {}
}
