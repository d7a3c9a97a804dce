import Evidence
import Foundation
package import Storage
package import Timestamps
import Vocabulary

/// What `verify` compares with the ledger and with the reports.
extension RunHistory {
  /// What may change of a run after it ended.
  package struct Marks: Sendable {
    package var reportSHA256: String
    package var withdrawn: String?
    package var isRenamed: Bool
  }

  /// - Throws: `StorageError`.
  package static func marks(of run: Int64, in store: Connection) throws -> Marks {
    try store.first(
      sql: "SELECT report_sha256, withdrawn, is_renamed FROM main.run WHERE number = ?", arguments: [run]
    ) { Marks(reportSHA256: $0.text(0), withdrawn: $0.optionalText(1), isRenamed: $0.flag(2)) }
      ?? Marks(reportSHA256: "", withdrawn: nil, isRenamed: false)
  }

  /// Nil where there is no such run.
  package static func id(of run: Int64, in store: Connection) throws -> String? {
    try store.first(sql: "SELECT id FROM main.run WHERE number = ?", arguments: [run]) { $0.text(0) }
  }

  /// Whether what the store notes of a run is this. A run of the first edition whose notes were not read yet has none.
  ///
  /// - Throws: `StorageError`.
  package static func hasNotes(
    _ notes: RunNotes, startedAt: Timestamp, finishedAt: Timestamp, accounts: Int, of run: Int64,
    in store: Connection
  ) throws -> Bool {
    let columns = try store.first(
      sql: "SELECT started_at, finished_at, accounts, gate_scope, fail_on, counts FROM main.run WHERE number = ?",
      arguments: [run]
    ) { row in
      let times = row.integer(0) == startedAt.milliseconds && row.integer(1) == finishedAt.milliseconds
      let isNoted =
        row.isNull(3)
        || row.text(3) == notes.gateScope.rawValue && row.text(4) == notes.failOn.name
          && (try? JSONDecoder().decode(RunCounts.self, from: row.data(5))) == notes.counts
      return (isSame: times && row.integer(2) == accounts && isNoted, hasNotes: !row.isNull(3))
    }
    guard let columns, columns.isSame else { return false }
    guard columns.hasNotes else { return true }
    let kinds = try store.all(sql: "SELECT kind, captured_to FROM main.run_kind WHERE run = ?", arguments: [run]) {
      "\($0.text(0)) \($0.integer(1))"
    }
    let sources = try store.all(
      sql: "SELECT path, kind, stands_for FROM main.run_source WHERE run = ?", arguments: [run]
    ) { Source(path: $0.text(0), kind: $0.text(1), standsFor: $0.text(2)) }
    func written(_ kinds: [EvidenceKind: Timestamp]) -> Set<String> {
      Set(kinds.map { "\($0.key.rawValue) \($0.value.milliseconds)" })
    }
    let (used, unused) = (written(notes.kinds), written(notes.unusedKinds))
    return [used, used.union(unused)].contains(Set(kinds))
      && Set(sources) == Set(notes.sources.flatMap(Source.all))
  }

  private struct Source: Hashable {
    var path: String
    var kind: String
    var standsFor: String

    /// As `write(_:of:in:)` writes them.
    static func all(_ source: RunNotes.Source) -> [Source] {
      source.standsFor.union([source.kind]).map {
        Source(path: UndatedPath.of(source.path), kind: source.kind.rawValue, standsFor: $0.rawValue)
      }
    }
  }
}
