import Storage

/// The persons whom records of undecided sources name. What such a record says of them is unknown, and so is any
/// verdict on them by its kind (docs/contract.md, section 4, "Reading what is not ours").
enum UndecidedPersons {
  static let table = RunTable(
    "evidence.undecided_person", ["source INTEGER NOT NULL", "account INTEGER NOT NULL"], key: "source, account",
    isWithoutRowID: true)

  /// SQL for the ordinals of the undecided sources.
  static let sources = "SELECT source FROM \(RunTables.sources.name) WHERE undecided"

  /// To be called when it is known whom each record means, and before copies of records are joined: a copy of an
  /// undecided record may be a decided one.
  static func find(in database: Connection) throws {
    for source in try database.all(sql: sources, { $0.integer(0) }) {
      try database.execute(
        sql: """
          INSERT INTO \(table.name)
          SELECT DISTINCT ?1, account FROM \(RunTables.evidenceAccounts.name)
          WHERE ref >= ?1 << \(Place.shiftOfSource) AND ref < (?1 + 1) << \(Place.shiftOfSource) ORDER BY account
          """, arguments: [source])
    }
  }
}

/// A source of this run whose records may say otherwise than they seem to.
package struct UndecidedSource: Sendable {
  package var path: String
  package var kind: EvidenceKind
  /// Whom its records name, ascending: 8 bytes for each of maybe a million.
  private var accounts: [Int64] = []

  fileprivate init(path: String, kind: EvidenceKind) { (self.path, self.kind) = (path, kind) }

  fileprivate mutating func add(_ account: Int64) { accounts.append(account) }

  package func names(_ account: Int64) -> Bool {
    var range = accounts.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if accounts[middle] == account { return true }
      range = accounts[middle] < account ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }
}

extension EvidenceDirectory {
  /// The undecided sources that name anybody, in order of path.
  ///
  /// - Throws: `StorageError`.
  package func undecidedSources() throws -> [UndecidedSource] {
    if let undecided { return undecided }
    var found: [UndecidedSource] = []
    var last: Int64?
    let rows = try SelectStatement(
      database,
      """
      SELECT p.source, p.account, s.kind, s.path FROM \(RunTables.sources.name) s
      JOIN \(UndecidedPersons.table.name) p ON p.source = s.source ORDER BY s.path, p.source, p.account
      """)
    while try rows.next() {
      if rows.integer(0) != last {
        guard let kind = EvidenceKind(rawValue: rows.text(2)) else { continue }
        found.append(UndecidedSource(path: rows.text(3), kind: kind))
        last = rows.integer(0)
      }
      found[found.count - 1].add(rows.integer(1))
    }
    undecided = found
    return found
  }
}
