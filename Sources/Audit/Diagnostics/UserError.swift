import Evidence

/// What went wrong because of what the user gave, by the exit status that says so (sysexits.h; section 3 of the contract).
package struct UserError: Error, Hashable, CustomStringConvertible, Sendable {
  package enum Status: Int32, Sendable {
    case usage = 64
    case unusableData = 65
    case noSuchInput = 66
    case cannotWrite = 73
    case storeInUse = 75
  }

  package var status: Status
  /// What, where, and what to do.
  package var description: String

  package init(_ status: Status, _ description: String) {
    self.status = status
    self.description = description
  }

  init(_ error: StoreError) {
    switch error {
    case .inUse(let path):
      self.init(.storeInUse, "another run holds the store \(path); wait for it to end, or name another with --store")
    case .unreadable(let path, let cause):
      self.init(.unusableData, "the store \(path) cannot be read (\(cause)); restore it from a backup, or move it away")
    case .cannotWrite(let path, let cause):
      self.init(.cannotWrite, "the store \(path) cannot be written: \(cause)")
    case .tooNew(let path):
      self.init(.unusableData, "the store \(path) was written by a later version of relay-audit; use that version")
    }
  }
}
