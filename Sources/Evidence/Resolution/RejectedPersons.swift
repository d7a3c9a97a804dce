import Storage

/// The accounts that rejected records name. The absence of a record proves nothing about them, since it may be among
/// those that were rejected (docs/contract.md, section 4, "Rejected is not absent").
struct RejectedPersons {
  static let table = RunTable(
    "evidence.rejected_person",
    [
      "account INTEGER NOT NULL", "kind TEXT NOT NULL",
      // The as-of of the last run that rejected such a record, in milliseconds; `thisRun` for this one.
      "read_at INTEGER NOT NULL",
    ], key: "account, kind", isWithoutRowID: true)

  /// The number that stands for everybody, where a source's rejects name more persons than are kept.
  static let everybody: Int64 = 0

  /// The time that stands for this run, which is later than whatever is judged.
  static let thisRun = Int64.max

  /// By the kind's name, the as-of of the last run that rejected such a record; milliseconds.
  private typealias Reads = [String: Int64]

  /// By the bits of a person's name.
  private var persons: [UInt64: Reads] = [:]
  /// By the bits of a request's name.
  private var requests: [UInt64: Reads] = [:]
  private var kindsOfEverybody: Set<String> = []

  var isEmpty: Bool { persons.isEmpty && requests.isEmpty && kindsOfEverybody.isEmpty }

  /// - Parameter scope: learns the names, so that the accounts which bear them can be found.
  mutating func add(_ names: RejectedNames, of kind: EvidenceKind, to scope: AccountScope) {
    if names.isFull { kindsOfEverybody.insert(kind.rawValue) }
    add(names.keys, of: kind, readAt: Self.thisRun, to: scope)
  }

  /// - Parameter readAt: the as-of of the run, in milliseconds.
  mutating func add(
    _ names: some Sequence<RejectedName>, of kind: EvidenceKind, readAt: Int64, to scope: AccountScope
  ) {
    for name in names {
      if let keys = name.person {
        scope.name(keys, bringsIntoScope: false)
        persons[name.bits, default: [:]].add(kind.rawValue, readAt)
      } else {
        requests[name.bits, default: [:]].add(kind.rawValue, readAt)
      }
    }
  }

  /// Writes the accounts into the run's tables; persons whom no export shows are among them.
  ///
  /// To be called when the persons without accounts are known.
  func resolve(in session: EvidenceSession) throws {
    guard !isEmpty else { return }
    var found: [Int64: Reads] = [:]
    for kind in kindsOfEverybody { found[Self.everybody, default: [:]].add(kind, Self.thisRun) }
    let aliases = session.scope.aliases
    var canonical: [UInt64: Reads] = [:]
    for (key, reads) in persons {
      canonical[aliases.canonical(key), default: [:]].add(reads)
      for account in session.accountsByName.accounts(bearing: key, aliases: aliases) {
        found[account, default: [:]].add(reads)
      }
    }
    try addNamedByEvidence(canonical, aliases, session.database, to: &found)
    let insert = try Self.table.insert(in: session.database)
    for (account, reads) in found {
      for (kind, readAt) in reads { try insert.bind(account).bind(kind).bind(readAt).run() }
    }
  }

  /// Persons whom no export shows are known by the names in their requests alone, and a request by its id.
  private func addNamedByEvidence(
    _ persons: [UInt64: Reads], _ aliases: Aliases, _ database: Connection, to found: inout [Int64: Reads]
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
      if !requests.isEmpty, let request = rows.optionalText(1),
        let reads = requests[RejectedName(request: request).bits]
      {
        found[account, default: [:]].add(reads)
      }
      guard account < 0 else { continue }
      var keys = SubjectKeys(rows, from: 3).all
      if let email = rows.optionalText(2) { keys.append(SubjectKey.hashed(email: email).bits) }
      for key in keys {
        if let reads = persons[aliases.canonical(key)] { found[account, default: [:]].add(reads) }
      }
    }
  }
}

extension [String: Int64] {
  fileprivate mutating func add(_ kind: String, _ readAt: Int64) {
    self[kind] = Swift.max(self[kind] ?? .min, readAt)
  }

  fileprivate mutating func add(_ others: Self) { merge(others, uniquingKeysWith: Swift.max) }
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

  /// By kind of evidence, `logs` among them, the accounts that its rejected records name, and the as-of of the last
  /// run with such a record: milliseconds, and more than any time for this run.
  package func rejectedPersons() throws -> [EvidenceKind: [Int64: Int64]] {
    var accounts: [EvidenceKind: [Int64: Int64]] = [:]
    let rows = try SelectStatement(database, "SELECT account, kind, read_at FROM \(RejectedPersons.table.name)")
    while try rows.next() {
      guard let kind = EvidenceKind(rawValue: rows.text(1)) else { continue }
      accounts[kind, default: [:]][rows.integer(0)] = rows.integer(2)
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
