package import GRDB
package import Timestamps

/// Looks things up in a run's evidence, for people: whom a verdict is about, and what a record says.
package struct EvidenceDirectory {
  private let database: Database

  /// To be used after `EvidenceSession.finish`.
  package init(_ database: Database) {
    self.database = database
  }

  /// Who an account is, and the record that shows it now.
  package func subject(of account: Int64) throws -> (subject: Subject, place: Place?) {
    guard
      let row = try Row.fetchOne(
        try database.cachedStatement(sql: "SELECT tenant, uid, coalesce(relay_address, email), apple_sub, ref FROM account WHERE account = ?"),
        arguments: [account])
    else { return (Subject(), nil) }
    return (
      Subject(tenant: row[0], uid: row[1], email: row[2], appleSub: row[3]), (row[4] as Int64?).map(Place.init(ref:))
    )
  }

  /// Whether this run's exports show the account.
  package func isPresent(_ account: Int64) throws -> Bool {
    try Bool.fetchOne(
      try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM temp.seen WHERE account = ?)"), arguments: [account]) ?? false
  }

  /// What the record says, in a few words without personal data.
  package func summary(of place: Place) throws -> String {
    guard place.number > 0 else {
      let row = try Row.fetchOne(
        try database.cachedStatement(sql: "SELECT kind, captured_at FROM temp.source_fact WHERE source = ?"), arguments: [place.source])
      guard let row else { return "source" }
      let kind: String? = row[0]
      return "\(kind ?? "source") captured at \(Timestamp(milliseconds: row[1]).rfc3339)"
    }
    let kind = try String.fetchOne(
      try database.cachedStatement(sql: "SELECT kind FROM temp.evidence_key WHERE ref = ?"), arguments: [place.ref])
    guard let kind = kind.flatMap(EvidenceKind.init) else { return "account record" }
    guard let summary = RecordSummary.all[kind],
      let row = try Row.fetchOne(
        try database.cachedStatement(sql: "SELECT * FROM temp.\(summary.table) WHERE ref = ?"), arguments: [place.ref])
    else { return kind.rawValue }
    return summary.text(row)
  }

  package struct Population: Hashable, Sendable {
    package var accounts: Int
    package var appleAccounts: Int
    package var anonymizedAccounts: Int
    package var links: Int
    package var deletionRequests: Int
    package var byRelayDomain: [String: Int]
  }

  package func population(accounts: Int) throws -> Population {
    func count(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
    var domains: [String: Int] = [:]
    let addresses = try String.fetchCursor(
      database, sql: "SELECT relay_address FROM account WHERE present AND relay_address IS NOT NULL")
    while let address = try addresses.next() {
      if let host = NormalText.host(ofEmail: address) { domains[host, default: 0] += 1 }
    }
    return Population(
      accounts: accounts,
      appleAccounts: try count("SELECT count(*) FROM account WHERE present AND (apple_credential OR apple_claim)"),
      anonymizedAccounts: try count("SELECT count(*) FROM account WHERE anonymized"),
      links: try count("SELECT count(*) FROM link"),
      deletionRequests: try count("SELECT count(DISTINCT request_id) FROM temp.deletion_data"),
      byRelayDomain: domains)
  }

  package struct Coverage: Hashable, Sendable {
    package var kind: EvidenceKind
    package var isPresent: Bool
    package var records: Int
    package var matched: Int
    package var from: Timestamp?
    package var to: Timestamp?
  }

  /// In the order of the kinds.
  package func coverage() throws -> [Coverage] {
    try EvidenceKind.allCases.compactMap { kind in
      try Row.fetchOne(try database.cachedStatement(sql: "SELECT * FROM temp.coverage_fact WHERE kind = ?"), arguments: [kind.rawValue])
        .map { row in
          Coverage(
            kind: kind, isPresent: row["present"], records: row["records"], matched: row["matched"],
            from: (row["first_at"] as Int64?).map(Timestamp.init(milliseconds:)),
            to: (row["last_at"] as Int64?).map(Timestamp.init(milliseconds:)))
        }
    }
  }

  /// A present account with a relay address, or anonymized.
  package struct FlaggedAccount: Hashable, Sendable {
    package var uid: String
    package var tenant: String?
    package var relayAddress: String?
    package var relayDomain: String?
    /// Sorted.
    package var providers: [String]
    package var firstSeen: Timestamp
  }

  package func flaggedAccountCount() throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM account WHERE present AND (anonymized OR relay_address IS NOT NULL)") ?? 0
  }

  /// Calls `body` for each flagged account, in order of uid, until it answers false.
  package func forEachFlaggedAccount(_ body: (FlaggedAccount) throws -> Bool) throws {
    let others = try database.cachedStatement(
      sql: "SELECT DISTINCT provider FROM main.stored_identifier WHERE account = ? AND NOT is_factor")
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT a.account, a.uid, a.tenant, a.relay_address, m.first_seen_at, a.has_password, a.phone IS NOT NULL,
          a.apple_credential, EXISTS (SELECT 1 FROM main.stored_identifier i WHERE i.account = a.account)
        FROM account a CROSS JOIN main.stored_account m ON m.account = a.account
        WHERE a.present AND (a.anonymized OR a.relay_address IS NOT NULL) ORDER BY a.uid, a.tenant
        """)
    while let row = try rows.next() {
      var names = row[8] ? Set(try String.fetchAll(others, arguments: [row[0] as Int64])) : []
      if row[7] { names.insert("apple.com") }
      // Exports name neither: a hash and a number tell of them.
      if row[5] { names.insert("password") }
      if row[6] { names.insert("phone") }
      let address: String? = row[3]
      let account = FlaggedAccount(
        uid: row[1], tenant: row[2], relayAddress: address, relayDomain: address.flatMap(NormalText.host(ofEmail:)),
        providers: names.sorted(), firstSeen: Timestamp(milliseconds: row[4]))
      guard try body(account) else { return }
    }
  }
}
