/// A mistake in what the user asked intake to read.
package enum IntakeError: Error, Hashable, Sendable {
  /// Nothing is at this path; the exit status is 66.
  case noSuchInput(path: String)
  /// It cannot be read; the exit status is 65.
  case unreadableInput(path: String, reason: String)

  /// A sentence with what to do.
  package var message: String {
    switch self {
    case .noSuchInput(let path): "there is no file or folder at \(path); check the path"
    case .unreadableInput(let path, let reason): "\(path) cannot be read: \(reason)"
    }
  }
}
