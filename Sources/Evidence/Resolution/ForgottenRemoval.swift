import Storage

/// Takes records of forgotten persons out of a run.
struct ForgottenRemoval {
  private let session: EvidenceSession
  private let isTheirsAlone: (UInt64) -> Bool
  private let keys: SelectStatement
  private let remembered: SelectStatement
  private let removals: [WriteStatement]
  /// By person.
  private var names: [Int64: Set<ForgottenHash.Name>] = [:]
  private var records: [Int64: [Int64]] = [:]
  /// The refs of the first parts of records of this run, by source and kind.
  private var places: [SourceOrdinal: [EvidenceKind: Set<Int64>]] = [:]

  init(_ session: EvidenceSession, isTheirsAlone: @escaping (UInt64) -> Bool) throws {
    self.session = session
    self.isTheirsAlone = isTheirsAlone
    keys = try SelectStatement(
      session.database,
      """
      SELECT request_id, uid, apple_sub, email, email_sha256, phone FROM evidence.evidence_key WHERE ref = ?
      """)
    remembered = try SelectStatement(
      session.database,
      """
      SELECT id FROM evidence.recalled WHERE ref = ?1 UNION SELECT id FROM evidence.read_again WHERE ref = ?1
      """)
    removals = try ["evidence.evidence_account", RunTables.ambiguous.name, SignedTokenWriter.table.name].map {
      try WriteStatement(session.database, "DELETE FROM \($0) WHERE ref = ?")
    }
  }

  mutating func remove(_ ref: Int64, _ kind: String, of person: Int64, isCounted: Bool) throws {
    guard let kind = EvidenceKind(rawValue: kind) else { return }
    keys.start(ref)
    guard try keys.next() else { return }
    if let request = keys.optionalText(0) { names[person, default: []].insert(.request(request)) }
    names[person, default: []].formUnion(
      SubjectKeys(keys, from: 1).all.filter(isTheirsAlone).map { .key($0) })
    keys.reset()
    remembered.start(ref)
    while try remembered.next() { records[person, default: []].append(remembered.integer(0)) }
    let isOwn = ref < session.rememberedFrom
    try session.evidence.remove(ref, of: kind, isCounted: isCounted && isOwn)
    for statement in removals { try statement.bind(ref).run() }
    guard isOwn else { return }
    var place = Place(ref: ref)
    // A record of several statements is one.
    place.part = 0
    places[place.source, default: [:]][kind, default: []].insert(place.ref)
  }

  /// Notes in the store what the records add to its knowledge of whom it has forgotten.
  func tellStore() throws {
    for (person, names) in names {
      try session.earlier.forget(Array(names), of: person, records: records[person] ?? [])
    }
  }

  /// What was removed from this run's own sources, in order of path and kind.
  var found: [ForgottenFound.Records] {
    let found = places.flatMap { source, kinds in
      kinds.map { ForgottenFound.Records(path: session.sourcePaths[source] ?? "", kind: $0, places: $1) }
    }
    return ForgottenFound.Records.joined(found)
  }
}
