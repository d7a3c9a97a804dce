package import GRDB
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

/// Forgets the timelines of the run before.
///
/// Prepared beforehand, so that another thread may run it.
package struct TimelineRemoval: @unchecked Sendable {
  private let statements: [WriteStatement]

  /// - Throws: `DatabaseError`.
  package init(_ session: EvidenceSession) throws {
    statements = try ["DROP INDEX main.timeline_by_finding", "DELETE FROM main.timeline"].map {
      try WriteStatement(session.store, $0)
    }
  }

  /// To be called once, before any timeline is written.
  package func run() throws {
    for statement in statements { try statement.run() }
  }
}

/// The chain of events of a person, kept for the findings of the last run.
package final class Timeline {
  private let directory: EvidenceDirectory
  private let store: Database
  private let account: SelectStatement
  private let links: SelectStatement
  private let records: SelectStatement
  private let insert: WriteStatement

  package init(_ session: EvidenceSession, directory: EvidenceDirectory) throws {
    self.directory = directory
    let database = session.database
    store = session.store
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
      store, into: "main.timeline",
      columns: ["finding_subject", "position", "at", "text", "source", "locator"])
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

  package func write(_ events: [TimelineEvent], of finding: String) throws {
    for (position, event) in events.enumerated() {
      insert.bind(finding).bind(Int64(position)).bind(event.at?.milliseconds).bind(event.text).bind(event.source)
        .bind(event.locator)
      try insert.run()
    }
  }

  /// To be called when all are written.
  package func finish() throws {
    try store.execute(sql: "CREATE INDEX main.timeline_by_finding ON timeline (finding_subject)")
  }

  package static func read(of finding: String, in database: Database) throws -> [TimelineEvent] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM main.timeline WHERE finding_subject = ? ORDER BY position", arguments: [finding]
    ).map { row in
      TimelineEvent(
        at: (row["at"] as Int64?).map(Timestamp.init(milliseconds:)), text: row["text"], source: row["source"],
        locator: row["locator"])
    }
  }
}
