import History
import Reporting
import Storage

/// The events of each person whom a finding is about, by their numbers in the timeline: in temporary tables of the run,
/// since there may be a million persons.
struct EventNumbers {
  private let database: Connection
  private let events: SelectStatement
  private let insert: WriteStatement

  /// - Parameter database: the run's own tables.
  /// - Throws: `StorageError`.
  init(of findings: FindingArray, in database: Connection) throws {
    self.database = database
    try database.execute(
      sql: """
        CREATE TEMP TABLE found_person (account INTEGER PRIMARY KEY);
        CREATE TEMP TABLE person_events (account INTEGER PRIMARY KEY, first_event INTEGER, last_event INTEGER)
        """)
    let insert = try WriteStatement(database, "INSERT OR IGNORE INTO temp.found_person (account) VALUES (?)")
    try findings.visitEach { finding in
      if let account = finding.account.value { try insert.bind(account).run() }
    }
    self.insert = try WriteStatement(
      database, into: "temp.person_events", columns: ["account", "first_event", "last_event"])
    events = try SelectStatement(
      database, "SELECT first_event, last_event FROM temp.person_events WHERE account = ?")
  }

  /// To be called once, with the numbers of a person's events; nil where there are none.
  ///
  /// - Throws: `StorageError`, and what `body` throws.
  func setEach(_ body: (_ account: Int64) throws -> ClosedRange<Int64>?) throws {
    let accounts = try SelectStatement(database, "SELECT account FROM temp.found_person ORDER BY account")
    while try accounts.next() {
      let account = accounts.integer(0)
      if let numbers = try body(account) { try set(numbers, of: account) }
    }
  }

  /// To be called once for a person.
  ///
  /// - Throws: `StorageError`.
  func set(_ numbers: ClosedRange<Int64>, of account: Int64) throws {
    try insert.bind(account).bind(numbers.lowerBound).bind(numbers.upperBound).run()
  }

  /// Nil for a person without events.
  ///
  /// - Throws: `StorageError`.
  func of(_ account: Int64) throws -> ClosedRange<Int64>? {
    events.start(account)
    defer { events.reset() }
    return try events.next() ? events.integer(0)...max(events.integer(0), events.integer(1)) : nil
  }
}
