import Evidence
import Storage

/// Compares what a file shows again with what earlier nights showed of the same records: whether what ended or decided
/// them is gone (docs/contract.md, section 4).
///
/// A file that does not show the earlier records again is a window, and says nothing of them.
struct RestatedRecords {
  /// What tells of a record whether it holds, as SQL over a remembered row `o` and a row `n` of this run.
  private struct Deciding {
    /// Our name; empty for several columns.
    var column = ""
    /// It ended or decided the remembered record.
    var decided: String
    /// Nothing does so of the record of this run.
    var isOpen: String
  }

  private struct Statement {
    /// What makes two rows one record; times first.
    var identity: [String]
    /// The column of the record's own id, which names the person as well; nil where there is none.
    var id: String?
    var deciding: [Deciding]
  }

  private static let statements: [EvidenceKind: Statement] = [
    .consents: Statement(
      identity: ["given_at", "purpose", "consent_id"], id: "consent_id",
      deciding: [
        Deciding(column: "withdrawn_at", decided: "o.withdrawn_at IS NOT NULL", isOpen: inForce),
        Deciding(
          column: "expires_at", decided: "o.expires_at IS NOT NULL", isOpen: "n.expires_at IS NULL AND \(inForce)"),
        Deciding(column: "state", decided: "o.state NOT IN ('given', 'renewed')", isOpen: inForce),
        Deciding(column: "explicit", decided: "o.explicit = 0", isOpen: "coalesce(n.explicit, 1) = 1"),
      ]),
    .links: Statement(
      identity: ["linked_at", "provider"], id: nil,
      deciding: [Deciding(column: "action", decided: "o.action = 'unlink'", isOpen: "n.action = 'link'")]),
    .deletions: Statement(
      identity: ["requested_at", "request_id"], id: "request_id",
      deciding: [
        Deciding(
          column: "status", decided: "o.status IN ('cancelled', 'denied')",
          isOpen: "coalesce(n.status, 'pending') = 'pending'"),
        Deciding(
          column: "status", decided: "o.status = 'completed'",
          isOpen: "coalesce(n.status, 'pending') = 'pending' AND n.completed_at IS NULL"),
      ]),
  ]
  private static let inForce = isInForce("n")
  private static let takenBack = Deciding(
    decided: "(o.withdrawn_at IS NOT NULL OR o.state IN ('withdrawn', 'refused'))", isOpen: inForce)

  /// Who a record is about, as it says.
  static let names = ["tenant", "uid", "apple_sub", "email", "email_sha256", "phone"]

  /// SQL over a row of consents.
  static func isInForce(_ row: String) -> String {
    "\(row).withdrawn_at IS NULL AND \(row).state IN ('given', 'renewed')"
  }

  /// To the run files and the store.
  let database: Connection
  /// SQL over a remembered record `m`: whether it was not ended.
  let holds: String
  /// The ids of the sources that earlier runs read of a file of this run.
  let earlier: (ReadSource) -> [Int64]

  /// The columns that decided records of a file on earlier nights, and that no record of it has although it shows such
  /// a record again.
  ///
  /// - Throws: `StorageError`.
  func lostColumns(of sources: [ReadSource]) throws -> [LostColumn] {
    var lost: Set<LostColumn> = []
    for source in sources {
      for column in Self.statements[source.kind]?.deciding ?? [] {
        guard let name = source.unfound[column.column], try count(of: source, column, atMost: 1) > 0 else { continue }
        lost.insert(LostColumn(source: source.ordinal, name: name))
      }
    }
    return lost.sorted()
  }

  /// How many consents that were taken back on an earlier night are in force again in files that end what they lack:
  /// nothing else remembers the end.
  ///
  /// - Throws: `StorageError`.
  func revivedConsents(of sources: [ReadSource]) throws -> Int {
    try sources.filter { $0.kind == .consents && $0.endsWhatItLacks }.reduce(0) {
      try $0 + count(of: $1, Self.takenBack)
    }
  }

  /// How many records of the source were decided before, and are not now.
  private func count(of source: ReadSource, _ deciding: Deciding, atMost limit: Int = .max) throws -> Int {
    guard let statement = Self.statements[source.kind],
      let table = MemoryTables.contents.first(where: { $0.kinds == [source.kind.rawValue] })
    else { return 0 }
    let before = earlier(source).map { "\($0)" }.joined(separator: ", ")
    if before.isEmpty { return 0 }
    let columns = statement.identity.map { "o.\($0)" } + Self.names.map { "m.\($0)" }
    try database.execute(
      sql: """
        CREATE TEMP TABLE decided_record AS
        SELECT \(columns.joined(separator: ", ")) FROM memory.\(MemorySchema.contents(table)) o
        CROSS JOIN memory.\(MemorySchema.keys) m ON m.id = o.id
        WHERE \(deciding.decided) AND (m.source IN (\(before)) OR m.first_source IN (\(before))) AND \(holds)
          AND m.id NOT IN (SELECT id FROM evidence.read_again);
        CREATE INDEX temp.decided_record_by_time ON decided_record (\(statement.identity[0]));
        """)
    defer { try? database.execute(sql: "DROP TABLE temp.decided_record") }
    // Nearly always: what was decided is shown again as it was.
    guard try database.first(sql: "SELECT 1 FROM temp.decided_record LIMIT 1", { _ in true }) != nil else { return 0 }
    let isSame = statement.identity.map { "d.\($0) \($0 == statement.identity[0] ? "=" : "IS") n.\($0)" }
    let sameNames = Self.names.map { "d.\($0) IS k.\($0)" }.joined(separator: " AND ")
    // An id is nobody else's.
    let sameID = statement.id.map { "d.\($0) IS NOT NULL OR " } ?? ""
    return try database.first(
      sql: """
        SELECT count(*) FROM (
          SELECT DISTINCT n.ref FROM \(table.name) n CROSS JOIN evidence.evidence_key k ON k.ref = n.ref
          CROSS JOIN temp.decided_record d ON \(isSame.joined(separator: " AND "))
          WHERE n.ref >= ? AND n.ref < ? AND \(deciding.isOpen) AND (\(sameID)\(sameNames)) LIMIT ?)
        """,
      arguments: [
        Int64(source.ordinal) << Place.shiftOfSource, Int64(source.ordinal + 1) << Place.shiftOfSource, Int64(limit),
      ]
    ) { Int($0.integer(0)) } ?? 0
  }
}
