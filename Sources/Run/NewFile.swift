import Platform

/// Files that commands make and never replace.
enum NewFile {
  /// Writes a file for its owner alone.
  ///
  /// - Parameter collision: thrown where something is at the path.
  /// - Throws: `UserError`, `Interruption.Stopped`.
  static func write(_ text: String, to path: String, orThrow collision: UserError? = nil) throws {
    do {
      try WholeFile.write(Array(text.utf8), to: path, .new)
    } catch is WholeFile.IsThere {
      throw collision
        ?? UserError(.cannotWrite, "\(path) already exists, and is not overwritten", remedy: "move it away")
    } catch let problem as FolderProblem {
      throw UserError(.cannotWrite, "\(path) cannot be written: \(problem.cause)")
    }
  }
}
