import Foundation
import Platform

/// A folder that nobody else can read, and that is gone when the work in it is done.
enum TemporaryFolder {
  /// - Throws: `UserError`, and what `body` throws.
  static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder: PrivateFolder
    do {
      folder = try TemporaryFiles.folder()
    } catch {
      throw UserError(.cannotWrite, error.cause)
    }
    defer { folder.remove() }
    return try body(URL(fileURLWithPath: folder.path))
  }
}
