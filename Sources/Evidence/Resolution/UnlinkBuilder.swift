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
    let identifiers = try identifiersOfGone()
    let logged = events.filter { $0.value.contains(where: \.isUnlink) }.map(\.key)
    let row = try SelectStatement(
      database,
      """
      SELECT email, email_class = 'relay', email_absent_at, phone, phone_absent_at, has_password, apple_credential,
        apple_sub, apple_email, captured_at, ref
      FROM accounts.account_row WHERE account = ? AND present
      """)
    for number in Set(logged).union(identifiers.keys).sorted() {
      row.start(number)
      guard try row.next() else { continue }
      let account = try UnlinkedAccount(row, identifiers[number] ?? self.identifiers(of: number))
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

  private static let columns = "account, provider, raw_id, email, phone, role, seen_at, absent_at"

  /// Those of accounts that had a credential which is gone.
  private func identifiersOfGone() throws -> [Int64: [EarlierIdentifier]] {
    var found: [Int64: [EarlierIdentifier]] = [:]
    let rows = try SelectStatement(
      database,
      """
      SELECT \(Self.columns) FROM accounts.identifier_row WHERE account IN
        (SELECT account FROM accounts.identifier_row WHERE role = \(IdentifierRole.unlinked.rawValue))
      ORDER BY account, rowid
      """)
    while try rows.next() { found[rows.integer(0), default: []].append(EarlierIdentifier(rows)) }
    return found
  }

  private func identifiers(of account: Int64) throws -> [EarlierIdentifier] {
    try database.all(
      sql: "SELECT \(Self.columns) FROM accounts.identifier_row WHERE account = ? ORDER BY rowid", arguments: [account],
      EarlierIdentifier.init)
  }
}

extension EarlierIdentifier {
  fileprivate init(_ row: SelectStatement) {
    self.init(
      provider: row.text(1), rawID: row.optionalText(2), email: row.optionalText(3), phone: row.optionalText(4),
      role: IdentifierRole(rawValue: row.integer(5)) ?? .credential,
      sighting: Sighting(seen: row.integer(6), absent: row.optionalInteger(7)))
  }
}
