import Glibc
import Platform

/// Files that commands make and never replace.
enum NewFile {
  /// - Parameters:
  ///   - rights: as in `WholeFile.write`.
  ///   - collision: thrown where something is at the path.
  /// - Throws: `UserError`, `Interruption.Stopped`.
  static func write(
    _ text: String, to path: String, rights: mode_t? = 0o600, orThrow collision: UserError? = nil
  ) throws {
    do {
      try WholeFile.write(Array(text.utf8), to: path, .new, rights: rights)
    } catch is WholeFile.IsThere {
      throw collision
        ?? UserError(.cannotWrite, "\(path) already exists, and is not overwritten", remedy: "move it away")
    } catch let problem as FolderProblem {
      throw UserError(.cannotWrite, "\(path) cannot be written: \(problem.cause)")
    }
  }
}
