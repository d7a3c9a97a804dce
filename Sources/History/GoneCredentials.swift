import Evidence

/// Credentials that an account once had, found where nights are joined out of their order: an older night showed them,
/// and the account as the store has it lacks them.
///
/// They have no time of absence until a later export lacks them that could show them.
enum GoneCredentials {
  private static let columns = "provider, raw_id, email, email_class, email_resembles, phone"

  /// In SQL: whether the older account `r` shows a credential of a provider of which the stored one, `s`, has none.
  /// One of the same provider may be the same in another form.
  ///
  /// - Parameter identifiers: the table of those of `r`.
  static func areIn(_ identifiers: String) -> String {
    """
    (r.apple_credential > s.apple_credential AND NOT \(isKnown("'apple.com'", of: "s.account"))
      OR EXISTS (SELECT 1 FROM \(identifiers) g WHERE g.account = r.account AND \(isCredential("g"))
        AND NOT \(isKnown("g.provider", of: "s.account"))))
    """
  }

  /// The statement that adds them.
  ///
  /// - Parameters:
  ///   - pairs: `FROM … WHERE …` over the stored accounts `s` and the older ones `r`.
  ///   - shownAt: when `r` may have been shown last, in SQL.
  ///   - identifiers: the table of those of `r`.
  static func insertion(pairs: String, shownAt: String, identifiers: String) -> String {
    """
    WITH pair AS MATERIALIZED (SELECT s.account AS kept, r.account AS older, \(shownAt) AS shown_at,
        r.apple_credential > s.apple_credential AS lost_apple, r.apple_sub, r.apple_email, r.apple_email_class,
        r.apple_email_resembles
      \(pairs)),
    gone AS (
      SELECT p.kept, p.shown_at, g.provider, g.raw_id, g.email, g.email_class, g.email_resembles, g.phone
      FROM pair p CROSS JOIN \(identifiers) g ON g.account = p.older WHERE \(isCredential("g"))
      UNION ALL
      SELECT kept, shown_at, 'apple.com', apple_sub, apple_email, apple_email_class, apple_email_resembles, NULL
      FROM pair WHERE lost_apple)
    INSERT INTO main.stored_identifier (account, \(columns), role, seen_at, absent_at)
    SELECT kept, \(columns), \(IdentifierRole.unlinked.rawValue), shown_at, NULL FROM gone
    WHERE NOT \(isKnown("gone.provider", of: "gone.kept"))
    """
  }

  private static func isCredential(_ row: String) -> String { "\(row).role = \(IdentifierRole.credential.rawValue)" }

  private static func isKnown(_ provider: String, of account: String) -> String {
    let roles = [IdentifierRole.credential, .unlinked, .hidden].map { "\($0.rawValue)" }.joined(separator: ", ")
    return """
      EXISTS (SELECT 1 FROM main.stored_identifier o WHERE o.account = \(account) AND o.provider = \(provider)
        AND o.role IN (\(roles)))
      """
  }
}
