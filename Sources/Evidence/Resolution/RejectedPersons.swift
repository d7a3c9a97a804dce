import Storage

/// The accounts that rejected records name. The absence of a record proves nothing about them, since it may be among
/// those that were rejected (docs/contract.md, section 4, "Continuity").
struct RejectedPersons {
  static let table = RunTable(
    "evidence.rejected_person", ["account INTEGER NOT NULL", "kind TEXT NOT NULL"], key: "account, kind",
    isWithoutRowID: true)

  /// The number that stands for everybody, where a source's rejects name more persons than are kept.
  static let everybody: Int64 = 0

  /// Kinds by the bits of a name.
  private var kinds: [UInt64: Set<String>] = [:]
  /// Kinds by the id of a request.
  private var requests: [String: Set<String>] = [:]
  private var kindsOfEverybody: Set<String> = []

  var isEmpty: Bool { kinds.isEmpty && requests.isEmpty && kindsOfEverybody.isEmpty }

  /// - Parameter scope: learns the names, so that the accounts which bear them can be found.
  mutating func add(_ names: RejectedNames, of kind: EvidenceKind, to scope: AccountScope) {
    if names.isFull { kindsOfEverybody.insert(kind.rawValue) }
    for name in names.names {
      guard let subject = name.subject else {
        if case .request(let id) = name { requests[id, default: []].insert(kind.rawValue) }
        continue
      }
      let keys = SubjectKeys(subject)
      scope.name(keys, bringsIntoScope: false)
      for key in keys.all { kinds[key, default: []].insert(kind.rawValue) }
    }
  }

  /// Writes the accounts into the run's tables; persons whom no export shows are among them.
  ///
  /// To be called when the persons without accounts are known.
  func resolve(in session: EvidenceSession) throws {
    guard !isEmpty else { return }
    var found: Set<Row> = []
    for kind in kindsOfEverybody { found.insert(Row(account: Self.everybody, kind: kind)) }
    let aliases = session.scope.aliases
    var canonical: [UInt64: Set<String>] = [:]
    for (key, kinds) in kinds {
      canonical[aliases.canonical(key), default: []].formUnion(kinds)
      for account in session.accountsByName.accounts(bearing: key, aliases: aliases) {
        for kind in kinds { found.insert(Row(account: account, kind: kind)) }
      }
    }
    try addNamedByEvidence(canonical, aliases, session.database, to: &found)
    let insert = try Self.table.insert(in: session.database)
    for row in found { try insert.bind(row.account).bind(row.kind).run() }
  }

  private struct Row: Hashable {
    var account: Int64
    var kind: String
  }

  /// Persons whom no export shows are known by the names in their requests alone, and a request by its id.
  private func addNamedByEvidence(
    _ kinds: [UInt64: Set<String>], _ aliases: Aliases, _ database: Connection, to found: inout Set<Row>
  ) throws {
    let rows = try SelectStatement(
      database,
      """
      SELECT e.account, k.request_id, k.email_text, k.uid, k.apple_sub, k.email, k.email_sha256, k.phone
      FROM evidence.evidence_key k JOIN evidence.evidence_account e ON e.ref = k.ref
      WHERE k.kind = '\(EvidenceKind.deletions.rawValue)' OR e.account < 0
      """)
    while try rows.next() {
      let account = rows.integer(0)
      var named = rows.optionalText(1).flatMap { requests[$0] } ?? []
      if account < 0 {
        var keys = SubjectKeys(rows, from: 3).all
        if let email = rows.optionalText(2) { keys.append(SubjectKey.hashed(email: email).bits) }
        for key in keys { named.formUnion(kinds[aliases.canonical(key)] ?? []) }
      }
      for kind in named { found.insert(Row(account: account, kind: kind)) }
    }
  }
}

extension RejectedNames.Name {
  /// Nil for the id of a request.
  fileprivate var subject: Subject? {
    switch self {
    case .uid(let uid): Subject(uid: uid).withoutUserName
    case .appleSub(let sub): Subject(appleSub: sub)
    case .email(let email): Subject(email: email)
    case .emailSHA256(let hash): Subject(emailSHA256: hash)
    case .phone(let phone): Subject(phone: phone)
    case .request: nil
    }
  }
}

extension EvidenceSession {
  /// Notes whom the rejected records of a source name. To be called before the first source of accounts is opened.
  package func note(_ rejected: RejectedNames, of kind: EvidenceKind) {
    rejectedPersons.add(rejected, of: kind, to: scope)
  }
}

extension EvidenceDirectory {
  /// Stands for every account.
  package static let everybody = RejectedPersons.everybody

  /// By kind of evidence, `logs` among them, the accounts that its rejected records name.
  package func rejectedPersons() throws -> [EvidenceKind: Set<Int64>] {
    var accounts: [EvidenceKind: Set<Int64>] = [:]
    let rows = try SelectStatement(database, "SELECT account, kind FROM \(RejectedPersons.table.name)")
    while try rows.next() {
      guard let kind = EvidenceKind(rawValue: rows.text(1)) else { continue }
      accounts[kind, default: []].insert(rows.integer(0))
    }
    return accounts
  }

  /// How whole one source of the run is.
  package struct SourceState: Hashable, Sendable {
    package var path: String
    package var kind: EvidenceKind
    package var records: Int
    package var rejected: Int
    package var isTruncated: Bool
  }

  /// The sources that reject records or break off, of known kinds, in order of path.
  package func damagedSources() throws -> [SourceState] {
    let rows = try SelectStatement(
      database,
      """
      SELECT path, kind, records, rejected, truncated FROM \(RunTables.sources.name)
      WHERE kind IS NOT NULL AND (rejected > 0 OR truncated) ORDER BY path, source
      """)
    var states: [SourceState] = []
    while try rows.next() {
      guard let kind = EvidenceKind(rawValue: rows.text(1)) else { continue }
      states.append(
        SourceState(
          path: rows.text(0), kind: kind, records: Int(rows.integer(2)), rejected: Int(rows.integer(3)),
          isTruncated: rows.flag(4)))
    }
    return states
  }
}
