package import Foundation
package import Storage

/// A store whose contents are asked for. Nothing in it or beside it is written: it may lie on a disk that is mounted to
/// be read only.
package struct StoreReader {
  private let file: StoreFile
  /// Nil where the store is of an earlier version, or a process ended in it in the middle of a change: then a copy is
  /// brought up to date, and read.
  private let current: Connection?

  /// - Returns: nil where there is no store.
  /// - Throws: `StoreError`.
  package init?(path: String) throws {
    file = try StoreFile(path)
    try file.requireOwn()
    guard file.state == .store else { return nil }
    current = try EvidenceStore.current(file)
  }

  /// Reads the store as it is; nil where it needs a copy.
  ///
  /// - Throws: `StoreError`, and what `body` throws.
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result? {
    try current.map { current in try StoreError.translated(path: file.path) { try body(current) } }
  }

  /// Reads a copy.
  ///
  /// - Parameter folder: for the copy, which stays there.
  /// - Throws: `StoreError`, and what `body` throws.
  package func read<Result>(copyIn folder: URL, _ body: (Connection) throws -> Result) throws -> Result {
    let copy = folder.appending(path: "audit.sqlite").path
    try StoreError.translated(path: file.path) { try EvidenceStore.copy(file, to: copy) }
    return try EvidenceStore(path: copy, isDurable: false).read(body)
  }
}

extension EvidenceStore {
  /// Gives `body` a store that holds what the store at a path holds, and in which a run can leave nothing behind: that
  /// one itself where it is up to date, else a copy, or a new one, in a folder that is removed afterwards.
  ///
  /// - Parameter isCopied: whether it is to be a copy in any case, so that other runs neither wait nor are refused.
  /// - Throws: `StoreError`, and what `body` throws.
  package static func withoutTrace<Result>(
    path: String, isCopied: Bool, in folder: URL, _ body: (EvidenceStore) throws -> Result
  ) throws -> Result {
    let file = try StoreFile(path)
    try file.requireOwn()
    let copy = folder.appending(path: "audit.sqlite").path
    if file.state == .store {
      if !isCopied, try current(file) != nil { return try body(EvidenceStore(path: path, isChanged: false)) }
      try StoreError.translated(path: path) { try self.copy(file, to: copy) }
    }
    return try body(EvidenceStore(path: copy))
  }

  /// A connection that only reads; nil where the store has to be brought up to date first.
  fileprivate static func current(_ file: StoreFile) throws -> Connection? {
    try StoreError.translated(path: file.path) {
      do {
        guard !file.isWriteAhead else { return nil }
        let connection = try Connection(path: file.path, options: readOnly)
        try refuseLaterVersion(connection, path: file.path)
        return try connection.isMigrated(by: Migrations.steps) ? connection : nil
      } catch let error as StorageError where error.kind == .interrupted {
        return nil
      }
    }
  }

  fileprivate static func copy(_ file: StoreFile, to copy: String) throws {
    try makePrivateFile(copy)
    do {
      guard !file.isWriteAhead else { throw StorageError(kind: .interrupted, message: "") }
      try Connection(path: file.path, options: readOnly).execute(sql: "VACUUM INTO ?", arguments: [copy])
    } catch let error as StorageError where error.kind == .interrupted {
      // With the journal, the copy's first connection undoes or completes what is unfinished.
      for suffix in ["", "-journal", "-wal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: file.path + suffix), options: .alwaysMapped),
          (try? data.write(to: URL(fileURLWithPath: copy + suffix))) != nil
        else { throw StoreError.cannotWrite(path: copy, cause: "the store cannot be copied there to be read") }
      }
    }
  }

  /// A run that commits holds the store for a moment, which is waited for: seconds.
  private static var readOnly: Connection.Options {
    Connection.Options(.readOnly, patience: 10, setUp: "PRAGMA temp_store = FILE; PRAGMA cache_size = -8192")
  }
}
