import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder with a name that nobody can guess, for its owner alone, which goes when its work is done.
///
/// A locked file in it tells the folder of a living process from one that a killed process left: the lock ends with the
/// process. `dead` finds the latter.
package final class PrivateFolder: Sendable {
  package let name: String
  /// The one that it is in.
  package let parent: OpenFolder
  package let folder: OpenFolder
  private let lock: Int32
  private let state = Mutex(State())

  private struct State {
    var isKept = false
    var clearing: Interruption.Registration?
  }

  static let lockName = ".lock"
  private static let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
  private static let nameLength = 12

  package var path: String { folder.path }

  /// Its path by its descriptor, for libraries that take paths: it leads here, whatever becomes of the folders above.
  package var ownPath: String {
    let path = "/proc/self/fd/\(folder.descriptor)"
    return access(path, F_OK) == 0 ? path : folder.path
  }

  /// - Parameters:
  ///   - prefix: of its name.
  ///   - isGuarded: whether to refuse a parent in which everybody may replace files.
  /// - Throws: `FolderProblem`.
  package init(in parent: OpenFolder, prefix: String, isGuarded: Bool = true) throws(FolderProblem) {
    self.parent = parent
    (name, folder, lock) = try Self.make(in: parent, prefix: prefix)
    // Where a file system keeps no rights, those of the parent say nothing.
    guard !isGuarded || !parent.isOpenToAll || folder.status.st_mode & 0o077 != 0 else {
      remove()
      throw FolderProblem(
        cause: """
          everybody may replace the files in \(parent.path); take that right away with `chmod o-w`, or name a folder of \
          your own
          """)
    }
    clearWhenCutOff()
  }

  /// One that a killed process left.
  private init(dead name: String, _ folder: OpenFolder, lock: Int32, in parent: OpenFolder) {
    (self.name, self.parent, self.folder, self.lock) = (name, parent, folder, lock)
    // It may hold what has to be completed.
    state.withLock { $0.isKept = true }
  }

  deinit {
    if !state.withLock(\.isKept) { remove() }
    close(lock)
  }

  private static func make(
    in parent: OpenFolder, prefix: String
  ) throws(FolderProblem) -> (String, OpenFolder, Int32) {
    var problem = FolderProblem.system(nil, EEXIST)
    // Another try where the name is there, or a process that clears dead folders came between folder and lock.
    for _ in 0..<10 {
      let name = prefix + String((0..<nameLength).compactMap { _ in letters.randomElement() })
      guard mkdirat(parent.descriptor, name, 0o700) == 0 else {
        problem = .system()
        if errno == EEXIST { continue }
        throw problem
      }
      do {
        let folder = try OpenFolder(name, in: parent)
        let lock = try folder.makeFile(lockName)
        var status = stat()
        if FileLock.take(lock) != .held, fstat(lock, &status) == 0, status.st_nlink > 0 { return (name, folder, lock) }
        close(lock)
      } catch {
        problem = error
        if folderIsMissing(name, parent) { continue }
        unlinkat(parent.descriptor, name, AT_REMOVEDIR)
        throw error
      }
    }
    throw problem
  }

  private static func folderIsMissing(_ name: String, _ parent: OpenFolder) -> Bool { parent.status(of: name) == nil }

  private func clearWhenCutOff() {
    let (parent, name) = (parent, name)
    let clearing = Interruption.whenCutOff { Self.removeTree(name, in: parent) }
    state.withLock { $0.clearing = clearing }
  }

  /// From now on, it stays where a signal cuts the process off.
  package func outlastSignals() {
    let clearing = state.withLock { state in
      defer { state.clearing = nil }
      return state.clearing
    }
    clearing?.cancel()
  }

  /// From now on, `remove` alone removes it.
  package func keep() {
    outlastSignals()
    state.withLock { $0.isKept = true }
  }

  package func remove() {
    keep()
    Self.removeTree(name, in: parent)
  }

  /// This user's private folders in `parent` whose processes were killed; empty ones are removed. They are this
  /// process's now, until it lets go of them.
  package static func dead(in parent: OpenFolder, prefix: String) -> [PrivateFolder] {
    ((try? parent.names()) ?? []).filter { isOne($0, prefix) }.sorted().compactMap { name in
      if let dead = dead(name, in: parent) { return dead }
      // The process was killed before it made the lock, or after it removed it. Where it lives, it makes another folder.
      if let status = parent.status(of: name), isOurs(status), !hasLock(name, parent) {
        unlinkat(parent.descriptor, name, AT_REMOVEDIR)
      }
      return nil
    }
  }

  /// - Returns: nil where there is none of that name, or a living process has it.
  package static func dead(_ name: String, in parent: OpenFolder) -> PrivateFolder? {
    guard let folder = try? OpenFolder(name, in: parent), isOurs(folder.status),
      let lock = try? folder.openFile(lockName, O_RDWR)
    else { return nil }
    guard FileLock.take(lock) == .taken else {
      close(lock)
      return nil
    }
    return PrivateFolder(dead: name, folder, lock: lock, in: parent)
  }

  private static func hasLock(_ name: String, _ parent: OpenFolder) -> Bool {
    (try? OpenFolder(name, in: parent))?.status(of: lockName) != nil
  }

  /// Whether a name is one that `init` gives.
  private static func isOne(_ name: String, _ prefix: String) -> Bool {
    name.hasPrefix(prefix) && name.count == prefix.count + nameLength
      && name.dropFirst(prefix.count).allSatisfy(letters.contains)
  }

  private static func isOurs(_ status: stat) -> Bool { status.st_uid == geteuid() && status.st_mode & 0o077 == 0 }

  /// The lock goes last, so that what is left of a folder is known for what it is, and the next process removes it.
  ///
  /// - Returns: whether it is gone.
  @discardableResult
  private static func removeTree(_ name: String, in parent: OpenFolder) -> Bool {
    guard let folder = try? OpenFolder(name, in: parent), let names = try? folder.names() else { return false }
    var isEmpty = true
    for name in names where name != lockName {
      if unlinkat(folder.descriptor, name, 0) != 0, !removeTree(name, in: folder) { isEmpty = false }
    }
    guard isEmpty else { return false }
    unlinkat(folder.descriptor, lockName, 0)
    return unlinkat(parent.descriptor, name, AT_REMOVEDIR) == 0
  }
}
