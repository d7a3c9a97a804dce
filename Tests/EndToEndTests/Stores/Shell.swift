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
    let names = try FileManager.default.subpathsOfDirectory(atPath: path(name).path) + ["."]
    return Dictionary(
      uniqueKeysWithValues: names.map { file in
        var status = stat()
        #expect(stat(path(name).appending(path: file).path, &status) == 0)
        let data = (try? Data(contentsOf: path(name).appending(path: file))) ?? Data()
        return (
          file, "\(status.st_mode) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(data.count) \(data.hashValue)"
        )
      })
  }
}
