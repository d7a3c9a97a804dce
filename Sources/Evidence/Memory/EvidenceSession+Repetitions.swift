import Storage

extension EvidenceSession {
  /// The same record read twice, in one source or in two, is one record; the first stays.
  ///
  /// Of what is said of a consent or a request the last stays, by capture and then order: where something else was said
  /// in between, the first one would leave that as the last word.
  ///
  /// To be called once, when all is read: to remember the content of ten million records took more memory than all
  /// else.
  package func removeRepetitions() throws {
    try removeUnverifiedCopies()
    guard !repeated.isEmpty else { return }
    var kept: [Int: Int64] = [:]
    var others: [(ref: Int64, kind: EvidenceKind)] = []
    let rows = try SelectStatement(database, "SELECT content, ref, kind FROM evidence.evidence_key ORDER BY ref")
    while try rows.next() {
      let content = Int(rows.integer(0))
      guard repeated.contains(content), let kind = EvidenceKind(rawValue: rows.text(2)) else { continue }
      let ref = rows.integer(1)
      guard let other = kept[content] else {
        kept[content] = ref
        continue
      }
      let isLater = captures[Place(ref: other).source, default: 0] <= captures[Place(ref: ref).source, default: 0]
      if isLater, kind == .consents || kind == .deletions {
        kept[content] = ref
        others.append((other, kind))
      } else {
        others.append((ref, kind))
      }
    }
    for (ref, kind) in others {
      try evidence.remove(ref, of: kind)
      // A record of several statements is repeated once.
      let place = Place(ref: ref)
      if place.part == 0 { duplicatesOfEvidence[place.source, default: 0] += 1 }
    }
    repeated = []
  }

  /// Of one notification, signed and decoded, the signed copy counts, whichever file or night it is of: also where it
  /// is not believed, since else its decoded copy would be believed in its place.
  private func removeUnverifiedCopies() throws {
    let (data, tokens) = (NotificationWriter.data.name, SignedTokenWriter.table.name)
    // Whoever decodes a notification may keep whole seconds only.
    let event = { (type: String, time: String) in "sub, \(type), \(time) / 1000" }
    let ofCopy = event("type", "event_time")
    let ofToken = event("CASE type WHEN 'account-delete' THEN 'account-deleted' ELSE type END", "at")
    let signed = "FROM \(tokens) WHERE kind = '\(EvidenceKind.notifications.rawValue)'"
    let copies = try database.all(
      sql: """
        SELECT ref FROM \(data) WHERE NOT verified AND (
          (jti, \(ofCopy)) IN (SELECT jti, \(ofCopy) FROM \(data) WHERE verified)
          OR ref NOT IN (SELECT ref FROM \(tokens)) AND (
            (jti, \(ofCopy)) IN (SELECT jti, \(ofToken) \(signed))
            OR (\(ofCopy)) IN (SELECT \(ofToken) \(signed) AND jti IS NULL)
            OR jti IS NULL AND (\(ofCopy)) IN (SELECT \(ofToken) \(signed))))
        """
    ) { $0.integer(0) }
    for ref in copies {
      let isOfThisRun = ref < rememberedFrom
      try evidence.remove(ref, of: .notifications, isCounted: isOfThisRun)
      if isOfThisRun { duplicatesOfEvidence[Place(ref: ref).source, default: 0] += 1 }
    }
  }
}
