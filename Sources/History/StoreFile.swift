import Foundation
import Storage

/// A file that is to serve as a store, as it is found.
///
/// It is looked at before SQLite opens it to write: SQLite takes any database, and changes it.
struct StoreFile {
  enum State: Equatable {
    case missing
    /// Without a byte: it can become a store.
    case empty
    case store
    /// What it is, as in `StoreError.foreign`.
    case foreign(String)
  }

  /// `rlAu`. No program in SQLite's list of application ids (`magic.txt` in its sources) has it.
  static let applicationID: Int32 = 0x726c_4175

  let path: String
  let state: State
  /// Whether readers of it need files beside it (https://www.sqlite.org/wal.html). No store is made so; its owner may
  /// have changed it.
  let isWriteAhead: Bool

  /// Examines a file, and changes neither it nor anything beside it.
  ///
  /// - Throws: `StoreError` for one that cannot be read.
  init(_ path: String) throws {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      // Whether it can be made shows when it is made.
      guard errno == ENOENT || errno == ENOTDIR else {
        let (isForbidden, cause) = (errno == EACCES || errno == EPERM, String(cString: strerror(errno)))
        throw isForbidden
          ? StoreError.forbidden(path: path, cause: cause) : StoreError.unreadable(path: path, cause: cause)
      }
      (state, isWriteAhead) = (.missing, false)
      return
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      (state, isWriteAhead) = (.foreign("no ordinary file"), false)
      return
    }
    guard let header = try Header(descriptor, path) else {
      (state, isWriteAhead) = (status.st_size == 0 ? .empty : .foreign("no SQLite database"), false)
      return
    }
    isWriteAhead = header.isWriteAhead
    switch header.applicationID {
    case Self.applicationID: state = .store
    case 0: state = Self.isOldStore(path) ? .store : .foreign("a SQLite database with other tables")
    default: state = .foreign("another program's SQLite database")
    }
  }

  /// Stores of the first edition have no application id. They are known by their tables.
  private static func isOldStore(_ path: String) -> Bool {
    let database = try? Connection(path: path, options: .init(.asItStands, patience: nil, setUp: ""))
    let isStore = try? database?.first(
      sql: """
        SELECT count(*) = 4 AND EXISTS (SELECT 1 FROM main.grdb_migrations WHERE identifier = ?)
        FROM main.sqlite_schema
        WHERE type = 'table' AND name IN ('setting', 'run', 'stored_account', 'finding')
        """, arguments: [Migrations.steps[0].name]
    ) { $0.flag(0) }
    return isStore ?? false
  }

  /// - Throws: `StoreError` unless it is a store, or may become one.
  func requireOwn() throws {
    if case .foreign(let what) = state { throw StoreError.foreign(path: path, what: what) }
  }
}

extension StoreFile {
  /// What the first 100 bytes of a database say (https://www.sqlite.org/fileformat.html#the_database_header).
  private struct Header {
    let applicationID: Int32
    let isWriteAhead: Bool

    /// Nil for a file that is no database.
    ///
    /// - Throws: `StoreError` for one that cannot be read.
    init?(_ descriptor: Int32, _ path: String) throws {
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      guard count >= 0 else { throw StoreError.unreadable(path: path, cause: String(cString: strerror(errno))) }
      guard count == bytes.count, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
      applicationID = Int32(bitPattern: bytes[68..<72].reduce(0) { $0 << 8 | UInt32($1) })
      isWriteAhead = bytes[19] == 2
    }
  }
}
