#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that are there with all of their bytes, or not at all, whenever the process or the power ends.
package enum WholeFile {
  package enum Place: Sendable {
    /// Nothing is to be there: no link either.
    case new
    /// Takes the place of a file that may be there, and its rights; a link is followed.
    case any
    /// Takes the place of a file that may be there. Whatever its rights were, the new one is for its owner alone, and
    /// nobody else can replace it.
    case own
  }

  /// Thrown where something is there that may not be replaced.
  package struct IsThere: Error, Hashable {}

  private static let prefix = ".relay-audit-file-"

  /// Writes a file, and brings it to the disk. A new one is for its owner alone.
  ///
  /// - Parameter path: in a folder that exists.
  /// - Throws: `FolderProblem`, `IsThere`.
  package static func write(_ bytes: [UInt8], to path: String, _ place: Place) throws {
    try write(to: path, place) { output in try output(bytes) }
  }

  /// The same for a file that is written in pieces.
  ///
  /// - Throws: as above, and what `body` throws.
  package static func write<Result>(
    to path: String, _ place: Place, _ body: (_ output: @escaping ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    var target = path
    if case .any = place, let resolved = realpath(path, nil) {
      target = String(cString: resolved)
      free(resolved)
    }
    let folder = try OpenFolder(OpenFolder.above(target))
    let name = target.split(separator: "/").last.map(String.init) ?? target
    for left in PrivateFolder.dead(in: folder, prefix: prefix) { left.remove() }
    // Its name cannot be guessed, and what a killed process leaves in it is cleared away by the next one.
    let pending = try PrivateFolder(in: folder, prefix: prefix, isGuarded: place == .own)
    defer { pending.remove() }
    let file = try pending.folder.makeFile(name)
    defer { close(file) }
    let result = try body { bytes in
      try Interruption.check()
      try FileBytes.write(bytes, to: file)
    }
    guard fchmod(file, place == .own ? 0o600 : rights(of: folder.status(of: name))) == 0, fsync(file) == 0 else {
      throw FolderProblem.system()
    }
    try Interruption.commit()
    switch place {
    case .any, .own: try pending.folder.move(name, to: folder)
    case .new: try put(name, from: pending.folder, into: folder)
    }
    do throws(FolderProblem) {
      try folder.sync()
    } catch {
      if case .new = place { folder.remove(name) }
      throw error
    }
    return result
  }

  /// The rights that a file takes over from the one that it replaces. The rights of a link say nothing.
  private static func rights(of old: stat?) -> mode_t {
    guard let old, old.st_mode & S_IFMT == S_IFREG else { return 0o600 }
    return old.st_mode & 0o777
  }

  /// A second name of the file, unlike a move, never takes another file's place.
  private static func put(_ name: String, from pending: OpenFolder, into folder: OpenFolder) throws {
    guard linkat(pending.descriptor, name, folder.descriptor, name, 0) != 0 else { return }
    if errno == EEXIST { throw IsThere() }
    // Some file systems have no second names.
    guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { throw FolderProblem.system() }
    guard folder.status(of: name) == nil else { throw IsThere() }
    try pending.move(name, to: folder)
  }
}
