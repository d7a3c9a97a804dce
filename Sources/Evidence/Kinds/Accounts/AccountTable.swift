/// The tables of the accounts in scope. An account that the run's exports show gets its row when it is read, any other
/// once all sources are read.
package enum AccountTable {
  /// Whether the store keeps a column's value, under the same name in `stored_account`.
  enum Retention {
    /// Only the run has it.
    case run
    /// Kept, and copied back for an account that the run's exports no longer show.
    case account
    /// Kept, for later runs to compare with.
    case history
  }

  /// Every column of an account: the schema, the insert statement and what the store keeps follow from this list.
  /// `AccountRowWriter` binds values in its order.
  static let columns: [(declaration: String, retention: Retention)] = [
    ("account INTEGER PRIMARY KEY", .run),
    ("ref INTEGER", .run),
    ("captured_at INTEGER", .run),
    // When a whole snapshot first lacked it; of accounts that this run's exports do not show.
    ("gone_at INTEGER", .run),
    ("known INTEGER NOT NULL", .run),
    ("present INTEGER NOT NULL", .run),
    ("apple_credential INTEGER NOT NULL", .account),
    ("apple_claim INTEGER NOT NULL", .account),
    ("anonymized INTEGER NOT NULL", .run),
    ("apple TEXT NOT NULL", .run),
    ("export TEXT", .run),
    ("email_class TEXT", .account),
    ("email_resembles TEXT", .account),
    // Kept in another form: an empty text in the store means that a claim alone makes the account anonymized.
    ("relay_address TEXT", .run),
    ("apple_sub TEXT", .account),
    ("email TEXT", .account),
    ("tenant TEXT", .account),
    ("uid TEXT", .account),
    ("phone TEXT", .account),
    ("has_photo INTEGER NOT NULL", .account),
    ("has_password INTEGER NOT NULL", .account),
    ("created_at INTEGER", .account),
    ("apple_email TEXT", .account),
    ("apple_email_class TEXT", .account),
    ("apple_email_resembles TEXT", .account),
    ("providers TEXT", .run),
    // Whether the store has to write the account: an `AccountChange`.
    ("change INTEGER", .run),
    ("uid_key INTEGER", .history),
    ("content INTEGER", .history),
    ("ever_apple INTEGER", .account),
    ("ever_shown_without_apple INTEGER", .account),
    ("first_seen_at INTEGER", .account),
    ("is_as_first_seen INTEGER", .history),
    ("apple_seen_at INTEGER", .history),
    ("apple_absent_at INTEGER", .history),
    ("email_seen_at INTEGER", .history),
    ("email_absent_at INTEGER", .history),
    ("phone_seen_at INTEGER", .history),
    ("phone_absent_at INTEGER", .history),
    ("display_name TEXT", .account),
    ("name_seen_at INTEGER", .history),
    ("name_absent_at INTEGER", .history),
    // When exports or other evidence first showed that Apple hides the person's address; null once Apple's credential
    // is gone.
    ("anonymized_at INTEGER", .account),
  ]

  static let rows = RunTable("accounts.account_row", columns.map(\.declaration))

  /// SQL over the columns of an account: whether its Apple credential comes without any address, so that nobody can
  /// tell whether it is anonymized (docs/contract.md, section 5).
  static let isAnonymityUnknown = """
    (present AND apple_credential AND NOT apple_claim AND NOT anonymized AND coalesce(email_class, 'placeholder') \
    = 'placeholder' AND coalesce(apple_email_class, 'placeholder') = 'placeholder')
    """

  /// Names of the columns that `stored_account` has as well, with the same values.
  package static let kept = names { $0 != .run }

  /// The columns of `kept` that are copied back for an account that the run's exports no longer show.
  package static let takenOver = names { $0 == .account }

  /// The columns of an account that the run's exports do not show, in the order of `EarlierAccounts.row`.
  package static let unseen = ["account", "captured_at", "gone_at", "relay_address"] + takenOver

  private static func names(where isWanted: (Retention) -> Bool) -> [String] {
    zip(rows.columns, columns).filter { isWanted($1.retention) }.map(\.0.name)
  }

  /// Identifiers other than Apple's of the accounts that the exports show; their roles are those of `IdentifierRole`.
  /// `AccountKeeper` copies whole rows, so these are the columns of `stored_identifier`, in its order.
  static let identifiers = RunTable(
    "accounts.identifier_row",
    [
      "account INTEGER NOT NULL", "provider TEXT NOT NULL", "raw_id TEXT", "email TEXT", "email_class TEXT",
      "email_resembles TEXT", "phone TEXT", "role INTEGER NOT NULL", "seen_at INTEGER NOT NULL",
      "absent_at INTEGER",
    ])

  /// Relay addresses and subs that two accounts may share, of accounts that exports show and of ones that may still
  /// exist beside them. The filter that finds them lets a few others through.
  static let repeatedNames = RunTable("accounts.repeated", ["name TEXT NOT NULL"])
}
