package import Evidence
package import Storage
package import Timestamps

/// What a project's sources were on earlier nights, by their paths apart from dates.
package struct SourceHistory: Sendable {
  private struct Known {
    var kinds: Set<EvidenceKind> = []
    var standsFor: Set<EvidenceKind> = []
  }

  private var known: [String: Known] = [:]
  /// By `UnnumberedName`.
  private var unnumbered: [String: Known] = [:]
  private let shown: @Sendable (String) -> String

  /// Of a project without a history.
  package init() { shown = { $0 } }

  /// Reads the sources of all runs of an as-of no later than that; withdrawn ones do not count.
  ///
  /// - Parameter shown: what reports show of a path.
  /// - Throws: `StorageError`.
  package init(
    of project: String, upTo asOf: Timestamp, in database: Connection,
    shown: @escaping @Sendable (String) -> String = { $0 }
  ) throws {
    self.shown = shown
    let rows = try SelectStatement(
      database,
      """
      SELECT DISTINCT s.path, s.kind, s.stands_for FROM main.run_source s JOIN main.run r ON r.number = s.run
      WHERE r.project = ? AND r.as_of <= ? AND r.withdrawn IS NULL
      """)
    try rows.start([project, asOf.milliseconds])
    while try rows.next() {
      guard let kind = EvidenceKind(rawValue: rows.text(1)), let other = EvidenceKind(rawValue: rows.text(2)) else {
        continue
      }
      known[rows.text(0), default: Known()].kinds.insert(kind)
      known[rows.text(0), default: Known()].standsFor.insert(other)
      unnumbered[UnnumberedName.series(of: rows.text(0)), default: Known()].kinds.insert(kind)
    }
  }

  private func known(_ path: String) -> Known? { known[UndatedPath.of(shown(path))] ?? known[UndatedPath.of(path)] }

  /// The kind that the sources of that path had; nil where there were none, or of several kinds.
  package func kind(of path: String) -> EvidenceKind? {
    guard let kinds = known(path)?.kinds, kinds.count == 1 else { return nil }
    return kinds.first
  }

  /// The kind that sources had whose names differ from that of the path in numbers alone; nil where there were none, or
  /// of several kinds.
  package func kind(ofNameLike path: String) -> EvidenceKind? {
    guard let kinds = unnumbered[UnnumberedName.series(of: UndatedPath.of(shown(path)))]?.kinds, kinds.count == 1 else {
      return nil
    }
    return kinds.first
  }

  /// Whether any source had that path.
  package func knows(_ path: String) -> Bool { known(path) != nil }

  /// Whether any source had the kind.
  package func has(_ kind: EvidenceKind) -> Bool { known.values.contains { $0.kinds.contains(kind) } }

  /// The kinds that logs of that path ever yielded.
  package func yields(of path: String) -> Set<EvidenceKind> {
    (known(path)?.standsFor ?? []).filter { $0.hasRecords }
  }
}

extension RunHistory {
  /// How many records of a kind a run read of the sources that are of this kind; 0 where the store no longer tells.
  ///
  /// - Throws: `StorageError`.
  package static func records(of kind: EvidenceKind, readBy run: Int64, in store: Connection) throws -> Int {
    try store.first(
      sql: "SELECT sum(records) FROM main.remembered_source WHERE run = ? AND kind = ?",
      arguments: [run, kind.rawValue]
    ) { Int($0.integer(0)) } ?? 0
  }
}
