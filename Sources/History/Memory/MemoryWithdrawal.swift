import Storage

/// Takes back what a withdrawn run added to memory.
enum MemoryWithdrawal {
  /// - Throws: `StorageError`.
  static func withdraw(run: Int64, in store: Connection) throws {}
}
