import Evidence
import Storage

/// The names of the store's accounts, as they are and as they were before.
struct AccountNames {
  let store: Connection
  let project: String

  /// Tables of accounts and their identifiers; the second pair has what the last runs changed, as it was.
  private static let tables = [("stored_account", "stored_identifier"), ("account_before", "identifier_before")]

  private static let ofAccount = "uid, apple_sub, email, apple_email, nullif(relay_address, ''), phone, display_name"

  /// - Throws: `StorageError`.
  func names(of account: Int64) throws -> PersonNames {
    var names = PersonNames()
    for (accounts, identifiers) in Self.tables {
      let rows = try SelectStatement(store, "SELECT \(Self.ofAccount) FROM main.\(accounts) WHERE account = ?")
      rows.start(account)
      while try rows.next() {
        Self.forEachName(rows) { names.add($0) }
        if let shown = rows.optionalText(6) { names.others.insert(shown) }
      }
      let others = try SelectStatement(
        store, "SELECT email, phone, raw_id FROM main.\(identifiers) WHERE account = ?")
      others.start(account)
      while try others.next() {
        Self.forEachIdentifier(others) { names.add($0) }
        if let id = others.optionalText(2) { names.others.insert(id) }
      }
    }
    let former = try store.all(
      sql: "SELECT name FROM main.former_name WHERE account = ? AND name <> 0", arguments: [account]
    ) { UInt64(bitPattern: $0.integer(0)) }
    names.keys.formUnion(former)
    return names
  }

  private static func forEachName(_ row: SelectStatement, _ body: (PersonName) -> Void) {
    body(.uid(row.text(0)))
    if let sub = row.optionalText(1) { body(.appleSub(sub)) }
    for column: Int32 in 2...4 { if let email = row.optionalText(column) { body(.email(email)) } }
    if let phone = row.optionalText(5) { body(.phone(phone)) }
  }

  private static func forEachIdentifier(_ row: SelectStatement, _ body: (PersonName) -> Void) {
    if let email = row.optionalText(0) { body(.email(email)) }
    if let phone = row.optionalText(1) { body(.phone(phone)) }
  }

  /// The accounts of the project that bear or bore one of the names, by its key.
  ///
  /// One pass over all accounts: the store has no index of names.
  ///
  /// - Parameter keys: of names; those of hashed addresses count as well.
  func bearers(of keys: Set<UInt64>) throws -> [UInt64: Set<Int64>] {
    var found: [UInt64: Set<Int64>] = [:]
    func note(_ account: Int64) -> (PersonName) -> Void {
      { name in for key in name.keys where keys.contains(key) { found[key, default: []].insert(account) } }
    }
    let ofProject = "account IN (SELECT account FROM main.stored_account WHERE project = ?)"
    for (accounts, identifiers) in Self.tables {
      let rows = try SelectStatement(
        store, "SELECT \(Self.ofAccount), account FROM main.\(accounts) WHERE \(ofProject)")
      try rows.start([project])
      while try rows.next() { Self.forEachName(rows, note(rows.integer(7))) }
      let others = try SelectStatement(
        store, "SELECT email, phone, account FROM main.\(identifiers) WHERE \(ofProject)")
      try others.start([project])
      while try others.next() { Self.forEachIdentifier(others, note(others.integer(2))) }
    }
    let former = try SelectStatement(store, "SELECT name, account FROM main.former_name WHERE \(ofProject)")
    try former.start([project])
    while try former.next() {
      let key = UInt64(bitPattern: former.integer(0))
      if keys.contains(key) { found[key, default: []].insert(former.integer(1)) }
    }
    return found
  }

  /// The tenant and the key of an account among all of the project.
  func place(of account: Int64) throws -> (tenant: String?, key: UInt64)? {
    try store.first(sql: "SELECT tenant, uid_key FROM main.stored_account WHERE account = ?", arguments: [account]) {
      ($0.optionalText(0), UInt64(bitPattern: $0.integer(1)))
    }
  }
}
