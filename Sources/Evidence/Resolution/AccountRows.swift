import Storage
import Timestamps

/// Completes what the view `account` shows once all sources are read.
struct AccountRows {
  let session: EvidenceSession

  private var database: Connection { session.database }
  private var earlier: any EarlierAccounts { session.earlier }
  private var accounts: AccountWriter { session.accounts }

  func complete(_ sources: [SourceFacts]) throws {
    let others = sources.filter { $0.kind == .accounts && $0.generation != .new }
    if !others.isEmpty { try correct() }
    try HiddenIdentifiers(session: session).takeBack(others)
    try reconcile()
    try AnonymityByEvidence(session: session).apply()
    try forgetProfiles()
    try addUnseen()
    try database.execute(
      sql: """
        INSERT INTO accounts.account_row (account, known, present, apple_credential, apple_claim, anonymized, apple,
          email_class, relay_address, apple_sub, email, tenant, uid, has_photo, has_password)
        SELECT account, 0, 0, 0, 0, 0, 'unknown', email_class, CASE email_class WHEN 'relay' THEN email END, apple_sub, email,
          tenant, uid, 0, 0
        FROM evidence.shadow
        """)
  }

  /// In an export that may hide Apple credentials, an account that has or had a relay address counts as anonymized.
  private func correct() throws {
    try database.execute(
      sql: """
        UPDATE accounts.account_row
        SET export = s.export,
          anonymized = anonymized OR (s.export IS NOT NULL AND (relay_address IS NOT NULL OR anonymized_at IS NOT NULL))
        FROM \(RunTables.sources.name) s
        WHERE s.source = account_row.ref >> \(Place.shiftOfSource) AND s.export IS NOT 'new'
        """)
  }

  /// The history and Apple's notifications also show whether the person ever had Apple.
  private func tellApple() throws -> WriteStatement {
    try WriteStatement(
      database,
      """
      UPDATE accounts.account_row
      SET apple = CASE
        WHEN ever_apple OR EXISTS (SELECT 1 FROM evidence.evidence_account e
          JOIN evidence.notification_data d ON d.ref = e.ref WHERE e.account = account_row.account) THEN 'yes'
        WHEN ever_shown_without_apple THEN 'no' ELSE 'unknown' END
      WHERE account = ?
      """)
  }

  private func reconcile() throws {
    let withoutApple = try WriteStatement(
      database,
      """
      UPDATE accounts.account_row SET ever_shown_without_apple = 1, is_as_first_seen = 0, anonymized_at = NULL,
        apple_seen_at = NULL, apple_absent_at = NULL
      WHERE account = ? AND (NOT ever_shown_without_apple OR anonymized_at IS NOT NULL OR apple_seen_at IS NOT NULL)
        AND NOT apple_credential AND NOT apple_claim AND export = 'new'
      """)
    let apple = try tellApple()
    for account in accounts.toReconcile {
      try withoutApple.bind(account).run()
      if database.changesCount > 0 { try earlier.markShownWithoutApple(account) }
      try apple.bind(account).run()
    }
  }

  /// No rule uses the profiles of accounts without Apple, so they are not kept.
  private func forgetProfiles() throws {
    let isWithoutApple = "export = 'new' AND NOT apple_credential AND NOT apple_claim AND relay_address IS NULL"
    let name = try WriteStatement(
      database,
      """
      UPDATE accounts.account_row SET display_name = NULL, name_seen_at = NULL, name_absent_at = NULL
      WHERE account = ? AND display_name IS NOT NULL AND \(isWithoutApple)
      """)
    for account in accounts.toReconcile { try name.bind(account).run() }
    try database.execute(
      sql: """
        DELETE FROM accounts.identifier_row WHERE role = \(IdentifierRole.profile.rawValue)
          AND (SELECT \(isWithoutApple) FROM accounts.account_row a WHERE a.account = identifier_row.account)
        """)
  }

  /// Accounts of earlier nights that the run's exports no longer show.
  private func addUnseen() throws {
    let marks = AccountTable.unseen.map { _ in "?" }.joined(separator: ", ")
    let insert = try WriteStatement(
      database,
      """
      INSERT INTO accounts.account_row (\(AccountTable.unseen.joined(separator: ", ")), known, present, anonymized, apple)
      VALUES (\(marks), ?, 0, 0, 'unknown')
      """)
    let apple = try tellApple()
    for unseen in accounts.unseen {
      guard var row = try earlier.row(of: unseen.account) else { continue }
      if session.isOutOfOrder { forgetLaterEnd(&row) }
      // An older export cannot show a later account, so its absence proves nothing; nor does what went later.
      let isLater = session.isOutOfOrder && row[Self.goneAt] == .null
      try insert.run(row + [.integer(isLater ? 0 : 1)])
      try apple.bind(unseen.account).run()
    }
  }

  /// That an account is gone, a night that is judged again does not know from a later one.
  ///
  /// - Parameter row: as `EarlierAccounts.row` gives it.
  private func forgetLaterEnd(_ row: inout [SQLValue]) {
    guard case .integer(let time) = row[Self.goneAt], time > session.settings.asOf.milliseconds else { return }
    row[Self.goneAt] = .null
  }

  /// Its position in `AccountTable.unseen`.
  private static let goneAt = AccountTable.unseen.firstIndex(of: "gone_at") ?? 0
}
