import Foundation

/// A file that a command is given beside the store.
enum InputFile {
  /// - Throws: `UserError` where it cannot be read.
  static func read(_ path: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw UserError(.noSuchInput, "\(path) cannot be read", remedy: "check the path and its permissions")
    }
  }

  /// - Returns: the path.
  /// - Throws: as `read`.
  static func existing(_ path: String) throws -> String {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw UserError(.noSuchInput, "\(path) cannot be read", remedy: "check the path and its permissions")
    }
    return path
  }
}
