import Storage

/// Finds the credentials that were unlinked from accounts, by the log of links and by what exports no longer show.
struct UnlinkBuilder {
  private let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  /// - Parameter events: the link events of each account.
  /// - Throws: `StorageError`.
  func build(_ events: [Int64: [LinkEvent]]) throws {
    let insert = try UnlinkedCredentials.rows.insert(in: database)
    let logged = events.filter { $0.value.contains(where: \.isUnlink) }.map(\.key)
    let row = try SelectStatement(
      database,
      """
      SELECT email, email_class = 'relay', email_absent_at, phone, phone_absent_at, has_password, apple_credential,
        apple_sub, apple_email, captured_at, ref
      FROM accounts.account_row WHERE account = ? AND present
      """)
    let identifiers = try SelectStatement(
      database,
      "SELECT \(EarlierIdentifier.columns) FROM accounts.identifier_row WHERE account = ? ORDER BY rowid")
    for number in Set(logged).union(try accountsWithGone()).sorted() {
      row.start(number)
      guard try row.next() else { continue }
      var all: [EarlierIdentifier] = []
      identifiers.start(number)
      while try identifiers.next() { all.append(EarlierIdentifier(identifiers)) }
      let account = UnlinkedAccount(row, all)
      let ref = row.integer(10)
      row.reset()
      for unlinked in account.unlinked(events[number] ?? []) {
        insert.bind(number).bind(unlinked.provider).bind(unlinked.email).bind(unlinked.phone).bind(unlinked.from)
          .bind(unlinked.to).bind(unlinked.eventRef == nil ? "snapshots" : "unlink-event").bind(ref)
          .bind(unlinked.eventRef)
        try insert.run()
      }
    }
  }

  /// Accounts that had a credential which is gone.
  private func accountsWithGone() throws -> [Int64] {
    try database.all(
      sql: "SELECT DISTINCT account FROM accounts.identifier_row WHERE role = \(IdentifierRole.unlinked.rawValue)"
    ) { $0.integer(0) }
  }
}
