import Storage

/// Gives what is remembered under one name of a project to another.
enum MemoryRenaming {
  /// - Throws: `StorageError`.
  static func rename(project: String, to name: String, in store: Connection) throws {}
}
