import Foundation
import Testing

/// A folder of its own, in which the built program is started as a user would start it.
final class Workplace {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "relay-audit-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  static let program: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder =
      bundle?.deletingLastPathComponent() ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appending(path: "relay-audit")
  }()

  static let asOf = "2026-11-20T06:00:00Z"

  func path(_ name: String) -> URL { folder.appending(path: name) }

  /// Writes a file whose modification time is an hour before the audit's, or another.
  @discardableResult
  func write(_ name: String, _ text: String, at time: String = "2026-11-20T05:00:00Z") throws -> URL {
    try write(name, Data(text.utf8), at: time)
  }

  @discardableResult
  func write(_ name: String, _ data: Data, at time: String = "2026-11-20T05:00:00Z") throws -> URL {
    let file = path(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    let date = try #require(try? Date(time, strategy: .iso8601))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    return file
  }

  @discardableResult
  func run(_ arguments: String..., input: Data? = nil, program: URL = Workplace.program) throws -> Outcome {
    try run(arguments, input: input, program: program)
  }

  /// - Parameter environment: what is added to the test's own.
  func run(
    _ arguments: [String], input: Data? = nil, program: URL = Workplace.program, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    let (output, errors) = (folder.appending(path: ".out-\(UUID())"), folder.appending(path: ".err-\(UUID())"))
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    let pipe = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice : pipe
    try process.run()
    if let input {
      try pipe.fileHandleForWriting.write(contentsOf: input)
      try pipe.fileHandleForWriting.close()
    }
    process.waitUntilExit()
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    return Outcome(
      status: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Runs `body` while another process holds a store.
  func holding<Result>(_ store: String, _ body: () throws -> Result) throws -> Result {
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1], isolation_level=None)
      connection.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      sys.stdin.read()
      """, path(store).path,
    ]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    defer {
      try? input.fileHandleForWriting.close()
      holder.waitUntilExit()
    }
    _ = output.fileHandleForReading.availableData
    return try body()
  }

  /// Audits with the usual time.
  @discardableResult
  func audit(_ arguments: String...) throws -> Outcome {
    try run(["audit"] + arguments + ["--as-of", Self.asOf])
  }

  func report(_ folder: String = "reports/out") throws -> [String: Any] {
    let data = try Data(contentsOf: path(folder + "/report.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// What a file holds.
  func text(_ name: String) throws -> String { try String(contentsOf: path(name), encoding: .utf8) }

  struct Finding: Hashable {
    var id: String
    var rule: String
    var uid: String?
    var object: String?
    var verdict: String
    var reason: String
    var state: String
  }

  func findings(_ folder: String = "reports/out") throws -> [Finding] {
    try #require(try report(folder)["findings"] as? [[String: Any]]).map { finding in
      Finding(
        id: try #require(finding["id"] as? String), rule: try #require(finding["rule"] as? String),
        uid: (finding["subject"] as? [String: Any])?["uid"] as? String, object: finding["object"] as? String,
        verdict: try #require(finding["verdict"] as? String), reason: try #require(finding["reason"] as? String),
        state: try #require(finding["state"] as? String))
    }
  }
}

/// Inputs of which tests need many.
enum Sample {
  /// An export as the Firebase command line writes it.
  static func export(_ users: String...) -> String {
    "{\"users\": [\n" + users.joined(separator: ",\n") + "]}"
  }

  static func user(
    _ uid: String, email: String? = nil, phone: String? = nil, google: Bool = false, created: Int = 1_770_000_000_000
  ) -> String {
    let email = email ?? "\(uid)@privaterelay.appleid.com"
    let relay = "\(uid)@privaterelay.appleid.com"
    let number = phone.map { "\n  \"phoneNumber\": \"\($0)\"," } ?? ""
    let other = google ? ",\n    {\n      \"providerId\": \"google.com\",\n      \"rawId\": \"g-\(uid)\"\n    }" : ""
    return """
      {
        "localId": "\(uid)",
        "email": "\(email)",
        "createdAt": "\(created)",\(number)
        "providerUserInfo": [
          {
            "providerId": "apple.com",
            "rawId": "001.sub-\(uid).1",
            "email": "\(relay)"
          }\(other)
        ]
      }
      """.split(separator: "\n").joined(separator: "\n")
  }

  static func consent(_ uid: String, _ purpose: String, _ given: String) -> String {
    "{\"uid\":\"\(uid)\",\"purpose\":\"\(purpose)\",\"given_at\":\"\(given)\",\"explicit\":true,\"method\":\"dialog\",\"policy_version\":\"3\"}\n"
  }
}
