import Evidence
import Storage

/// Finds the remembered records about a person.
struct PersonRecords {
  let store: Connection
  let project: String

  private static let keys = MemorySchema.keys
  private static let names = ["apple_sub", "email", "email_sha256", "phone"]

  /// A condition on the record `m`: it is of the project.
  private static let isOfProject = "m.source IN (SELECT id FROM main.remembered_source WHERE project = ?)"
  /// It means no account that the store has.
  private static let isFree =
    "(m.account IS NULL OR m.account NOT IN (SELECT account FROM main.stored_account))"

  private static func list(_ keys: Set<UInt64>) -> String {
    keys.map { "\(Int64(bitPattern: $0))" }.joined(separator: ", ")
  }

  private static func isNamed(by keys: Set<UInt64>) -> String {
    let list = list(keys)
    return "(\(names.map { "m.\($0) IN (\(list))" }.joined(separator: " OR ")))"
  }

  /// The accounts that records with one of the names mean.
  func accounts(named keys: Set<UInt64>) throws -> Set<Int64> {
    Set(
      try store.all(
        sql: """
          SELECT DISTINCT m.account FROM main.\(Self.keys) m WHERE \(Self.isOfProject)
            AND m.account IN (SELECT account FROM main.stored_account) AND \(Self.isNamed(by: keys))
          """, arguments: [project]
      ) { $0.integer(0) })
  }

  /// Whether no record has one of the names.
  func isUnknown(_ keys: Set<UInt64>) throws -> Bool {
    try store.first(
      sql: """
        SELECT 1 FROM main.\(Self.keys) m WHERE \(Self.isOfProject)
          AND (m.uid IN (\(Self.list(keys))) OR \(Self.isNamed(by: keys))) LIMIT 1
        """, arguments: [project]
    ) { _ in true } == nil
  }

