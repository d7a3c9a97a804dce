import Storage
import Timestamps

extension EvidenceSession {
  /// Writes what the view `coverage` shows, from the sums of all parts.
  ///
  /// - Throws: `StorageError`.
  func writeCoverage(_ sources: [SourceFacts]) throws {
    let kinds = Set(sources.flatMap(\.kinds))
    let insert = try RunTables.coverage.insert(in: database)
    for definition in EvidenceKinds.all where definition.hasCoverage {
      let kind = definition.kind
      var sum = (whole ?? sums).kinds[kind.rawValue] ?? EvidenceSums.OfKind()
      let isPresent = kinds.contains(kind) || sum.isShown
      if kind == .accounts {
        (sum.records, sum.matched) = (accountCount, accountCount)
        let times = sources.filter { $0.kind == .accounts }.map(\.capturedAt.milliseconds)
        (sum.first, sum.last) = (times.min(), times.max())
      }
      let captures =
        (isPresent ? sources.filter { $0.mayHold(kind) }.map(\.capturedAt.milliseconds) : [])
        + remembered.filter { kind.mayStand(in: $0.kind) && $0.isWhole }.map(\.capturedAt.milliseconds)
      let isKnown = isPresent || remembered.contains { $0.kind == kind } || sum.remembered > 0
      insert.bind(kind.rawValue).bind(isKnown).bind(Int64(sum.records)).bind(Int64(sum.matched)).bind(sum.first)
        .bind(sum.last).bind(isPresent).bind(Int64(sum.remembered)).bind(captures.max())
      try insert.run()
    }
  }
}
