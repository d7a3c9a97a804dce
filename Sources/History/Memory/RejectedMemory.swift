import Evidence
import Storage

/// Whom the rejected records of earlier runs' sources name, by keys: what the names were is in no table.
enum RejectedMemory {
  static let schema = """
    CREATE TABLE rejected_name (
      -- Of `remembered_source`.
      source INTEGER NOT NULL,
      name INTEGER NOT NULL,
      -- `SubjectKey.Kind`; 0 for the id of a deletion request.
      kind INTEGER NOT NULL,
      PRIMARY KEY (source, name)
    ) WITHOUT ROWID;
    """

  /// - Parameter firstSource: the store's number of the source of ordinal 0.
  /// - Throws: `StorageError`.
  static func keep(_ sources: [ReadSource], from firstSource: Int64, of project: String, in store: Connection) throws {
    let sources = sources.filter { !$0.rejectedNames.isEmpty }
    guard !sources.isEmpty else { return }
    let insert = try WriteStatement(store, into: "main.rejected_name", columns: ["source", "name", "kind"])
    let forgotten = try ForgottenStore.persons(of: project, in: store)
    for source in sources {
      for name in source.rejectedNames.keys(besides: forgotten).sorted(by: { $0.bits < $1.bits }) {
        insert.bind(firstSource + Int64(source.ordinal)).bind(Int64(bitPattern: name.bits))
          .bind(Int64(name.kind?.rawValue ?? 0))
        try insert.run()
      }
    }
  }

  /// By source, the names that its rejected records have.
  ///
  /// - Parameter schema: of the connection, in which the store is.
  /// - Throws: `StorageError`.
  static func names(of project: String, in database: Connection, schema: String) throws -> [Int64: Set<RejectedName>] {
    var names: [Int64: Set<RejectedName>] = [:]
    let rows = try SelectStatement(
      database,
      """
      SELECT r.source, r.name, r.kind FROM \(schema).rejected_name r
      JOIN \(schema).remembered_source s ON s.id = r.source WHERE s.project = ? ORDER BY r.source, r.name
      """)
    try rows.start([project])
    while try rows.next() {
      names[rows.integer(0), default: []].insert(
        RejectedName(
          kind: SubjectKey.Kind(rawValue: UInt8(clamping: rows.integer(2))),
          bits: UInt64(bitPattern: rows.integer(1))))
    }
    return names
  }

  /// Removes the names of sources that the store no longer has.
  ///
  /// - Throws: `StorageError`.
  static func removeLeftOver(in store: Connection) throws {
    try store.execute(
      sql: "DELETE FROM main.rejected_name WHERE source NOT IN (SELECT id FROM main.remembered_source)")
  }

  /// Whether rejected records name a person.
  ///
  /// - Throws: `StorageError`.
  static func names(_ person: Person, in store: Connection) throws -> Bool {
    try store.first(
      sql: "SELECT 1 FROM main.rejected_name WHERE \(isOf(person)) LIMIT 1", arguments: [person.project]
    ) { _ in true } ?? false
  }

  /// Removes a person's names, but for those that others bear.
  ///
  /// - Throws: `StorageError`.
  static func remove(_ person: Person, in store: Connection) throws {
    try store.execute(sql: "DELETE FROM main.rejected_name WHERE \(isOf(person))", arguments: [person.project])
  }

  /// In SQL, with the project as an argument.
  private static func isOf(_ person: Person) -> String {
    let requests = person.requests.map { RejectedName(request: $0).bits }
    let names = person.names.keys.subtracting(person.shared).union(requests)
      .map { "\(Int64(bitPattern: $0))" }.joined(separator: ", ")
    return "name IN (\(names)) AND source IN (SELECT id FROM main.remembered_source WHERE project = ?)"
  }
}
