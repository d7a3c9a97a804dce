import Storage

/// Makes one record of several copies that differ in details alone: the same kind, person and natural key
/// (docs/contract.md, section 4). The newest capture's copy stays, and takes from the others what it lacks.
struct CopyMerge {
  let database: Connection
  let evidence: EvidenceWriter
  /// Remembered records have refs from here on. They are in no count of the run's records.
  let rememberedFrom: Int64

  /// To be called when each record's accounts are known.
  ///
  /// - Throws: `StorageError`.
  func run() throws {
    for definition in EvidenceKinds.all {
      guard let record = definition.record else { continue }
      try merge(record)
    }
  }

  private func merge<Record: KindRecord>(_ kind: Record.Type) throws {
    guard let table = Record.Writer.table, !Record.Writer.identity.isEmpty else { return }
    let identity = Record.Writer.identity.joined(separator: ", ")
    guard try isOfSeveralSources(table), try mayHaveCopies(table, identity) else { return }
    let marks = Record.Writer.marks.enumerated().map { index, mark in
      (name: "mark_\(index)", value: Self.mark(mark))
    }
    let copies = try database.all(
      sql: """
        SELECT ref, first_value(ref) OVER copies, account FROM (
          SELECT * \(marks.map { ", \($0.value) AS \($0.name)" }.joined()) FROM (
            SELECT e.account, s.captured_at, d.* FROM \(table.name) d JOIN evidence.evidence_account e ON e.ref = d.ref
              LEFT JOIN evidence.capture_fact s ON s.source = d.ref >> \(Place.shiftOfSource))
          WINDOW alike AS (PARTITION BY account, \(identity)))
        WINDOW copies AS (
          PARTITION BY account, \(identity) \(marks.map { ", \($0.name)" }.joined()) ORDER BY captured_at DESC, ref)
        """
    ) { (copy: $0.integer(0), kept: $0.integer(1), account: $0.integer(2)) }
    // Two records of one source are two events, whatever they have in common.
    .filter { Place(ref: $0.copy).source != Place(ref: $0.kept).source }
    guard !copies.isEmpty else { return }
    let details = table.columns.dropFirst()
    let values = details.map { column in
      // A flag that one copy sets is set.
      let function = column.declaration.contains("INTEGER NOT NULL") ? "max" : "coalesce"
      return "\(function)(\(table.name.drop { $0 != "." }.dropFirst()).\(column.name), copy.\(column.name))"
    }
    let take = try WriteStatement(
      database,
      """
      UPDATE \(table.name) SET (\(details.map(\.name).joined(separator: ", "))) =
        (SELECT \(values.joined(separator: ", "))
         FROM \(table.name) AS copy WHERE copy.ref = ?)
      WHERE ref = ?
      """)
    // A record may mean several accounts, and be a copy of another one for some of them alone.
    for pair in Set(copies.map { Pair(copy: $0.copy, kept: $0.kept) }).sorted() {
      try take.bind(pair.copy).bind(pair.kept).run()
    }
    let removal = try WriteStatement(database, "DELETE FROM evidence.evidence_account WHERE account = ? AND ref = ?")
    for copy in copies { try removal.bind(copy.account).bind(copy.copy).run() }
    let anybody = try SelectStatement(database, "SELECT 1 FROM evidence.evidence_account WHERE ref = ? LIMIT 1")
    for copy in Set(copies.map(\.copy)).sorted() {
      anybody.start(copy)
      defer { anybody.reset() }
      if try !anybody.next() { try evidence.remove(copy, of: Record.kind, isCounted: copy < rememberedFrom) }
    }
  }

  private struct Pair: Hashable, Comparable {
    var copy: Int64
    var kept: Int64

    static func < (one: Pair, other: Pair) -> Bool { (one.copy, one.kept) < (other.copy, other.kept) }
  }

  /// SQL that is the same for all records that are alike unless they show several values of that column.
  private static func mark(_ column: String) -> String {
    "CASE WHEN min(\(column)) OVER alike IS max(\(column)) OVER alike THEN '' ELSE coalesce(\(column), '') END"
  }

  /// Whether two records of different sources have an identity in common, whoever they are of. Most nights have none,
  /// and to group costs a small part of what the windows of all persons cost.
  private func mayHaveCopies(_ table: RunTable, _ identity: String) throws -> Bool {
    try database.first(
      sql: """
        SELECT 1 FROM \(table.name) GROUP BY \(identity)
        HAVING min(ref) >> \(Place.shiftOfSource) <> max(ref) >> \(Place.shiftOfSource) LIMIT 1
        """
    ) { _ in true } ?? false
  }

  /// Copies are in different sources, as their least and greatest refs show without a scan.
  private func isOfSeveralSources(_ table: RunTable) throws -> Bool {
    try database.first(
      sql: """
        SELECT 1 WHERE (SELECT min(ref) FROM \(table.name)) >> \(Place.shiftOfSource)
          <> (SELECT max(ref) FROM \(table.name)) >> \(Place.shiftOfSource)
        """
    ) { _ in true } ?? false
  }
}
