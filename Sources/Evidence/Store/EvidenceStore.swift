import Foundation
package import GRDB

/// The history of runs, accounts in scope and findings, in one SQLite file that only its owner may read.
package struct EvidenceStore {
  private let queue: DatabaseQueue
  private let path: String

  /// Opens the store, and makes it and its folder where they are missing.
  ///
  /// - Throws: `StoreError`.
  package init(path: String) throws {
    self.path = path
    try Self.makePrivateFile(path)
    do {
      queue = try DatabaseQueue(path: path, configuration: Self.configuration)
      if try queue.read(Migrations.migrator.hasBeenSuperseded) { throw StoreError.tooNew(path: path) }
      try Migrations.migrator.migrate(queue)
    } catch let error as DatabaseError {
      throw Self.storeError(error, path: path)
    }
  }

  /// Opens a store that must be there; nil where there is none.
  package static func existing(path: String) throws -> EvidenceStore? {
    FileManager.default.fileExists(atPath: path) ? try EvidenceStore(path: path) : nil
  }

  /// Runs `body` in one transaction that no other run can enter. Whatever it throws, the store stays as it was.
  ///
  /// - Parameter isShared: whether a second thread will read the evidence, through `EvidenceSession.reader`.
  /// - Throws: `StoreError`, and what `body` throws.
  package func run<Result>(
    _ settings: EvidenceSettings, isShared: Bool = false, _ body: (EvidenceSession) throws -> Result
  ) throws -> Result {
    do {
      let files = try RunFiles(beside: path)
      defer { files.remove() }
      return try queue.inDatabase { store in
        let evidence = try files.connect()
        // Before the others open the files: a connection that knew them empty cannot look again while this one writes.
        try evidence.inDatabase { try $0.execute(sql: RunTables.schema) }
        try files.attach(.accounts, to: store)
        defer { try? store.execute(sql: "DETACH accounts") }
        let reader = isShared ? try files.connect() : nil
        files.remove()
        var result: Result?
        // Deferred, since an immediate one would hold the file of accounts as well.
        try store.inTransaction(.deferred) {
          try Self.reserve(store)
          result = try evidence.inDatabase { evidence in
            try EvidenceSession.with(evidence, store: store, reader: reader, settings: settings, body)
          }
          return .commit
        }
        // `inTransaction` returns only after its closure did.
        guard let result else { throw StoreError.unreadable(path: path, cause: "the transaction did not run") }
        return result
      }
    } catch let error as DatabaseError {
      throw Self.storeError(error, path: path)
    }
  }

  /// Takes the lock of a writer, and writes nothing.
  private static func reserve(_ store: Database) throws {
    try store.execute(sql: "DELETE FROM main.setting WHERE name IS NULL")
  }

  /// Reads the history.
  ///
  /// - Throws: `StoreError`, and what `body` throws.
  package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    do {
      return try queue.inDatabase(body)
    } catch let error as DatabaseError {
      throw Self.storeError(error, path: path)
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    // A second run is told at once that the store is held, rather than waiting for hours.
    configuration.busyMode = .immediateError
    configuration.prepareDatabase { database in
      // Of a new store. A page of 4 KiB at a time, keeping the first night's accounts took a fifth longer.
      try database.execute(sql: "PRAGMA page_size = 8192")
      // The cache is bounded, so that memory does not grow with the export: 8 MB, in KiB.
      try database.execute(sql: "PRAGMA temp_store = FILE; PRAGMA main.cache_size = -8192; PRAGMA secure_delete = ON")
    }
    return configuration
  }

  /// SQLite gives its journal the rights of the file itself.
  private static func makePrivateFile(_ path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError.cannotWrite(path: path, cause: "its folder cannot be made")
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError.cannotWrite(path: path, cause: String(cString: strerror(errno))) }
    close(descriptor)
  }

  private static func storeError(_ error: DatabaseError, path: String) -> StoreError {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse(path: path)
    case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM:
      .cannotWrite(path: path, cause: error.message ?? "\(error.resultCode)")
    // SQLite's own words name tables and constraints, never values.
    default: .unreadable(path: path, cause: error.message ?? "\(error.resultCode)")
    }
  }
}
