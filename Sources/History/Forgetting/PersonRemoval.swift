import Evidence
import Foundation
package import Storage
package import Timestamps

/// Removes a person from the store's tables (docs/contract.md, section 9). Kept reports are redacted apart.
package struct PersonRemoval {
  private let person: Person
  private let store: Connection
  /// Takes the person's names out of a text.
  private let scrub: (String) -> String
  /// The same for a path, and for what records say of others, in which a short name may be anything.
  private let scrubPath: (String) -> String

  /// - Parameter store: within the transaction.
  package init(
    of person: Person, in store: Connection, scrub: @escaping (String) -> String,
    scrubPath: @escaping (String) -> String
  ) {
    self.person = person
    self.store = store
    self.scrub = scrub
    self.scrubPath = scrubPath
  }

  /// How much was there.
  package struct Removed: Hashable, Sendable {
    package var hadAccount = false
    /// Remembered records.
    package var records = 0
    /// In the table of findings.
    package var findings = 0
    /// Remembered records of others whose ids have a name of the person in them, and keep it.
    package var namedIDs = 0
  }

  /// - Parameter findings: ids of findings about the person that reports have; the table knows others by the account.
  /// - Throws: `StorageError`.
  package func run(findings: some Sequence<String>) throws -> Removed {
    var removed = Removed(hadAccount: person.account != nil || !person.outside.isEmpty, records: person.records.count)
    removed.findings = try removeFindings(findings)
    try removeRecords()
    try RejectedMemory.remove(person, in: store)
    try removeAccount()
    for key in person.outside { try NameLog.forget(key, of: person.project, in: store) }
    removed.namedIDs = try clearNamesInOthersRecords()
    try scrubTexts()
    return removed
  }

  /// Notes whom the store has forgotten, for later nights.
  ///
  /// - Throws: `StorageError`.
  package func noteForgotten(at time: Timestamp) throws {
    try ForgottenStore.add(
      person.hashed, project: person.project, tenant: person.tenant, account: person.account, at: time, in: store)
  }

  /// Whether rejected records name the person, whom nothing else in the store may name.
  ///
  /// - Throws: `StorageError`.
  package func isRejected() throws -> Bool { try RejectedMemory.names(person, in: store) }

  /// How many names and requests the store keeps hashes of.
  package var countOfHashes: Int { person.hashed.count }

  /// How many of the person's names other accounts bear: these stay there.
  package var countOfSharedNames: Int {
    person.names.texts.subtracting(person.ownTexts).count
  }

  /// Whether the same name was forgotten before.
  package static func isForgotten(_ name: PersonName, of project: String, in store: Connection) throws -> Bool {
    try ForgottenStore.knows(.key(name.key), of: project, in: store)
  }

  /// Other projects of the store that have a name of the person. Nothing of theirs is removed.
  package func otherProjects() throws -> [String] {
    try RunHistory.projects(in: store).filter { project in
      guard project != person.project else { return false }
      let keys = person.names.keys
      if try !AccountNames(store: store, project: project).bearers(of: keys).isEmpty { return true }
      return try !PersonRecords(store: store, project: project).isUnknown(keys)
    }
  }

  // MARK: - Tables

  private func removeFindings(_ ids: some Sequence<String>) throws -> Int {
    try store.execute(sql: "CREATE TEMP TABLE forgotten_finding (id TEXT PRIMARY KEY)")
    defer { try? store.execute(sql: "DROP TABLE temp.forgotten_finding") }
    let insert = try WriteStatement(store, "INSERT OR IGNORE INTO temp.forgotten_finding (id) VALUES (?)")
    for id in ids { try insert.bind(id).run() }
    try store.execute(
      sql: "INSERT OR IGNORE INTO temp.forgotten_finding SELECT id FROM main.finding WHERE account = ? AND project = ?",
      arguments: [person.account, person.project])
    // Range by range: as one statement, SQLite asked for each event about each finding.
    let events = try store.all(
      sql: """
        SELECT DISTINCT f.first_event, f.last_event
        FROM temp.forgotten_finding g CROSS JOIN main.finding f ON f.id = g.id
        WHERE f.last_run = (SELECT max(number) FROM main.run WHERE project = f.project) AND f.first_event IS NOT NULL
        """
    ) { (first: $0.integer(0), last: $0.integer(1)) }
    let removal = try WriteStatement(store, "DELETE FROM main.timeline WHERE event BETWEEN ? AND ?")
    for (first, last) in events { try removal.bind(first).bind(last).run() }
    try store.execute(sql: "DELETE FROM main.finding WHERE id IN (SELECT id FROM temp.forgotten_finding)")
    return store.changesCount
  }

  private func removeRecords() throws {
    guard !person.records.isEmpty else { return }
    try store.execute(sql: "CREATE TEMP TABLE forgotten_record (id INTEGER PRIMARY KEY)")
    defer { try? store.execute(sql: "DROP TABLE temp.forgotten_record") }
    let insert = try WriteStatement(store, "INSERT INTO temp.forgotten_record (id) VALUES (?)")
    for id in person.records { try insert.bind(id).run() }
    try MemoryRemoval.remove(where: "id IN (SELECT id FROM temp.forgotten_record)", in: store)
  }

  private func removeAccount() throws {
    guard let account = person.account else { return }
    try store.execute(
      sql: "UPDATE main.\(MemorySchema.keys) SET account = NULL, account_run = NULL WHERE account = \(account)")
    let tables = ["stored_identifier", "identifier_before", "account_before", "former_name", "stored_account"]
    for table in tables { try store.execute(sql: "DELETE FROM main.\(table) WHERE account = \(account)") }
  }

  /// What a record says of another stays, without the person's name.
  private func clearNamesInOthersRecords() throws -> Int {
    let ofProject = "source IN (SELECT id FROM main.remembered_source WHERE project = ?)"
    let own = person.names.keys.subtracting(person.shared).map { "\(Int64(bitPattern: $0))" }.joined(separator: ", ")
    for column in ["apple_sub", "email", "email_sha256", "phone"] {
      let text = ["apple_sub", "email"].contains(column) ? ", \(column)_text = NULL" : ""
      try store.execute(
        sql:
          "UPDATE main.\(MemorySchema.keys) SET \(column) = NULL\(text) WHERE \(column) IN (\(own)) AND \(ofProject)",
        arguments: [person.project])
    }
    return try MentionRemoval(person: person, store: store, scrub: scrubPath).run()
  }

  private func scrubTexts() throws {
    try replace("withdrawn", in: "run", where: "project = ?", by: scrub)
    try replace("passes", in: "run", where: "project = ?", isData: true, by: scrubPath)
    let ofRuns = "run IN (SELECT number FROM main.run WHERE project = ?)"
    try replace("path", in: "run_source", where: ofRuns, by: scrubPath)
    for column in ["path", "series"] {
      try replace(column, in: "remembered_source", where: "project = ?", by: scrubPath)
    }
    for column in ["text", "source"] { try replace(column, in: "timeline", where: "? IS NOT NULL", by: scrubPath) }
  }

  private func replace(
    _ column: String, in table: String, where condition: String, isData: Bool = false, by scrub: (String) -> String
  ) throws {
    let texts = Set(
      try store.all(
        sql: "SELECT DISTINCT \(column) FROM main.\(table) WHERE \(column) IS NOT NULL AND \(condition)",
        arguments: [person.project]
      ) { isData ? String(decoding: $0.data(0), as: UTF8.self) : $0.text(0) })
    for text in texts {
      let scrubbed = scrub(text)
      guard scrubbed != text else { continue }
      func value(_ text: String) -> any SQLBindable { isData ? Data(text.utf8) : text }
      try store.execute(
        sql: "UPDATE OR IGNORE main.\(table) SET \(column) = ? WHERE \(column) = ? AND \(condition)",
        arguments: [value(scrubbed), value(text), person.project])
      guard table == "run_source" else { continue }
      // Its path is a part of the table's key: two may have become one.
      try store.execute(
        sql: "DELETE FROM main.run_source WHERE path = ? AND \(condition)", arguments: [value(text), person.project])
    }
  }
}
