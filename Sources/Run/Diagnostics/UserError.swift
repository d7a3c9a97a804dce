import Evidence
import History
import Intake
import Platform
import Reporting

/// A mistake of the user's, or a condition that the user can change. Any other error is a defect in the program.
package struct UserError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The exit status, after `sysexits.h` (docs/contract.md, section 3).
  package enum Status: Int32, CaseIterable, Sendable {
    case usage = 64
    case unusableData = 65
    case noSuchInput = 66
    case cannotWrite = 73
    /// Nothing that the command did is kept. Too little memory is no defect, but ends with a defect's status.
    case noMemory = 70
    case storeInUse = 75

    /// In a few words, for `--help`.
    package var meaning: String {
      switch self {
      case .usage: "wrong usage or configuration"
      case .unusableData: "unusable data"
      case .noSuchInput: "input, store, run or finding not found"
      case .cannotWrite: "output cannot be written"
      case .noMemory: "too little memory"
      case .storeInUse: "another run holds the store"
      }
    }
  }

  package var status: Status
  /// What is wrong, and where.
  package var problem: String
  /// What to do about it.
  package var remedy: String?

  package init(_ status: Status, _ problem: String, remedy: String? = nil) {
    self.status = status
    self.problem = problem
    self.remedy = remedy
  }

  package var description: String { remedy.map { "\(problem); \($0)" } ?? problem }
}

extension UserError {
  /// What an error means to the user; nil for a defect in the program.
  package init?(_ error: any Error) {
    switch error {
    case let error as UserError: self = error
    case let error as ConfigurationError: self.init(.usage, error.description)
    case let error as StoreError: self.init(error)
    case let error as CannotWrite: self.init(.cannotWrite, "\(error.path) cannot be written: \(error.cause)")
    case let error as MalformedLines:
      self.init(.unusableData, error.problem, remedy: "write the folder again with `relay-audit extract`")
    case let error as StateError: self.init(error)
    case let error as FolderProblem:
      self.init(
        .cannotWrite, "a temporary file cannot be written or read: \(error.cause)",
        remedy: "see that there is room in \(TemporaryFiles.path), or name another folder by TMPDIR")
    default: return nil
    }
  }

  init(_ error: StateError) {
    switch error {
    case .malformed(let what):
      self.init(.unusableData, "a line of state cannot be used: \(what)", remedy: "extract again")
    case .storeHasChanged:
      self.init(
        .unusableData,
        "the store has changed since the extract was made: a run or a sign-off was added, or somebody was forgotten",
        remedy: "extract again, and judge all shards again")
    case .repeated:
      self.init(
        .unusableData, "two shards changed the same account or record",
        remedy: "put all lines that share a name into one shard, and judge all shards again")
    }
  }

  init(_ error: StoreError) {
    switch error {
    case .inUse(let path):
      self.init(
        .storeInUse, "another run holds the store \(path)",
        remedy: "wait for that run to end, or name another store with --store")
    case .unreadable(let path, let cause):
      self.init(
        .unusableData, "the store \(path) cannot be read: \(cause)",
        remedy: "restore it from a backup, or move it away")
    case .forbidden(let path, let cause):
      self.init(
        .unusableData, "the store \(path) cannot be read: \(cause)",
        remedy: "check the owner and the permissions of the file and of its folder")
    case .foreign(let path, let what):
      self.init(
        .unusableData, "\(path) is not a store of \(Program.name): it is \(what); nothing in it was changed",
        remedy: "name another file with --store, or under `history.store` in the configuration")
    case .cannotWrite(let path, let cause):
      self.init(.cannotWrite, "the store \(path) cannot be written: \(cause)")
    case .full(let path):
      self.init(
        .cannotWrite, "the store \(path) cannot be written: a disk is full",
        remedy: "make room where the store is, and in \(TemporaryFiles.path), the folder of temporary files (TMPDIR)")
    case .noMemory:
      self.init(.noMemory, "there is too little memory", remedy: "nothing was changed; run it where there is more")
    case .tooNew(let path, let tool, let schema, let known):
      let other = tool == "\(Program.name) \(Program.version)" ? nil : tool
      self.init(
        .unusableData,
        """
        the store \(path) was written by \(other ?? "a later version of \(Program.name)"): it has schema \(schema), and \
        this is \(Program.name) \(Program.version), which reads schemas up to \(known)
        """, remedy: "use the version that wrote it, or a later one")
    }
  }
}
