import Foundation
import Testing

extension Workplace {
  /// Runs a Python script in the folder.
  func python(_ script: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
  }

  /// All files and folders below a folder, with what they hold and when they were changed: a file that comes and goes
  /// changes its folder's time.
  func state(of name: String) throws -> [String: String] {
    let folder = path(name)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path) + ["."]
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        let file = folder.appending(path: name)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970
        let data = (try? Data(contentsOf: file)) ?? Data()
        return (name, "\(attributes[.posixPermissions] ?? "") \(time ?? 0) \(data.count) \(data.hashValue)")
      })
  }
}
