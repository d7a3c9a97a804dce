import Storage

/// Successful refreshes and exchanges, of which there may be one a day for everybody.
struct TokenUses {
  let database: Connection
  /// Remembered records have refs from here on.
  let rememberedFrom: Int64

  /// Keeps out of memory the uses by people whose tokens nobody asked or tried to revoke: a use only contradicts a
  /// proof of revocation. To be called when each record's accounts are known. A person whom no export has shown yet is
  /// known by the names of the records alone.
  ///
  /// - Throws: `StorageError`.
  func forgetOthers() throws {
    let table = RevocationWriter.data.name
    let isUse = RevocationKind.isTokenUse("r.")
    let hasAny = try database.first(
      sql: "SELECT 1 FROM \(table) r WHERE r.ref < ? AND \(isUse) LIMIT 1", arguments: [rememberedFrom]
    ) { _ in true }
    guard hasAny == true else { return }
    let asks = """
      FROM evidence.evidence_key k LEFT JOIN \(table) r ON r.ref = k.ref
      WHERE (k.kind IN ('deletions', 'notifications') OR k.kind = 'revocations' AND NOT (\(isUse)))
      """
    let isNamed = ["uid", "apple_sub", "email", "email_sha256"].map { name in
      "coalesce(\(name) IN (SELECT k.\(name) \(asks) AND k.\(name) IS NOT NULL), 0)"
    }
    try database.execute(
      sql: """
        UPDATE evidence.evidence_key SET digest = NULL
        WHERE ref IN (SELECT r.ref FROM \(table) r WHERE r.ref < ? AND \(isUse)) AND ref NOT IN (
          SELECT e.ref FROM evidence.evidence_account e WHERE e.account IN (
            SELECT o.account FROM evidence.evidence_account o WHERE o.ref IN (SELECT k.ref \(asks))))
          AND NOT (\(isNamed.joined(separator: " OR ")))
        """, arguments: [rememberedFrom])
  }
}
