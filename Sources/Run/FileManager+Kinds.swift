import Foundation

extension FileManager {
  /// Whether a folder is there. A link is followed.
  func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Whether something other than a folder is there, such as a file or a pipe. A link is followed.
  func isFile(_ path: String) -> Bool { fileExists(atPath: path) && !isFolder(path) }
}
