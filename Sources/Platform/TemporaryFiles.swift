#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Folders for what is needed for a while, in the system's folder of temporary files.
package enum TemporaryFiles {
  private static let prefix = "relay-audit-"

  /// What killed processes left there is removed, once in a process.
  private static let clearing: Void = {
    guard let system = try? OpenFolder(path) else { return }
    for left in PrivateFolder.dead(in: system, prefix: prefix) { left.remove() }
  }()

  /// The system's folder for them. SQLite keeps what it sorts there as well.
  package static var path: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// - Throws: `FolderProblem`, as a sentence that names the system's folder.
  package static func folder() throws(FolderProblem) -> PrivateFolder {
    _ = clearing
    do {
      return try PrivateFolder(in: OpenFolder(path), prefix: prefix)
    } catch {
      throw FolderProblem(cause: "the folder of temporary files (TMPDIR), \(path), cannot be used: \(error.cause)")
    }
  }
}
