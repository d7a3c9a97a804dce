import Platform
package import Storage

/// The two files that hold a run's own tables: one the accounts that its exports show, one all other evidence.
///
/// They are files because only one connection sees a temporary table, and a second connection judges, writes reports
/// and keeps accounts at the same time. They are two because no connection can read a file while another one writes it,
/// and the accounts are complete before the rest.
///
/// The files are unlinked as soon as all connections have opened them, so no other process can open them and nothing
/// remains however the run ends.
package struct RunFiles {
  package enum File: String, CaseIterable {
    case accounts, evidence

    /// Bytes. Accounts are scanned from end to end: pages of 32 KiB make that a third faster. Other evidence is looked
    /// up by person, and logs are in order of time: of a page that is read, one row is used.
    fileprivate var pageSize: Int { self == .accounts ? 32768 : 8192 }

    /// KiB of each connection, so that memory does not grow with the export. A cache does not help a scan. What is
    /// looked up fits at a million accounts on two nights; with half of it, shuffled logs are read a hundred times
    /// over.
    fileprivate var cacheSize: Int { self == .accounts ? 2048 : 16384 }
  }

  private static let prefix = "run-"

  private let folder: PrivateFolder

  /// What killed processes left beside the store goes.
  ///
  /// - Throws: `StorageError`.
  package init(beside store: String) throws {
    do throws(FolderProblem) {
      let parent = try OpenFolder(OpenFolder.above(store))
      for left in PrivateFolder.dead(in: parent, prefix: Self.prefix) { left.remove() }
      folder = try PrivateFolder(in: parent, prefix: Self.prefix)
    } catch {
      throw StorageError(kind: .cannotWrite, message: error.cause)
    }
  }

  /// A connection to both files.
  ///
  /// - Parameter count: how many connections of its sort there are. They share the memory that one would have, but
  ///   each has at least a quarter of it.
  package func connect(oneOf count: Int = 1) throws -> Connection {
    // Only another thread of the run can hold a lock, and not for long.
    let connection = try Connection(path: nil, options: .init(patience: 60, setUp: "PRAGMA temp_store = FILE"))
    for file in File.allCases { try attach(file, to: connection, cacheSize: file.cacheSize / min(max(1, count), 4)) }
    return connection
  }

  package func attach(_ file: File, to database: Connection) throws {
    try attach(file, to: database, cacheSize: file.cacheSize)
  }

  /// - Parameter cacheSize: KiB.
  private func attach(_ file: File, to database: Connection, cacheSize: Int) throws {
    let path = "\(folder.path)/\(file.rawValue).sqlite"
    try database.execute(sql: "ATTACH ? AS \(file.rawValue)", arguments: [path])
    // The files end with the run, so they need no journal and no sync.
    try database.execute(
      sql: """
        PRAGMA \(file.rawValue).page_size = \(file.pageSize); PRAGMA \(file.rawValue).journal_mode = OFF;
        PRAGMA \(file.rawValue).synchronous = OFF; PRAGMA \(file.rawValue).cache_size = -\(cacheSize);
        SELECT count(*) FROM \(file.rawValue).sqlite_schema
        """)
  }

  /// A file for what is too much for memory.
  ///
  /// - Throws: `StorageError`.
  package func makeSpill() throws -> SpillFile { try SpillFile(in: folder.folder) }

  /// Unlinks the files; open connections keep working.
  package func remove() {
    folder.remove()
  }
}
