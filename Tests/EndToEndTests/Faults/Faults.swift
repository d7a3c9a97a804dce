import Foundation
import Testing

/// Starts the built program so that it is killed, or fails, at a call of its own choice (`Tests/Faults/faults.c`).
enum Faults {
  enum Outcome {
    case killed
    /// With this `errno`, and from then on where `forEver`.
    case fails(Int32, forEver: Bool)
  }

  /// Calls that change what is on disk.
  static let lasting = ["fsync", "fdatasync", "mkdir", "mkdirat", "rename", "renameat", "unlink", "unlinkat"]

  private static let library: URL? = {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Faults/faults.c").standardizedFileURL
    let library = FileManager.default.temporaryDirectory.appending(path: "relay-audit-faults-\(getpid()).so")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["cc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library.path, source.path, "-ldl"]
    try? compiler.run()
    compiler.waitUntilExit()
    return compiler.terminationStatus == 0 ? library : nil
  }()

  /// - Parameters:
  ///   - call: the number of the call, from 1.
  ///   - names: of the functions that count.
  static func run(
    _ arguments: [String], in place: Workplace, at call: Int, of names: [String] = lasting, _ outcome: Outcome
  ) throws -> Workplace.Outcome {
    var variables = ["FAULT_CALLS": names.joined(separator: ","), "FAULT_AT": "\(call)"]
    if case .fails(let code, let forEver) = outcome {
      variables["FAULT_ERRNO"] = "\(code)"
      if forEver { variables["FAULT_FROM_THEN_ON"] = "1" }
    }
    return try run(arguments, in: place, variables)
  }

  /// How many calls a whole run makes.
  static func count(_ arguments: [String], in place: Workplace, of names: [String] = lasting) throws -> Int {
    let file = place.path(".count")
    let outcome = try run(
      arguments, in: place, ["FAULT_CALLS": names.joined(separator: ","), "FAULT_COUNT": file.path])
    defer { try? FileManager.default.removeItem(at: file) }
    let counts = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
      $0.split(separator: " ").last.flatMap { Int($0) }
    }
    try #require(!counts.isEmpty, "\(outcome)")
    return counts.reduce(0, +)
  }

  private static func run(
    _ arguments: [String], in place: Workplace, _ variables: [String: String]
  ) throws -> Workplace.Outcome {
    let library = try #require(library, "cc cannot make the library of faults")
    let settings = variables.map { "\($0)=\($1)" } + ["LD_PRELOAD=\(library.path)"]
    // `env` passes them on to the program alone. A program that hangs ends with 124.
    return try place.run(
      ["timeout", "600", "env"] + settings + [Workplace.program.path] + arguments,
      program: URL(fileURLWithPath: "/usr/bin/env"))
  }
}
