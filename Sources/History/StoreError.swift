import Storage

/// Why the store cannot be used. Each is told to the user with its remedy.
package enum StoreError: Error, Hashable, Sendable {
  /// Another run holds it.
  case inUse(path: String)
  /// The file is damaged.
  case unreadable(path: String, cause: String)
  /// The user may not read it.
  case forbidden(path: String, cause: String)
  /// The file is no store of this program; `what` it is follows "it is".
  case foreign(path: String, what: String)
  case cannotWrite(path: String, cause: String)
  /// The disk of the store or of temporary files is full.
  case full(path: String)
  /// SQLite got no memory.
  case noMemory
  /// A later version of the program wrote it: its name and version, where the store tells them, and its schema; and the
  /// newest schema that this version knows.
  case tooNew(path: String, tool: String?, schema: String, known: String)
}

extension StoreError {
  /// Runs `body`, and throws a `StorageError` as the store's.
  static func translated<Result>(path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StorageError {
      switch error.kind {
      case .busy: throw StoreError.inUse(path: path)
      case .cannotWrite: throw StoreError.cannotWrite(path: path, cause: error.message)
      case .full: throw StoreError.full(path: path)
      case .noMemory: throw StoreError.noMemory
      case .unreadable, .interrupted: throw StoreError.unreadable(path: path, cause: error.message)
      }
    }
  }
}
