import Storage

/// The accounts that rejected records name. The absence of a record proves nothing about them, since it may be among
/// those that were rejected (docs/contract.md, section 4, "Continuity").
struct RejectedPersons {
  static let table = RunTable(
    "evidence.rejected_person",
    [
      "account INTEGER NOT NULL", "kind TEXT NOT NULL",
      // Of the newest source that rejected such a record, in milliseconds; `thisRun` for one of this run.
      "captured_at INTEGER NOT NULL",
    ], key: "account, kind", isWithoutRowID: true)

  /// The number that stands for everybody, where a source's rejects name more persons than are kept.
  static let everybody: Int64 = 0

  /// The capture that stands for this run's own sources, which are newer than whatever is judged.
  static let thisRun = Int64.max

  /// When the newest source of a kind was captured that rejected such a record, by the kind's name; milliseconds.
  private typealias Captures = [String: Int64]

  /// By the bits of a person's name.
  private var persons: [UInt64: Captures] = [:]
  /// By the bits of a request's name.
  private var requests: [UInt64: Captures] = [:]
  private var kindsOfEverybody: Set<String> = []

  var isEmpty: Bool { persons.isEmpty && requests.isEmpty && kindsOfEverybody.isEmpty }

  /// - Parameter scope: learns the names, so that the accounts which bear them can be found.
  mutating func add(_ names: RejectedNames, of kind: EvidenceKind, to scope: AccountScope) {
    if names.isFull { kindsOfEverybody.insert(kind.rawValue) }
    add(names.keys, of: kind, capturedAt: Self.thisRun, to: scope)
  }

  /// - Parameter capturedAt: of the source, in milliseconds.
  mutating func add(
    _ names: some Sequence<RejectedName>, of kind: EvidenceKind, capturedAt: Int64, to scope: AccountScope
  ) {
    for name in names {
      if let keys = name.person {
        scope.name(keys, bringsIntoScope: false)
        persons[name.bits, default: [:]].add(kind.rawValue, capturedAt)
      } else {
        requests[name.bits, default: [:]].add(kind.rawValue, capturedAt)
      }
    }
  }

  /// Writes the accounts into the run's tables; persons whom no export shows are among them.
  ///
  /// To be called when the persons without accounts are known.
  func resolve(in session: EvidenceSession) throws {
    guard !isEmpty else { return }
    var found: [Int64: Captures] = [:]
    for kind in kindsOfEverybody { found[Self.everybody, default: [:]].add(kind, Self.thisRun) }
    let aliases = session.scope.aliases
    var canonical: [UInt64: Captures] = [:]
    for (key, captures) in persons {
      canonical[aliases.canonical(key), default: [:]].add(captures)
      for account in session.accountsByName.accounts(bearing: key, aliases: aliases) {
        found[account, default: [:]].add(captures)
      }
    }
    try addNamedByEvidence(canonical, aliases, session.database, to: &found)
    let insert = try Self.table.insert(in: session.database)
    for (account, captures) in found {
      for (kind, capturedAt) in captures { try insert.bind(account).bind(kind).bind(capturedAt).run() }
    }
  }

  /// Persons whom no export shows are known by the names in their requests alone, and a request by its id.
  private func addNamedByEvidence(
    _ persons: [UInt64: Captures], _ aliases: Aliases, _ database: Connection, to found: inout [Int64: Captures]
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
        let captures = requests[RejectedName(request: request).bits]
      {
        found[account, default: [:]].add(captures)
      }
      guard account < 0 else { continue }
      var keys = SubjectKeys(rows, from: 3).all
      if let email = rows.optionalText(2) { keys.append(SubjectKey.hashed(email: email).bits) }
      for key in keys {
        if let captures = persons[aliases.canonical(key)] { found[account, default: [:]].add(captures) }
      }
    }
  }
}

extension [String: Int64] {
  fileprivate mutating func add(_ kind: String, _ capturedAt: Int64) {
    self[kind] = Swift.max(self[kind] ?? .min, capturedAt)
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

  /// By kind of evidence, `logs` among them, the accounts that its rejected records name, and when the newest source
  /// with such a record was captured: milliseconds, and more than any time for a source of this run.
  package func rejectedPersons() throws -> [EvidenceKind: [Int64: Int64]] {
    var accounts: [EvidenceKind: [Int64: Int64]] = [:]
    let rows = try SelectStatement(database, "SELECT account, kind, captured_at FROM \(RejectedPersons.table.name)")
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