  /// The persons without an account whom records with one of the names name by a uid. The uid is empty where only its
  /// key is known.
  func strangers(named keys: Set<UInt64>) throws -> [PersonSearch.Candidate: UInt64] {
    let rows = try store.all(
      sql: """
        SELECT m.uid, max(m.uid_text), m.tenant FROM main.\(Self.keys) m WHERE \(Self.isOfProject) AND \(Self.isFree)
          AND m.uid IS NOT NULL AND \(Self.isNamed(by: keys)) GROUP BY m.uid, m.tenant
        """, arguments: [project]
    ) { row in
      (PersonSearch.Candidate(uid: row.text(1), tenant: row.optionalText(2)), UInt64(bitPattern: row.integer(0)))
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// What aliases say that names became, or were before.
  func addAliases(to names: inout PersonNames) throws {
    var before = -1
    while before < names.keys.count {
      before = names.keys.count
      try forEachAlias { _, all in
        if all.contains(where: { names.keys.contains($0.key) }) { for name in all { names.add(name) } }
      }
    }
  }

  private func forEachAlias(_ body: (Int64, [PersonName]) -> Void) throws {
    let columns = ["old_sub", "new_sub", "old_email", "new_email"].map { "d.\($0)" }.joined(separator: ", ")
    let rows = try SelectStatement(
      store,
      """
      SELECT d.id, \(columns) FROM main.\(MemorySchema.contents(MemoryTables.aliases)) d
      JOIN main.\(Self.keys) m ON m.id = d.id WHERE \(Self.isOfProject)
      """)
    try rows.start([project])
    while try rows.next() {
      let subs = [rows.optionalText(1), rows.optionalText(2)].compactMap { $0.map(PersonName.appleSub) }
      let emails = [rows.optionalText(3), rows.optionalText(4)].compactMap { $0.map(PersonName.email) }
      body(rows.integer(0), subs + emails)
    }
  }

  /// Collects the records about the person, with the further names and the requests that they have, until there are no
  /// more; then finds which of the names other accounts bear.
  func collect(for person: inout Person, _ accounts: AccountNames) throws {
    try addAliases(to: &person.names)
    var before = -1
    // Names in records that other accounts bear as well: they are not the person's, and are not followed.
    var foreign: Set<UInt64> = []
    while before < person.records.count + person.names.keys.count + person.requests.count {
      before = person.records.count + person.names.keys.count + person.requests.count
      let found = try records(of: person)
      let new = found.filter { !person.records.contains($0.id) }
      person.records.formUnion(found.map(\.id))
      let learned = Set(new.flatMap(\.keys)).subtracting(person.names.keys).subtracting(foreign)
      foreign.formUnion(try others(bearing: learned, than: person, accounts))
      for record in new {
        if let request = record.request { person.requests.insert(request) }
        let theirs = record.keys.filter { !foreign.contains($0) }
        person.names.keys.formUnion(theirs)
        for name in record.texts where theirs.contains(name.key) { person.names.add(name) }
      }
      try addAliases(to: &person.names)
    }
    let keys = person.names.keys
    try forEachAlias { id, all in
      if all.contains(where: { keys.contains($0.key) }) { person.records.insert(id) }
    }
    person.records.formUnion(try tokens(of: person))
    person.shared = try others(bearing: keys, than: person, accounts)
  }

  /// The names among `keys` that another account bears, or that appear in a record about another account.
  private func others(bearing keys: Set<UInt64>, than person: Person, _ accounts: AccountNames) throws -> Set<UInt64> {
    guard !keys.isEmpty else { return [] }
    let borne = try accounts.bearers(of: keys).filter { !$0.value.subtracting([person.account ?? 0]).isEmpty }
    let columns = (["uid"] + Self.names)
    let list = Self.list(keys)
    let rows = try store.all(
      sql: """
        SELECT \(columns.map { "m.\($0)" }.joined(separator: ", ")) FROM main.\(Self.keys) m WHERE \(Self.isOfProject)
          AND m.account IN (SELECT account FROM main.stored_account) AND m.account IS NOT ?
          AND (\(columns.map { "m.\($0) IN (\(list))" }.joined(separator: " OR ")))
        """, arguments: [project, person.account]
    ) { row in columns.indices.compactMap { row.optionalInteger(Int32($0)).map { UInt64(bitPattern: $0) } } }
    return Set(borne.keys).union(Set(rows.joined()).intersection(keys))
  }

  private struct Record {
    var id: Int64
    var request: String?
    /// Without that of a uid, where the person has an account: it is the account's.
    var keys: [UInt64]
    var texts: [PersonName]
  }

  private func records(of person: Person) throws -> [Record] {
    let list = Self.list(person.names.keys)
    let requests = person.requests.map { _ in "?" }.joined(separator: ", ")
    let rows = try SelectStatement(
      store,
      """
      SELECT m.id, m.request_id, m.uid, m.apple_sub, m.email, m.email_sha256, m.phone, m.uid_text, m.email_text,
        m.apple_sub_text
      FROM main.\(Self.keys) m WHERE \(Self.isOfProject) AND (m.account = ? OR \(Self.isFree) AND (
        m.uid IN (\(list)) AND (m.tenant IS NULL OR m.tenant IS ?)
        OR m.uid IS NULL AND \(Self.isNamed(by: person.names.keys))
        OR m.uid IS NULL AND m.kind IN ('revocations', 'deletions') AND m.request_id IN (\(requests))))
      """)
    try rows.start([project, person.account, person.tenant] + person.requests.map { $0 as (any SQLBindable)? })
    var found: [Record] = []
    while try rows.next() {
      var keys = (3...6).compactMap { rows.optionalInteger($0).map { UInt64(bitPattern: $0) } }
      var texts: [PersonName] = []
      if let email = rows.optionalText(8) { texts.append(.email(email)) }
      if let sub = rows.optionalText(9) { texts.append(.appleSub(sub)) }
      if person.account == nil, let uid = rows.optionalInteger(2) {
        keys.append(UInt64(bitPattern: uid))
        if let text = rows.optionalText(7) { texts.append(.uid(text)) }
      }
      found.append(Record(id: rows.integer(0), request: rows.optionalText(1), keys: keys, texts: texts))
    }
    return found
  }

  /// Signed tokens that are not believed: they name a person in their own words alone.
  private func tokens(of person: Person) throws -> [Int64] {
    guard let table = MemoryTables.contents.first(where: { $0.columns.contains { $0.name == "problem" } }),
      !person.names.subs.isEmpty
    else { return [] }
    let marks = person.names.subs.map { _ in "?" }.joined(separator: ", ")
    return try store.all(
      sql: """
        SELECT d.id FROM main.\(MemorySchema.contents(table)) d JOIN main.\(Self.keys) m ON m.id = d.id
        WHERE \(Self.isOfProject) AND \(Self.isFree) AND m.apple_sub IS NULL AND m.uid IS NULL AND d.sub IN (\(marks))
        """, arguments: [project] + person.names.subs.map { $0 as (any SQLBindable)? }
    ) { $0.integer(0) }
  }
}
