/// Why the store cannot be used. Each is told to the user with its remedy.
package enum StoreError: Error, Hashable, Sendable {
  /// Another run holds it.
  case inUse(path: String)
  /// The file is no store of this program, or is damaged.
  case unreadable(path: String, cause: String)
  case cannotWrite(path: String, cause: String)
  /// A later version of the program wrote it.
  case tooNew(path: String)
}
