import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The store's file: its owner's alone, in a folder where nobody else can put another one in its place.
enum StoreRights {
  /// What SQLite puts beside a file, and reads when it opens the file.
  fileprivate static let companions = ["-journal", "-wal", "-shm"]

  /// Makes the file and its folder where they are missing, and takes the rights on a file of the user's from all others.
  /// SQLite gives its journal the rights of the file.
  ///
  /// - Throws: `StoreError`.
  static func make(_ path: String) throws {
    let folder: OpenFolder
    do throws(FolderProblem) {
      folder = try OpenFolder(making: OpenFolder.above(path))
    } catch {
      throw StoreError.cannotWrite(path: path, cause: "its folder cannot be used: \(error.cause)")
    }
    do throws(FolderProblem) {
      for name in [""] + companions { try PathTrust.check(path + name) }
    } catch {
      throw StoreError.cannotWrite(path: path, cause: error.cause)
    }
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    let file = made >= 0 ? made : open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw StoreError.cannotWrite(path: path, cause: String(cString: strerror(errno))) }
    defer { close(file) }
    if isOpenToOthers(file), owner(of: file) == geteuid() { fchmod(file, 0o600) }
    // Where a file system keeps no rights, those of the folder say nothing.
    guard !folder.isOpenToAll || isOpenToOthers(file) else {
      if made >= 0 { unlink(path) }
      throw StoreError.cannotWrite(
        path: path,
        cause: """
          everybody may replace the files in \(folder.path); take that right away with `chmod o-w`, or name a store in a \
          folder of your own
          """)
    }
    guard made >= 0 else { return }
    do throws(FolderProblem) {
      try folder.sync()
    } catch {
      throw StoreError.cannotWrite(path: path, cause: error.cause)
    }
  }

  private static func isOpenToOthers(_ file: Int32) -> Bool { status(of: file).st_mode & 0o077 != 0 }

  private static func owner(of file: Int32) -> uid_t { status(of: file).st_uid }

  private static func status(of file: Int32) -> stat {
    var status = stat()
    fstat(file, &status)
    return status
  }
}

extension EvidenceStore {
  /// The store's file, and those that SQLite may put beside it.
  package static func files(of path: String) -> [String] { [path] + StoreRights.companions.map { path + $0 } }

  /// - Throws: `StoreError`.
  static func makePrivateFile(_ path: String) throws { try StoreRights.make(path) }
}
