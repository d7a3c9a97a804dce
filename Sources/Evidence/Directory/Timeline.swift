package import Storage
package import Timestamps

/// One thing that happened to a person, as evidence tells it.
package struct TimelineEvent: Hashable, Sendable {
  package var at: Timestamp?
  package var text: String
  /// The path of its source.
  package var source: String
  package var locator: String

  package init(at: Timestamp?, text: String, source: String, locator: String) {
    self.at = at
    self.text = text
    self.source = source
    self.locator = locator
  }
}

/// Deletes the timelines of the run before.
///
/// Prepared beforehand on the store's connection; whoever calls `run` owns that connection.
package struct TimelineRemoval {
  private let statement: WriteStatement

  /// - Throws: `StorageError`.
  package init(_ session: EvidenceSession) throws {
    statement = try WriteStatement(session.store, "DELETE FROM main.timeline")
  }

  /// To be called once, before any timeline is written.
  package func run() throws { try statement.run() }
}

/// The chain of events of each person whom a finding of the last run is about.
package final class Timeline {
  private let directory: EvidenceDirectory
  private let account: SelectStatement
  private let links: SelectStatement
  private let records: SelectStatement
  private let insert: WriteStatement
  private var written: Int64 = 0

  package init(_ session: EvidenceSession, directory: EvidenceDirectory) throws {
    self.directory = directory
    let database = session.database
    account = try SelectStatement(
      database, "SELECT created_at, captured_at, ref FROM accounts.account_row WHERE account = ? AND ref IS NOT NULL")
    links = try SelectStatement(
      database, "SELECT object, linked_from, linked_to, basis, ref FROM evidence.link_row WHERE account = ?")
    records = try SelectStatement(
      database,
      """
      SELECT k.ref, k.kind FROM evidence.evidence_account e JOIN evidence.evidence_key k ON k.ref = e.ref WHERE e.account = ?
      """)
    insert = try WriteStatement(
      session.store, into: "main.timeline", columns: ["event", "at", "text", "source", "locator"])
  }

  /// The places that speak of the account, with their times and what they say.
  package func events(of number: Int64) throws -> [(at: Timestamp?, place: Place, text: String)] {
    var events: [(at: Timestamp?, place: Place, text: String)] = []
    account.start(number)
    if try account.next() {
      let place = Place(ref: account.integer(2))
      if let created = account.optionalInteger(0) {
        events.append((Timestamp(milliseconds: created), place, "account created"))
      }
      events.append(
        (account.optionalInteger(1).map(Timestamp.init(milliseconds:)), place, "account shown by an export"))
    }
    links.start(number)
    while try links.next() {
      let basis = links.text(3)
      guard basis != LinkTime.Basis.linkEvent.rawValue else { continue }
      func text(_ column: Int32) -> String {
        links.optionalInteger(column).map { Timestamp(milliseconds: $0).rfc3339 } ?? "an unknown time"
      }
      events.append(
        (
          links.optionalInteger(2).map(Timestamp.init(milliseconds:)), Place(ref: links.integer(4)),
          "link \(links.text(0)), made between \(text(1)) and \(text(2)) (known by: \(basis))"
        ))
    }
    records.start(number)
    while try records.next() {
      let place = Place(ref: records.integer(0))
      guard let kind = EvidenceKind(rawValue: records.text(1)),
        let summary = try directory.summary(of: place, kind)
      else { continue }
      events.append((summary.at, place, summary.text))
    }
    return events.sorted {
      ($0.at?.milliseconds ?? .min, $0.place, $0.text) < ($1.at?.milliseconds ?? .min, $1.place, $1.text)
    }
  }

  /// Answers the numbers under which the events are kept; nil where there are none.
  package func write(_ events: [TimelineEvent]) throws -> ClosedRange<Int64>? {
    let first = written + 1
    for event in events {
      written += 1
      try insert.bind(written).bind(event.at?.milliseconds).bind(event.text).bind(event.source).bind(event.locator).run()
    }
    return first <= written ? first...written : nil
  }

  /// The events of the person whom the finding is about; nil where they are not kept, since a later run was of another
  /// project.
  package static func read(of finding: String, in database: Connection) throws -> [TimelineEvent]? {
    let isKept = try database.first(
      sql: "SELECT last_run = (SELECT max(number) FROM main.run) FROM main.finding WHERE id = ?", arguments: [finding]
    ) { $0.flag(0) }
    guard isKept == true else { return nil }
    return try database.all(
      sql: """
        SELECT t.at, t.text, t.source, t.locator
        FROM main.finding f JOIN main.timeline t ON t.event BETWEEN f.first_event AND f.last_event
        WHERE f.id = ? ORDER BY t.event
        """,
      arguments: [finding]
    ) { row in
      TimelineEvent(
        at: row.optionalInteger(0).map(Timestamp.init(milliseconds:)), text: row.text(1), source: row.text(2),
        locator: row.text(3))
    }
  }
}
