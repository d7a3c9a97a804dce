package import Foundation

/// A script beside the tests, which holds a file to an official schema or reads it with another's library.
package struct PythonScript: Sendable {
  private let name: String
  private let folder: String

  /// What a script that ended with another status than 0 printed.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameter folder: in `Tests`.
  package init(name: String, folder: String = "Formats") {
    self.name = name
    self.folder = folder
  }

  /// - Returns: what it prints, its errors too.
  /// - Throws: `Failure`, and what `Process` throws.
  package func run(_ arguments: [String], input: FileHandle = .nullDevice) throws -> String {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../\(folder)/\(name)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3", script.standardizedFileURL.path]
      + arguments
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "\(name): \(text)") }
    return text
  }
}
