#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// Why a file or folder cannot be used, as the end of a sentence.
package struct FolderProblem: Error, Hashable, Sendable {
  package var cause: String

  package init(cause: String) { self.cause = cause }

  /// What the system says.
  static func system(_ what: String? = nil, _ code: Int32 = errno) -> FolderProblem {
    let text = String(cString: strerror(code))
    return FolderProblem(cause: what.map { "\($0): \(text)" } ?? text)
  }
}

/// A folder that is held open: what is done in it happens in this folder, whatever its path leads to meanwhile.
package final class OpenFolder: Sendable {
  /// Absolute, without links.
  package let path: String
  package let descriptor: Int32

  /// Opens a folder that is there.
  ///
  /// - Throws: `FolderProblem`, also where somebody else may have planted it (`PathTrust`).
  package init(_ path: String) throws(FolderProblem) {
    try PathTrust.check(path)
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system() }
    self.path = Self.resolved(path)
  }

  /// Opens a folder, and makes it and those above it where they are missing, for their owner alone.
  ///
  /// - Throws: `FolderProblem`.
  package convenience init(making path: String) throws(FolderProblem) {
    // Before anything is made in it, too.
    try PathTrust.check(path)
    try Self.make(path)
    try self.init(path)
  }

  /// A folder in another one, which is no link.
  init(_ name: String, in folder: OpenFolder) throws(FolderProblem) {
    descriptor = openat(folder.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system() }
    path = folder.path + "/" + name
  }

  deinit { close(descriptor) }

  private static func make(_ path: String) throws(FolderProblem) {
    var status = stat()
    guard stat(path, &status) != 0 else { return }
    guard errno == ENOENT, path != "/", !path.isEmpty else { throw .system("the folder cannot be made") }
    let above = Self.above(path)
    try make(above)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system("the folder cannot be made") }
    sync(above)
  }

  /// The path of the folder that a path's last part is in.
  package static func above(_ path: String) -> String {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What the file system says of an entry, without following it; nil where there is none.
  package func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  package var status: stat {
    var status = stat()
    fstat(descriptor, &status)
    return status
  }

  /// Whether everybody may replace what is in it.
  package var isOpenToAll: Bool { status.st_mode & 0o1002 == 0o002 }

  /// The names of its entries, in no order.
  package func names() throws(FolderProblem) -> [String] {
    // With a position of its own.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw .system() }
    guard let stream = fdopendir(copy) else {
      close(copy)
      throw .system()
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        // A list that breaks off must not pass for a whole one.
        guard errno == 0 else { throw .system() }
        return names
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Makes a file that was not there, for its owner alone. No link is followed.
  ///
  /// - Returns: its descriptor, to read and to write, which the caller closes.
  package func makeFile(_ name: String) throws(FolderProblem) -> Int32 {
    let file = openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system() }
    return file
  }

  /// Makes a file of these bytes that was not there, for its owner alone. In contrast to a `WholeFile`, nothing lasts
  /// that a signal would have to wait for.
  package func makeFile(_ name: String, of bytes: [UInt8]) throws(FolderProblem) {
    let file = try makeFile(name)
    defer { close(file) }
    try FileBytes.write(bytes, to: file)
  }

  /// Opens a file that is there and is no link.
  ///
  /// - Returns: its descriptor, which the caller closes.
  package func openFile(_ name: String, _ flags: Int32 = O_RDONLY) throws(FolderProblem) -> Int32 {
    // Whatever stands there under the name of a file must not make it wait.
    let file = openat(descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .system() }
    return file
  }

  /// Moves a file to another folder of the file system, in the place of what has its name there.
  package func move(_ name: String, to folder: OpenFolder, as newName: String? = nil) throws(FolderProblem) {
    guard renameat(descriptor, name, folder.descriptor, newName ?? name) == 0 else { throw .system() }
  }

  package func remove(_ name: String) { unlinkat(descriptor, name, 0) }

  package func removeForSure(_ name: String) throws(FolderProblem) {
    guard unlinkat(descriptor, name, 0) == 0 else { throw .system() }
  }

  /// Brings its entries to the disk. File systems that cannot do it keep them in their own order.
  package func sync() throws(FolderProblem) {
    guard fsync(descriptor) == 0 || [EINVAL, ENOTSUP, EROFS].contains(errno) else { throw .system() }
  }

  /// Does nothing for a folder that cannot be opened: what is lost of it is made again.
  private static func sync(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Whether nothing is at a path for sure, which is more than that it cannot be opened.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }
}
