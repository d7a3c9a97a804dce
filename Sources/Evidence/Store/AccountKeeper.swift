import GRDB

/// Whether the store has to be told of an account.
enum AccountChange: Int64 {
  case none = 0
  case new
  case changed
}

/// Brings the accounts that are new or have changed from a run's own table into the store. An account that did not change
/// since the last night costs no write there.
///
/// Its statements are prepared beforehand and use the store's connection alone, so that a thread of its own can keep the
/// accounts while another judges them.
final class AccountKeeper: @unchecked Sendable {
  private let statements: [WriteStatement]
  private var isDone = false

  init(_ store: Database, project: String) throws {
    let changes = "FROM accounts.account_row WHERE change"
    let accounts = try WriteStatement(
      store,
      """
      INSERT OR REPLACE INTO main.stored_account (account, project, \(Self.columns.joined(separator: ", ")), relay_address)
      SELECT account, ?, \(Self.columns.joined(separator: ", ")),
        -- An empty text says that a claim makes the account anonymized although no address is shown.
        CASE WHEN relay_address IS NULL AND anonymized THEN '' ELSE relay_address END
      \(changes) > \(AccountChange.none.rawValue)
      """)
    accounts.bind(project)
    statements = [
      accounts,
      try WriteStatement(
        store,
        """
        DELETE FROM main.stored_identifier WHERE account IN (SELECT account \(changes) = \(AccountChange.changed.rawValue))
        """),
      try WriteStatement(
        store,
        """
        INSERT INTO main.stored_identifier
        SELECT * FROM accounts.identifier_row i
        WHERE (SELECT change FROM accounts.account_row r WHERE r.account = i.account) > \(AccountChange.none.rawValue)
        """),
    ]
  }

  /// What both tables have under one name.
  private static let columns = [
    "tenant", "uid", "uid_key", "content", "email", "email_class", "email_resembles", "phone", "has_photo", "has_password",
    "created_at", "apple_credential", "apple_claim", "apple_sub", "apple_email", "apple_email_class",
    "apple_email_resembles", "ever_apple", "ever_shown_without_apple", "first_seen_at", "apple_seen_at", "apple_absent_at",
    "email_seen_at", "email_absent_at", "phone_seen_at", "phone_absent_at",
  ]

  /// To be called when the accounts are complete; a second call does nothing.
  func keep() throws {
    guard !isDone else { return }
    isDone = true
    for statement in statements { try statement.run() }
  }
}
