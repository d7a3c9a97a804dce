package import Storage

/// Successful refreshes and exchanges, of which there may be one a day for everybody.
///
/// A use contradicts a proof of revocation, and an exchange excuses the refreshes that follow. Of people whose tokens
/// nobody asked or tried to revoke, memory keeps the last of each sequence of uses that are alike: whatever the time of
/// a proof that is read late, a use that follows it means the same as the last of its sequence.
package struct TokenUses {
  private let database: Connection
  /// Remembered records have refs from here on.
  private let rememberedFrom: Int64

  /// - Parameter database: with the run's tables of evidence.
  package init(database: Connection, rememberedFrom: Int64) {
    self.database = database
    self.rememberedFrom = rememberedFrom
  }

  private static let table = RevocationWriter.data.name
  private static let isUse = RevocationKind.isTokenUse("r.")

  /// In SQL: of records that ask for a revocation or try one, keys `k`.
  private static let asks = """
    FROM evidence.evidence_key k LEFT JOIN \(table) r ON r.ref = k.ref
    WHERE (k.kind IN ('deletions', 'notifications') OR k.kind = 'revocations' AND NOT (\(isUse)))
    """

  /// In SQL: the refs of uses whose account's next use is of the same kind and client.
  private static let replaced = """
    SELECT ref FROM (
      SELECT r.ref, lead(\(meaning)) OVER (PARTITION BY e.account ORDER BY r.at, r.ref) IS \(meaning) AS is_replaced
      FROM \(table) r JOIN evidence.evidence_account e ON e.ref = r.ref
      WHERE \(isUse) AND e.account NOT IN (
        SELECT o.account FROM evidence.evidence_account o WHERE o.ref IN (SELECT k.ref \(asks))))
    GROUP BY ref HAVING min(is_replaced)
    """

  private static let meaning = "r.outcome || ' ' || coalesce(r.endpoint, '') || ' ' || coalesce(r.client_id, '')"

  /// - Parameter condition: in SQL on a record `r`; its parameter is `rememberedFrom`.
  private func hasAny(where condition: String) throws -> Bool {
    try database.first(
      sql: "SELECT 1 FROM \(Self.table) r WHERE \(condition) AND \(Self.isUse) LIMIT 1", arguments: [rememberedFrom]
    ) { _ in true } ?? false
  }

  /// Keeps out of memory this run's uses that it does not need. To be called when each record's accounts are known. A
  /// person whom no export has shown yet is known by the names of the records alone. A use that names a request may be
  /// read before the request, which says whose it is.
  ///
  /// - Throws: `StorageError`.
  func forgetOthers() throws {
    guard try hasAny(where: "r.ref < ?") else { return }
    let isNamed = ["uid", "apple_sub", "email", "email_sha256"].map { name in
      "coalesce(\(name) IN (SELECT k.\(name) \(Self.asks) AND k.\(name) IS NOT NULL), 0)"
    }
    try database.execute(
      sql: """
        UPDATE evidence.evidence_key SET digest = NULL
        WHERE ref IN (SELECT r.ref FROM \(Self.table) r WHERE r.ref < ? AND \(Self.isUse))
          AND NOT (\(isNamed.joined(separator: " OR ")))
          AND CASE
            WHEN ref IN (SELECT ref FROM evidence.evidence_account) THEN ref IN (\(Self.replaced))
            ELSE request_id IS NULL
          END
        """, arguments: [rememberedFrom])
  }

  /// The remembered uses that a newer one replaces: their ids in memory.
  ///
  /// - Throws: `StorageError`.
  package func replacedInMemory() throws -> [Int64] {
    guard try hasAny(where: "r.ref >= ?") else { return [] }
    return try database.all(
      sql: "SELECT c.id FROM evidence.recalled c WHERE c.ref IN (\(Self.replaced))"
    ) { $0.integer(0) }
  }
}
