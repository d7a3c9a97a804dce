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

    /// KiB.
    fileprivate var cacheSize: Int { self == .accounts ? 2048 : 8192 }
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
  package func connect() throws -> Connection {
    // Only another thread of the run can hold a lock, and not for long.
    let connection = try Connection(path: nil, options: .init(patience: 60, setUp: "PRAGMA temp_store = FILE"))
    for file in File.allCases { try attach(file, to: connection) }
    return connection
  }

  package func attach(_ file: File, to database: Connection) throws {
    let path = "\(folder.path)/\(file.rawValue).sqlite"
    try database.execute(sql: "ATTACH ? AS \(file.rawValue)", arguments: [path])
    // The files end with the run, so they need no journal and no sync. Pages of 32 KiB make a table's scan a third
    // faster. The caches are bounded (in KiB), so that memory does not grow with the export: accounts are scanned from
    // end to end, where a cache does not help; the rest is looked up.
    try database.execute(
      sql: """
        PRAGMA \(file.rawValue).page_size = 32768; PRAGMA \(file.rawValue).journal_mode = OFF;
        PRAGMA \(file.rawValue).synchronous = OFF; PRAGMA \(file.rawValue).cache_size = -\(file.cacheSize);
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
