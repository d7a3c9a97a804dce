import Storage

/// Counts accounts as anonymized whose export does not show it, and of which other evidence says so: `is_private_email`
/// in whatever record names the person, or a relay address in what Apple says of them (docs/contract.md, section 5).
struct AnonymityByEvidence {
  let session: EvidenceSession

  private var database: Connection { session.database }

  /// To be called when the accounts that the run's exports show are complete.
  ///
  /// - Throws: `StorageError`.
  func apply() throws {
    let said = try whatIsSaid()
    let mark = try WriteStatement(
      database,
      """
      UPDATE accounts.account_row SET anonymized = 1, is_as_first_seen = 0,
        anonymized_at = coalesce(anonymized_at, captured_at)
      WHERE account = ?1 AND present AND NOT anonymized AND (apple_credential OR coalesce(export, 'new') <> 'new')
        -- What was said before the credential was there was said of an earlier one.
        AND ?2 > coalesce(apple_absent_at, \(Int64.min))
        AND NOT EXISTS (
          SELECT 1 FROM evidence.evidence_account e JOIN evidence.link_data l ON l.ref = e.ref
          WHERE e.account = account_row.account AND l.provider = 'apple.com' AND l.action = 'unlink'
            AND l.linked_at > ?2)
      """)
    let time = try SelectStatement(database, "SELECT captured_at FROM accounts.account_row WHERE account = ?")
    for (account, at) in said {
      try mark.bind(account).bind(at).run()
      guard database.changesCount > 0, !session.isOutOfOrder else { continue }
      time.start(account)
      if try time.next() { try session.earlier.markAnonymized(account, at: time.integer(0)) }
      time.reset()
    }
    try forgetUnlinked()
  }

  /// Accounts that other evidence, but not their export, shows to be anonymized, with the time of the latest such
  /// evidence.
  private func whatIsSaid() throws -> [(account: Int64, at: Int64)] {
    guard session.evidence.saysPrivate || !session.remembered.isEmpty else { return [] }
    return try database.all(
      sql: """
        SELECT e.account, max(k.private_at)
        FROM evidence.evidence_key k CROSS JOIN evidence.evidence_account e ON e.ref = k.ref
        WHERE k.private_at IS NOT NULL AND e.account > 0 GROUP BY e.account ORDER BY e.account
        """
    ) { (account: $0.integer(0), at: $0.integer(1)) }.filter { !session.accounts.isShownPrivate($0.account) }
  }

  /// If the export may hide Apple's credential, the log of links shows that it is gone.
  private func forgetUnlinked() throws {
    // In this order, since nearly no night has such links: SQLite would scan all accounts first.
    let accounts = try database.all(
      sql: """
        SELECT r.account FROM evidence.link_data l CROSS JOIN evidence.evidence_account e ON e.ref = l.ref
          CROSS JOIN accounts.account_row r ON r.account = e.account
        WHERE l.provider = 'apple.com' AND l.action = 'unlink' AND r.present AND r.anonymized AND NOT r.apple_credential
          AND r.relay_address IS NULL AND l.linked_at > r.anonymized_at AND l.linked_at <= r.captured_at
          AND NOT EXISTS (
            SELECT 1 FROM evidence.evidence_account f JOIN evidence.link_data k ON k.ref = f.ref
            WHERE f.account = r.account AND k.provider = 'apple.com' AND k.action = 'link'
              AND k.linked_at > l.linked_at)
        """
    ) { $0.integer(0) }
    let clear = try WriteStatement(
      database, "UPDATE accounts.account_row SET anonymized = apple_claim, anonymized_at = NULL WHERE account = ?")
    for account in Set(accounts).sorted() { try clear.bind(account).run() }
  }
}
