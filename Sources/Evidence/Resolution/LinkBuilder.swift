import GRDB

/// Finds the links of anonymized accounts (section 6.1 of the contract) and when they were made.
struct LinkBuilder {
  /// One identifier that counts as a link, before its time is known.
  private struct Candidate {
    var kind: String
    var object: String
    var identifier: String?
    var otherIdentifier: String?
    var providers: Set<String>
    var sighting: Sighting?
  }

  private let session: EvidenceSession
  private var database: Database { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  /// Credentials that are ways to sign in, and join no other identity.
  private static let notSocial: Set = ["password", "phone", "email", "emaillink", "anonymous", "custom", "firebase"]
  private static let emailEvents: Set = ["email", "password", "emaillink"]

  func build() throws {
    let insert = try InsertStatement(
      database, into: "temp.link_row",
      columns: [
        "account", "kind", "object", "discriminator", "identifier", "other_identifier", "linked_from", "linked_to",
        "basis", "ref", "event_ref",
      ])
    let events = try linkEvents()
    let identifiers = try database.makeStatement(sql: "SELECT * FROM main.stored_identifier WHERE account = ?")
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT a.*, s.ref AS ref, f.captured_at AS captured_at
        FROM temp.seen s JOIN main.stored_account a ON a.account = s.account JOIN temp.source_fact f ON f.source = s.ref >> 40
        WHERE a.relay_address IS NOT NULL AND (a.apple_credential OR a.apple_claim OR f.export <> 'new')
        ORDER BY a.account
        """)
    while let row = try rows.next() {
      let account: Int64 = row["account"]
      let others = try Row.fetchAll(identifiers, arguments: [account])
      let candidates = email(row, others) + phones(row, others) + social(others)
      guard !candidates.isEmpty else { continue }
      let capturedAt: Int64 = row["captured_at"]
      let times = LinkTimes(
        createdAt: row["created_at"], capturedAt: capturedAt, apple: sighting(row, "apple"),
        events: events[account] ?? [])
      var seenObjects: Set<String> = []
      for candidate in candidates {
        let time = times.time(
          of: candidate.providers,
          identifiers: Set([candidate.identifier, candidate.otherIdentifier].compactMap { $0 }),
          sighting: candidate.sighting)
        let isFirst = seenObjects.insert(candidate.object).inserted
        insert.bind(account).bind(candidate.kind).bind(candidate.object)
          .bind(isFirst ? nil : discriminator(candidate.identifier ?? ""))
          .bind(candidate.identifier).bind(candidate.otherIdentifier).bind(time.from).bind(time.to)
          .bind(time.basis.rawValue).bind(row["ref"] as Int64).bind(time.eventRef)
        try insert.run()
      }
    }
  }

  private func linkEvents() throws -> [Int64: [LinkEvent]] {
    var events: [Int64: [LinkEvent]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT e.account, l.provider, l.linked_at, l.action, l.identifier, l.ref
        FROM temp.link_data l JOIN temp.evidence_key k ON k.ref = l.ref
        JOIN (SELECT account, ref FROM temp.evidence_account) e ON e.ref = l.ref
        """)
    while let row = try rows.next() {
      events[row[0], default: []].append(
        LinkEvent(
          provider: row[1], at: row[2], isUnlink: row[3] == LinkAction.unlink.rawValue, identifier: row[4],
          ref: row[5]))
    }
    return events
  }

  private func sighting(_ row: Row, _ column: String) -> Sighting? {
    (row["\(column)_seen_at"] as Int64?).map { Sighting(seen: $0, absent: row["\(column)_absent_at"]) }
  }

  private func email(_ row: Row, _ others: [Row]) -> [Candidate] {
    let relay: String? = row["relay_address"]
    let appleEmail: String? = row["apple_email"]
    let brought = Set(
      others.filter { !Self.notSocial.contains($0["provider"]) }.compactMap { $0["email"] as String? }
        + [relay, appleEmail].compactMap { $0 })
    var found: [(String, Sighting?)] = []
    if let email: String = row["email"], row["email_class"] != EmailClass.relay.name, !brought.contains(email) {
      found.append((email, sighting(row, "email")))
    }
    // A password signs in with an address of its own, which need not be the top-level one.
    for other in others where other["provider"] == "password" || other["provider"] == "emaillink" {
      guard
        let email: String = other["email"], other["email_class"] != EmailClass.relay.name, !brought.contains(email),
        !found.contains(where: { $0.0 == email })
      else { continue }
      found.append((email, Sighting(seen: other["seen_at"], absent: other["absent_at"])))
    }
    return found.map { email, sighting in
      Candidate(kind: "email", object: "email", identifier: email, providers: Self.emailEvents, sighting: sighting)
    }
  }

  private func phones(_ row: Row, _ others: [Row]) -> [Candidate] {
    var numbers: [(String, Sighting?)] = []
    if let phone: String = row["phone"], !phone.isEmpty { numbers.append((phone, sighting(row, "phone"))) }
    let more = others.compactMap { other -> (String, Sighting?)? in
      guard let phone: String = other["phone"], !phone.isEmpty else { return nil }
      return (phone, Sighting(seen: other["seen_at"], absent: other["absent_at"]))
    }
    // Whole numbers first: an obfuscated one is the same number if its visible end is.
    for (phone, sighting) in more.filter({ !NormalText.isObfuscated(phone: $0.0) })
    where !numbers.contains(where: { isSame($0.0, phone) }) {
      numbers.append((phone, sighting))
    }
    for (phone, sighting) in more where NormalText.isObfuscated(phone: phone) {
      let end = phone.reversed().prefix { $0.isNumber }.reversed()
      if !numbers.contains(where: { $0.0.hasSuffix(String(end)) }) { numbers.append((phone, sighting)) }
    }
    return numbers.map { phone, sighting in
      Candidate(kind: "phone", object: "phone", identifier: phone, providers: ["phone"], sighting: sighting)
    }
  }

  private func isSame(_ left: String, _ right: String) -> Bool {
    SubjectKey(phone: left) == SubjectKey(phone: right)
  }

  private func social(_ others: [Row]) -> [Candidate] {
    others.filter { !($0["is_factor"] as Bool) && !Self.notSocial.contains($0["provider"]) }
      .sorted { left, right in
        let (leftSeen, rightSeen): (Int64, Int64) = (left["seen_at"], right["seen_at"])
        let (leftID, rightID): (String?, String?) = (left["raw_id"], right["raw_id"])
        return (leftSeen, leftID ?? "") < (rightSeen, rightID ?? "")
      }
      .map { row in
        Candidate(
          kind: "social", object: row["provider"], identifier: row["raw_id"], otherIdentifier: row["email"],
          providers: [row["provider"]], sighting: Sighting(seen: row["seen_at"], absent: row["absent_at"]))
      }
  }

  /// Tells apart several links with one object, without saying whose they are.
  private func discriminator(_ identifier: String) -> String {
    String(SubjectKey(uid: identifier).bits, radix: 16)
  }
}
