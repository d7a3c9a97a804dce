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
  /// The kinds by the names of the files, without their folders.
  private var kindsByName: [String: Set<EvidenceKind>] = [:]
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
      kindsByName[Self.name(of: rows.text(0)), default: []].insert(kind)
    }
  }

  private func known(_ path: String) -> Known? { known[UndatedPath.of(shown(path))] ?? known[UndatedPath.of(path)] }

  /// The kind that the sources of that path had; nil where there were none, or of several kinds.
  package func kind(of path: String) -> EvidenceKind? {
    guard let kinds = known(path)?.kinds, kinds.count == 1 else { return nil }
    return kinds.first
  }

  /// The kind of a file in which nothing can be read: that of the sources of its path, or else, since each night may
  /// have a folder of its own, of those of its name. Nil where there were none, or of several kinds.
  package func kindOfLost(_ path: String) -> EvidenceKind? {
    if knows(path) { return kind(of: path) }
    guard let kinds = kindsByName[Self.name(of: UndatedPath.of(shown(path)))], kinds.count == 1 else { return nil }
    return kinds.first
  }

  /// The last part of a path; of a packed file, what it has unpacked.
  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
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
