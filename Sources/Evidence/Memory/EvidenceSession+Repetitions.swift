import Storage

extension EvidenceSession {
  /// The same statement read twice, in one source or in two, is one statement; the first stays.
  ///
  /// To be called once, when all is read: to remember the content of ten million records took more memory than all
  /// else.
  package func removeRepetitions() throws {
    try removeUnverifiedCopies()
    guard !repeated.isEmpty else { return }
    var seen: Set<Int> = []
    var later: [(ref: Int64, kind: EvidenceKind)] = []
    let rows = try SelectStatement(database, "SELECT content, ref, kind FROM evidence.evidence_key ORDER BY ref")
    while try rows.next() {
      let content = Int(rows.integer(0))
      guard repeated.contains(content), !seen.insert(content).inserted else { continue }
      guard let kind = EvidenceKind(rawValue: rows.text(2)) else { continue }
      later.append((rows.integer(1), kind))
    }
    for (ref, kind) in later {
      try evidence.remove(ref, of: kind)
      // A record of several statements is repeated once.
      let place = Place(ref: ref)
      if place.part == 0 { duplicatesOfEvidence[place.source, default: 0] += 1 }
    }
    repeated = []
  }

  /// Of one notification, signed and decoded, the signed copy counts, whichever file it is in.
  private func removeUnverifiedCopies() throws {
    let copies = try database.all(
      sql: """
        SELECT ref FROM evidence.notification_data WHERE NOT verified AND jti IN
          (SELECT jti FROM evidence.notification_data WHERE verified AND jti IS NOT NULL)
        """
    ) { $0.integer(0) }
    for ref in copies {
      try evidence.remove(ref, of: .notifications)
      duplicatesOfEvidence[Place(ref: ref).source, default: 0] += 1
    }
  }
}
