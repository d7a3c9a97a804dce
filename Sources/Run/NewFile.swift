import Foundation
import Glibc

/// A file that a command makes besides reports: for its owner alone, as all that the program writes.
enum NewFile {
  /// Writes a file that was not there, whole or not at all. A link counts as a file, wherever it leads.
  ///
  /// - Returns: false where something has the path already, which stays as it is.
  /// - Throws: `UserError` where it cannot be written.
  static func write(_ text: String, to path: String) throws(UserError) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw UserError(.cannotWrite, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } catch {
      unlink(path)
      throw UserError(.cannotWrite, "\(path) cannot be written: \(error.localizedDescription)")
    }
    return true
  }
}
