import Evidence
import Storage

/// Finds what rows of a table of `mode: snapshot` said before tonight, where tonight's files show them with another
/// state. The row is still there: what it said then tells when a consent was withdrawn, and that a request was opened
/// again. A consent that is in force again is as if it had never ended (docs/contract.md, section 4).
struct EarlierStates {
  /// To the run files and the store.
  let database: Connection
  /// SQL over a remembered record `m`: whether it was not ended.
  let holds: String
  /// The ids of the sources that tonight's snapshots end.
  let ended: [Int64]

  /// Adds the records to `evidence.recalled`; their sources are listed in `temp.admitted`. To be called while the
  /// run's tables have tonight's records alone.
  ///
  /// - Throws: `StorageError`.
  func recall() throws {
    guard !ended.isEmpty else { return }
    let sources = ended.map { "\($0)" }.joined(separator: ", ")
    for row in Self.rows {
      guard let table = MemoryTables.contents.first(where: { $0.kinds == [row.kind.rawValue] }) else { continue }
      let isSame = row.identity.map { "d.\($0) \($0 == row.identity[0] ? "=" : "IS") n.\($0)" }
      let sameNames = RestatedRecords.names.map { " AND d.\($0) IS k.\($0)" }.joined()
      try database.execute(
        sql: """
          CREATE TEMP TABLE earlier_state AS
          SELECT m.id, m.place, a.ordinal, \(row.identity.map { "o.\($0)" }.joined(separator: ", ")),
            \(RestatedRecords.names.map { "m.\($0)" }.joined(separator: ", "))
          FROM memory.\(MemorySchema.contents(table)) o CROSS JOIN memory.\(MemorySchema.keys) m ON m.id = o.id
          JOIN temp.admitted a ON a.source = m.source
          WHERE m.source IN (\(sources)) AND \(holds) AND \(row.counts)
            AND m.id NOT IN (SELECT id FROM evidence.read_again) AND m.id NOT IN (SELECT id FROM evidence.recalled);
          CREATE INDEX temp.earlier_state_by_identity ON earlier_state (\(row.identity[0]));
          INSERT INTO evidence.recalled (id, ref)
          SELECT DISTINCT d.id, d.ordinal << \(Place.shiftOfSource) | d.place
          FROM \(table.name) n CROSS JOIN evidence.evidence_key k ON k.ref = n.ref
          CROSS JOIN temp.earlier_state d ON \(isSame.joined(separator: " AND "))\(sameNames)
          WHERE \(row.isOtherwise);
          DROP TABLE temp.earlier_state;
          """)
    }
  }

  private struct Row {
    var kind: EvidenceKind
    /// What makes two records one row, beside the names in it; none of the first column is null.
    var identity: [String]
    /// Of the remembered record `o`.
    var counts: String
    /// Of tonight's record `n`.
    var isOtherwise: String
  }

  private static let rows = [
    Row(
      kind: .consents, identity: ["given_at", "purpose", "consent_id"],
      counts: RestatedRecords.isInForce("o"), isOtherwise: "NOT (\(RestatedRecords.isInForce("n")))"),
    Row(kind: .deletions, identity: ["request_id"], counts: "true", isOtherwise: "true"),
  ]
}
