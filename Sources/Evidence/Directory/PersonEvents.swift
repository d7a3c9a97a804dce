import Storage
package import Timestamps

/// What the run's evidence says of one person, record by record.
package final class PersonEvents {
  /// One record, or one fact of the account's export.
  package typealias Event = (at: Timestamp?, place: Place, text: String)

  private let directory: EvidenceDirectory
  private let account: SelectStatement
  private let links: SelectStatement
  private let records: SelectStatement

  /// - Throws: `StorageError`.
  package init(_ session: EvidenceSession, directory: EvidenceDirectory) throws {
    self.directory = directory
    let database = session.database
    account = try SelectStatement(
      database, "SELECT created_at, captured_at, ref FROM accounts.account_row WHERE account = ? AND ref IS NOT NULL")
    links = try SelectStatement(
      database, "SELECT object, linked_from, linked_to, basis, ref FROM evidence.link_row WHERE account = ?")
    // Other activity matters where the account is gone: of one that is there, it may be a record a day.
    records = try SelectStatement(
      database,
      """
      SELECT k.ref, k.kind FROM evidence.evidence_account e JOIN evidence.evidence_key k ON k.ref = e.ref
      WHERE e.account = ?1 AND (k.other_activity IS NULL
        OR NOT EXISTS (SELECT 1 FROM accounts.account_row a WHERE a.account = ?1 AND a.present))
      """)
  }

  /// All events of an account, in order of time; those without a time come first.
  ///
  /// - Throws: `StorageError`.
  package func of(_ number: Int64) throws -> [Event] {
    let events = try ofExport(number) + ofLinks(number) + ofRecords(number)
    return events.sorted {
      ($0.at?.milliseconds ?? .min, $0.place, $0.text) < ($1.at?.milliseconds ?? .min, $1.place, $1.text)
    }
  }

  private func ofExport(_ number: Int64) throws -> [Event] {
    account.start(number)
    guard try account.next() else { return [] }
    let place = Place(ref: account.integer(2))
    var events: [Event] = []
    if let created = account.optionalInteger(0) {
      events.append((Timestamp(milliseconds: created), place, "account created"))
    }
    events.append((account.optionalInteger(1).map(Timestamp.init(milliseconds:)), place, "account seen in an export"))
    return events
  }

  /// Links whose time rests on something other than a link event, which is a record of its own.
  private func ofLinks(_ number: Int64) throws -> [Event] {
    var events: [Event] = []
    links.start(number)
    while try links.next() {
      let basis = LinkTime.Basis(rawValue: links.text(3)) ?? .unknown
      let to = links.optionalInteger(2).map(Timestamp.init(milliseconds:))
      let (first, last) = (links.readableTime(1) ?? "an unknown time", to?.readable ?? "an unknown time")
      let time: String
      switch basis {
      case .linkEvent: continue
      case .appleLinkEvent: time = "on \(last), when the Apple credential was added"
      case .snapshots: time = "between \(first) and \(last), as a comparison of exports shows"
      case .creation:
        time = "between \(first), when the account was created, and \(last), when an export first showed it"
      case .unknown: time = "by \(last), when an export first showed it"
      }
      events.append((to, Place(ref: links.integer(4)), "\(links.text(0)) linked \(time)"))
    }
    return events
  }

  private func ofRecords(_ number: Int64) throws -> [Event] {
    var events: [Event] = []
    records.start(number)
    while try records.next() {
      let place = Place(ref: records.integer(0))
      guard let kind = EvidenceKind(rawValue: records.text(1)),
        let summary = try directory.summary(of: place, kind, withTime: false)
      else { continue }
      events.append((summary.at, place, summary.text))
    }
    return events
  }
}
