import Foundation
import Testing

/// A Postgres server of its own (Debian's package `postgresql`), reached through a socket in a temporary folder.
///
/// A shell keeps it: the server runs until the pipe to that shell closes, which it also does when the test's process
/// ends in any way. As root, which Postgres refuses, it runs as the user that the package made.
final class Postgres {
  /// Of `psql` and of the server.
  let programs: URL
  let folder: URL
  private let keeper = Process()
  private let pipe = Pipe()

  private static let script = """
    trap '' INT TERM
    cd "$1" && PATH="$2:$PATH" || exit 1
    initdb -D data -A trust -U owner -E UTF8 --locale=C --no-sync > log 2>&1 || exit 1
    postgres -D data -k "$1" -c listen_addresses= -c fsync=off -c timezone=Europe/Berlin >> log 2>&1 &
    server=$!
    cat > /dev/null
    kill -QUIT $server
    wait $server
    rm -rf data log
    """

  init() throws {
    let versions = "/usr/lib/postgresql"
    let newest = (try? FileManager.default.contentsOfDirectory(atPath: versions))?.compactMap(Int.init).max()
    let version = try #require(newest, "Postgres is missing; scripts/setup --tests installs it")
    programs = URL(fileURLWithPath: "\(versions)/\(version)/bin")
    // A socket's path may have 107 bytes, which a folder for temporary files may exceed.
    folder = URL(fileURLWithPath: "/tmp/relay-audit-postgres-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let shell = ["sh", "-c", Self.script, "keeper", folder.path, programs.path]
    keeper.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    keeper.arguments = shell
    if getuid() == 0 {
      try FileManager.default.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: folder.path)
      keeper.arguments = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + shell
    }
    keeper.environment = Self.plainEnvironment
    keeper.standardInput = pipe
    try keeper.run()
    try awaitServer()
  }

  deinit { stop() }

  private func awaitServer() throws {
    for _ in 0..<1200 where keeper.isRunning {
      if (try? psql("postgres", ["-c", "SELECT 1"])) != nil {
        return try psql("postgres", ["-c", "CREATE DATABASE app"])
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
    let log = (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
    throw Failure(description: "Postgres does not start: \(log.suffix(2000))")
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Without what is meant for another server.
  private static var plainEnvironment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
  }

  /// What `psql` needs to find the server as the guide's role, and `PATH` with its programs.
  var environment: [String: String] {
    var environment = Self.plainEnvironment
    environment["PATH"] = "\(programs.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["PGHOST"] = folder.path
    environment["PGDATABASE"] = "app"
    environment["PGUSER"] = "auditor"
    return environment
  }

  /// Runs it as the database's owner.
  ///
  /// - Throws: `Failure`, with what `psql` says.
  func psql(_ database: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = programs.appending(path: "psql")
    process.arguments = ["-qX", "-v", "ON_ERROR_STOP=1", "-U", "owner", "-d", database] + arguments
    process.environment = environment
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: text) }
  }

  func stop() {
    try? pipe.fileHandleForWriting.close()
    if keeper.isRunning { keeper.waitUntilExit() }
    try? FileManager.default.removeItem(at: folder)
  }
}
