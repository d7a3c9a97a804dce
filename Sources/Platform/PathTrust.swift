#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether somebody else may have planted what a path leads to.
package enum PathTrust {
  /// In a folder that everybody may write to, such as `/tmp`, an entry counts only if it is the user's own or root's; and
  /// a link counts nowhere that is another user's. What does not exist yet is planted by nobody.
  ///
  /// - Throws: `FolderProblem`, naming the entry.
  package static func check(_ path: String) throws(FolderProblem) {
    try checkEntries(path)
    guard let resolved = realpath(path, nil) else { return }
    defer { free(resolved) }
    try checkEntries(String(cString: resolved))
  }

  private static func checkEntries(_ path: String) throws(FolderProblem) {
    var folder = path.hasPrefix("/") ? "/" : "."
    for name in path.split(separator: "/") {
      let entry = (folder == "/" ? "" : folder) + "/" + name
      var (above, status) = (stat(), stat())
      guard stat(folder, &above) == 0, lstat(entry, &status) == 0 else { return }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      if isLink || above.st_mode & 0o002 != 0, status.st_uid != 0, status.st_uid != geteuid() {
        throw FolderProblem(
          cause: """
            \(entry.hasPrefix("./") ? String(entry.dropFirst(2)) : entry) belongs to another user \
            (\(status.st_uid)), who may have put it there for others to follow; name a folder of your own
            """)
      }
      folder = entry
    }
  }
}
