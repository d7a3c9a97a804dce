import Foundation
import GRDB

/// The two files in which SQLite keeps a run's own tables: the accounts that its exports show, and all other evidence.
///
/// Files rather than SQLite's temporary tables, which one connection alone can see: a second one judges, writes reports
/// and keeps accounts meanwhile. They are two, since nobody can read a file while another connection writes it, and the
/// accounts are complete before the rest.
///
/// No other process can open them: they are taken out of their folder as soon as all connections have opened them. So
/// nothing stays behind, however the run ends.
struct RunFiles {
  enum File: String, CaseIterable {
    case accounts, evidence

    /// KiB.
    fileprivate var cacheSize: Int { self == .accounts ? 2048 : 8192 }
  }

  private let folder: URL

  /// - Throws: `StoreError`.
  init(beside store: String) throws {
    let template = URL(fileURLWithPath: store).deletingLastPathComponent().appending(path: "run-XXXXXX").path
    var bytes = Array(template.utf8CString)
    // For its owner alone, as mkdtemp makes all of them.
    guard let path = mkdtemp(&bytes) else {
      throw StoreError.cannotWrite(path: store, cause: String(cString: strerror(errno)))
    }
    folder = URL(fileURLWithPath: String(cString: path))
  }

  /// A connection to both files.
  func connect() throws -> DatabaseQueue {
    var configuration = Configuration()
    // Seconds. Only another thread of the run can be in the way, and not for long.
    configuration.busyMode = .timeout(60)
    // The accounts are committed before the rest, inside of one block.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA temp_store = FILE")
      for file in File.allCases { try attach(file, to: database) }
    }
    return try DatabaseQueue(configuration: configuration)
  }

  func attach(_ file: File, to database: Database) throws {
    let path = folder.appending(path: "\(file.rawValue).sqlite").path
    try database.execute(sql: "ATTACH ? AS \(file.rawValue)", arguments: [path])
    // What is in them is lost with the run anyway, so nothing guards it against a crash. Pages of 32 KiB take a third of the
    // time of a table's scan off. The cache is bounded, in KiB, so that memory does not grow with the export: the accounts are
    // gone through from end to end, where a cache does not help, the rest is looked up.
    try database.execute(
      sql: """
        PRAGMA \(file.rawValue).page_size = 32768; PRAGMA \(file.rawValue).journal_mode = OFF;
        PRAGMA \(file.rawValue).synchronous = OFF; PRAGMA \(file.rawValue).cache_size = -\(file.cacheSize);
        SELECT count(*) FROM \(file.rawValue).sqlite_schema
        """)
  }

  /// Takes the files out of their folder; who has opened them goes on.
  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}
