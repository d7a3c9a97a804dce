import Storage

/// Makes one reading of those that several runs have of one signed token: keys that were missing then may be there now,
/// Apple's keys of then may be gone since, and the file of keys may have been somebody else's.
struct TokenReadings {
  let database: Connection
  let evidence: EvidenceWriter
  /// The least ref of a remembered record.
  let rememberedFrom: Int64

  /// Drops readings without the right keys where another source's reading of the same token was verified, showed a
  /// forgery, or is newer; and of readings that were verified and those that showed a forgery the older ones. Tokens
  /// that are not believed for another reason stay: keys have no part in it.
  ///
  /// - Throws: `StorageError`.
  func keepBest() throws {
    let table = SignedTokenWriter.table.name
    let lacksKeys = { (row: String) in
      "(\(row).problem IS NULL AND NOT \(row).checked OR \(row).problem IS '\(SignatureProblem.unknownKey.rawValue)')"
    }
    let isVerified = { (row: String) in "(\(row).checked AND \(row).problem IS NULL)" }
    let isForged = { (row: String) in "\(row).problem IS '\(SignatureProblem.badSignature.rawValue)'" }
    // This run is the last that read a token, and the sources of earlier ones are in the order of their runs.
    let age = { (row: String) in "(\(row).ref < \(rememberedFrom), \(row).ref >> \(Place.shiftOfSource))" }
    let capture = { (row: String) in
      """
      coalesce((SELECT captured_at FROM evidence.capture_fact WHERE source = \(row).ref >> \(Place.shiftOfSource)), 0)
      """
    }
    try database.execute(sql: "CREATE INDEX \(table)_by_token ON \(SignedTokenWriter.baseName) (token)")
    let others = try database.all(
      sql: """
        SELECT t.ref, t.kind, t.problem IS NULL AND t.ref IN (SELECT ref FROM \(RunTables.keys.name)) FROM \(table) t
        WHERE t.token IS NOT NULL AND (\(lacksKeys("t")) AND EXISTS (
          SELECT 1 FROM \(table) o
          WHERE o.token = t.token AND o.kind = t.kind
            AND o.ref >> \(Place.shiftOfSource) <> t.ref >> \(Place.shiftOfSource)
            AND (\(isForged("o")) OR o.at = t.at AND (\(isVerified("o"))
              OR \(lacksKeys("o")) AND (\(capture("o")), t.ref) > (\(capture("t")), o.ref))))
          OR EXISTS (
            SELECT 1 FROM \(table) o
            WHERE o.token = t.token AND o.kind = t.kind AND \(age("o")) > \(age("t"))
              AND (\(isVerified("t")) AND \(isForged("o")) OR \(isForged("t")) AND \(isVerified("o")))))
        """
    ) { (ref: $0.integer(0), kind: $0.text(1), isBelieved: $0.flag(2)) }
    let removal = try WriteStatement(database, "DELETE FROM \(table) WHERE ref = ?")
    for other in others {
      try removal.bind(other.ref).run()
      guard let kind = EvidenceKind(rawValue: other.kind) else { continue }
      // What was not believed was not counted, and what repeats another record is counted no longer.
      try evidence.remove(other.ref, of: kind, isCounted: other.isBelieved && other.ref < rememberedFrom)
    }
  }
}
