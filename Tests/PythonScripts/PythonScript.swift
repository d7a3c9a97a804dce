import Foundation
import Testing

/// A script beside the tests, which holds a file to an official schema or reads it with another's library.
struct PythonScript {
  let name: String
  var folder = "Formats"

  /// - Returns: what it prints, its errors too.
  func run(_ arguments: [String]) throws -> String {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../\(folder)/\(name)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3", script.standardizedFileURL.path]
      + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(name): \(text)")
    return text
  }
}
