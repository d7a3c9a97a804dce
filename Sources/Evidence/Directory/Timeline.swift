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

/// The chain of events of a person, kept for the findings of the last run.
package enum Timeline {
  /// The places that speak of the account, with their times and what they say.
  package static func events(
    of account: Int64, in database: Database
  ) throws -> [(at: Timestamp?, place: Place, text: String)] {
    let directory = EvidenceDirectory(database)
    var events: [(at: Timestamp?, place: Place, text: String)] = []
    if let row = try Row.fetchOne(
      try database.cachedStatement(sql: "SELECT created_at, captured_at, ref FROM account WHERE account = ?"), arguments: [account]),
      let ref: Int64 = row["ref"]
    {
      let place = Place(ref: ref)
      if let created: Int64 = row["created_at"] {
        events.append((Timestamp(milliseconds: created), place, "account created"))
      }
      let captured: Int64? = row["captured_at"]
      events.append((captured.map(Timestamp.init(milliseconds:)), place, "account shown by an export"))
    }
    let links = try Row.fetchAll(
      try database.cachedStatement(sql: "SELECT object, linked_from, linked_to, basis, ref FROM link WHERE account = ?"),
      arguments: [account])
    for link in links where link["basis"] != LinkTime.Basis.linkEvent.rawValue {
      let object: String = link["object"]
      let basis: String = link["basis"]
      func text(_ column: String) -> String {
        (link[column] as Int64?).map { Timestamp(milliseconds: $0).rfc3339 } ?? "an unknown time"
      }
      events.append(
        (
          (link["linked_to"] as Int64?).map(Timestamp.init(milliseconds:)), Place(ref: link["ref"]),
          "link \(object), made between \(text("linked_from")) and \(text("linked_to")) (known by: \(basis))"
        ))
    }
    let records = try Row.fetchAll(
      try database.cachedStatement(sql: """
        SELECT k.ref, k.kind FROM temp.evidence_account e JOIN temp.evidence_key k ON k.ref = e.ref
        WHERE e.account = ?
        """),
      arguments: [account])
    for record in records {
      let place = Place(ref: record["ref"])
      guard let kind = EvidenceKind(rawValue: record["kind"]), let summary = RecordSummary.all[kind] else { continue }
      let time = try Int64.fetchOne(
        try database.cachedStatement(sql: "SELECT \(summary.time) FROM temp.\(summary.table) WHERE ref = ?"), arguments: [place.ref])
      events.append((time.map(Timestamp.init(milliseconds:)), place, try directory.summary(of: place)))
    }
    return events.sorted { ($0.at?.milliseconds ?? .min, $0.place, $0.text) < ($1.at?.milliseconds ?? .min, $1.place, $1.text) }
  }

  /// Forgets the timelines of the run before.
  package static func clear(in database: Database) throws {
    try database.execute(sql: "DELETE FROM main.timeline")
  }

  package static func write(_ events: [TimelineEvent], of finding: String, in database: Database) throws {
    for (position, event) in events.enumerated() {
      try database.cachedStatement(sql: "INSERT INTO main.timeline VALUES (?, ?, ?, ?, ?, ?)")
        .execute(arguments: [finding, position, event.at?.milliseconds, event.text, event.source, event.locator])
    }
  }

  package static func read(of finding: String, in database: Database) throws -> [TimelineEvent] {
    try Row.fetchAll(
      try database.cachedStatement(sql: "SELECT * FROM main.timeline WHERE finding_subject = ? ORDER BY position"), arguments: [finding]
    ).map { row in
      TimelineEvent(
        at: (row["at"] as Int64?).map(Timestamp.init(milliseconds:)), text: row["text"], source: row["source"],
        locator: row["locator"])
    }
  }
}
