import Storage

/// Finds what identifies the persons of anonymized accounts besides links, and when it came to the account. Like a
/// link, it is never older than Apple's credential (docs/contract.md, section 6.1).
struct OtherIdentifierBuilder {
  private let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  /// - Parameter events: the link events of each account.
  /// - Throws: `StorageError`.
  func build(_ events: [Int64: [LinkEvent]]) throws {
    let insert = try OtherIdentifiers.rows.insert(in: database)
    let profile = IdentifierRole.profile.rawValue
    let accounts = try SelectStatement(
      database,
      """
      SELECT account, display_name, name_seen_at, name_absent_at, apple_seen_at, apple_absent_at, created_at,
        captured_at, ref
      FROM accounts.account_row
      WHERE present AND anonymized AND (display_name IS NOT NULL
        OR account IN (SELECT account FROM accounts.identifier_row WHERE role = \(profile)))
      ORDER BY account
      """)
    var others = try RowsByAccount(
      SelectStatement(
        database,
        """
        SELECT account, provider, raw_id, seen_at, absent_at FROM accounts.identifier_row WHERE role = \(profile)
        ORDER BY account, rowid
        """))
    while try accounts.next() {
      let number = accounts.integer(0)
      let times = LinkTimes(
        createdAt: accounts.optionalInteger(6), capturedAt: accounts.integer(7), apple: accounts.optionalSighting(4),
        events: events[number] ?? [])
      var lastObject: String?
      func write(_ object: String, _ value: String, _ sighting: Sighting?) throws {
        // The address that the account was made with was there from the beginning.
        let isOnly = object == "initial-email"
        let time = times.time(of: [], identifiers: [], sighting: sighting, isOnly: isOnly)
        insert.bind(number).bind(object).bind(object == lastObject ? LinkedValue.discriminator(value) : nil).bind(value)
          .bind(time.from).bind(time.to).bind(time.basis.rawValue).bind(accounts.integer(8)).bind(time.eventRef)
        try insert.run()
        lastObject = object
      }
      if let name = accounts.optionalText(1) {
        try write("name", LinkedValue.normal(name), accounts.optionalSighting(2))
      }
      for other in try others.of(
        number,
        { (object: $0.text(1), value: $0.text(2), $0.sighting(3)) })
      {
        try write(other.object, other.value, other.2)
      }
    }
  }
}
