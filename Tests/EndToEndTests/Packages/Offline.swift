import Foundation
import Testing

/// Starts a command that the kernel kills when it, or a program that it starts, asks for a socket
/// (`Fixtures/Offline/offline.c`).
enum Offline {
  /// SIGSYS, with which the kernel kills.
  static let killed: Int32 = 31

  private static let launcher = compiled("offline")
  /// Asks for a socket (`Fixtures/Offline/ask.c`).
  private static let asker = compiled("ask")

  /// - Returns: nothing where the compiler fails.
  private static func compiled(_ name: String) -> URL? {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/Offline/\(name).c").standardizedFileURL
    let program = FileManager.default.temporaryDirectory.appending(path: "relay-audit-\(name)-\(getpid())")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["cc", "-O1", "-Wall", "-Werror", "-o", program.path, source.path]
    try? compiler.run()
    compiler.waitUntilExit()
    return compiler.terminationStatus == 0 ? program : nil
  }

  /// - Parameter isLocal: sockets of the machine itself are allowed (AF_UNIX), such as those of an agent of keys.
  static func run(
    _ arguments: [String], isLocal: Bool = false, in place: Workplace
  ) throws -> Workplace.Outcome {
    let launcher = try #require(launcher, "cc cannot make the launcher")
    return try place.run((isLocal ? ["--local"] : []) + arguments, program: launcher)
  }

  /// Runs the program that asks for a socket.
  static func ask(_ arguments: [String], isLocal: Bool = false, in place: Workplace) throws -> Workplace.Outcome {
    try run([try #require(asker, "cc cannot make the asking program").path] + arguments, isLocal: isLocal, in: place)
  }
}
