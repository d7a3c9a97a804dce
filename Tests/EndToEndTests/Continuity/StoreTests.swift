import Foundation
import Testing

/// The store's file: backups while a run goes on, runs that are killed, later versions.
@Suite struct StoreTests {
  private static let store = ".relay-audit/audit.sqlite"
  private static let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("relay-audit.yaml", "history: {keep: 10d}\n")
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
  }

  private func arguments(_ day: String) throws -> [String] {
    try place.write(
      "in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u9")),
      at: "2026-\(day)T05:00:00Z")
    return ["audit", "in", "--as-of", "2026-\(day)T06:00:00Z"]
  }

  private func night(_ day: String) throws { #expect(try place.run(arguments(day)).status == 1) }

  private func runs(of store: String = store) throws -> Int {
    let output = try place.run("history", "--json", "--store", store).output
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [Any]).count
  }

  private func start(_ arguments: [String], input: Any? = nil) throws -> Process {
    let process = Process()
    process.executableURL = Workplace.program
    process.arguments = arguments
    process.currentDirectoryURL = place.folder
    for stream in [\Process.standardOutput, \Process.standardError] { process[keyPath: stream] = FileHandle.nullDevice }
    process.standardInput = input ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Kills a process after some time; false if it had ended by then.
  private func isKilled(_ process: Process, after time: Duration) -> Bool {
    Thread.sleep(forTimeInterval: time / .seconds(1))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  private func run(python script: String) throws -> Workplace.Outcome {
    try place.run([Self.python, "-c", script], program: URL(fileURLWithPath: "/usr/bin/env"))
  }

  /// As docs/store.md says it. A run holds the store's lock of a writer from its beginning; a backup then gets the
  /// state from before it.
  @Test func aBackupWhileARunGoesOnIsTheStateBefore() throws {
    try night("10-01")
    let pipe = Pipe()
    let process = try start(arguments("10-02") + ["-"], input: pipe)
    defer { process.terminate() }
    let line = Sample.consent("u1", "link:email", "2026-01-01T00:00:00Z")
    try pipe.fileHandleForWriting.write(contentsOf: Data(String(repeating: line, count: 3_000).utf8))
    let backup = try run(
      python: """
        import sqlite3, time
        store = sqlite3.connect("\(Self.store)", timeout=0, isolation_level=None)
        for attempt in range(1200):
            try:
                store.execute("BEGIN IMMEDIATE")
                store.execute("ROLLBACK")
                time.sleep(0.05)
            except sqlite3.OperationalError:
                break
        else:
            raise SystemExit("the run never held the store")
        store.execute("PRAGMA busy_timeout = 60000")
        store.execute("VACUUM INTO 'vacuumed.sqlite'")
        copy = sqlite3.connect("copied.sqlite")
        store.backup(copy)
        copy.close()
        """)
    #expect(backup.status == 0, "\(backup)")
    #expect(process.isRunning)
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1 && process.terminationReason == .exit)
    #expect(try runs() == 2)
    for copy in ["vacuumed.sqlite", "copied.sqlite"] {
      #expect(try runs(of: copy) == 1)
      let verified = try place.run("verify", "--store", copy)
      #expect(verified.status == 0, "\(verified)")
      #expect(try place.run("report", "last", "--store", copy, "--out", "from-\(copy)").status == 0)
      #expect(try place.run(arguments("10-02") + ["--store", copy]).status == 1)
      #expect(try runs(of: copy) == 2)
    }
  }

  /// The night whose run removes reports is killed at any point: then all of it was done, or nothing.
  @Test func aKilledRunLeavesTheStoreBeforeOrAfter() throws {
    for day in ["10-01", "10-02", "10-03"] { try night(day) }
    try FileManager.default.copyItem(at: place.path(".relay-audit"), to: place.path("template"))
    let arguments = try arguments("10-30")
    let start = ContinuousClock.now
    #expect(try place.run(arguments).status == 1)
    let length = start.duration(to: .now)
    var killed = 0
    for attempt in 1...16 {
      try FileManager.default.removeItem(at: place.path(".relay-audit"))
      try FileManager.default.copyItem(at: place.path("template"), to: place.path(".relay-audit"))
      let process = try self.start(arguments)
      if isKilled(process, after: length / 16 * attempt) { killed += 1 }
      let verified = try place.run("verify")
      #expect(verified.status == 0, "after \(attempt) of 16: \(verified)")
      let count = try runs()
      #expect([3, 4].contains(count), "after \(attempt) of 16")
      let isThere = try place.run("report", "1", "--out", "again").status == 0
      #expect(isThere == (count == 3), "after \(attempt) of 16")
      let findings = try run(
        python: """
          import sqlite3
          print(sqlite3.connect("\(Self.store)").execute("SELECT group_concat(DISTINCT last_run) FROM finding").fetchone()[0])
          """)
      #expect(findings.output == "\(count)\n", "\(findings)")
    }
    #expect(killed > 4, "\(killed)")
  }

  /// Each step of a migration is done or not, and the next command goes on after the last.
  @Test func aKilledMigrationIsTakenUpAgain() throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../Fixtures/Stores/first-edition.sqlite"
    ).standardizedFileURL
    func history(_ store: String) throws -> String {
      let outcome = try place.run("history", "--json", "--store", store, "--project", "first-edition")
      #expect(outcome.status == 0, "\(outcome)")
      return outcome.output
    }
    try FileManager.default.copyItem(at: fixture, to: place.path("whole.sqlite"))
    let expected = try history("whole.sqlite")
    // Brings the store up to date, and finds no such run.
    let change = ["history", "--withdraw", "99", "--reason", "x", "--project", "first-edition", "--store"]
    let start = ContinuousClock.now
    #expect(try place.run(change + ["whole.sqlite"]).status == 66)
    let length = start.duration(to: .now)
    var killed = 0
    for attempt in 1...16 {
      let store = "killed-\(attempt).sqlite"
      try FileManager.default.copyItem(at: fixture, to: place.path(store))
      let process = try self.start(change + [store])
      if isKilled(process, after: length / 16 * attempt) { killed += 1 }
      #expect(try history(store) == expected, "after \(attempt) of 16")
    }
    #expect(killed > 0)
  }

  @Test func aStoreOfALaterVersionIsRefusedAsItIs() throws {
    try night("10-01")
    let changed = try run(
      python: """
        import sqlite3
        store = sqlite3.connect("\(Self.store)")
        store.execute("INSERT INTO grdb_migrations VALUES ('99 what nobody knows yet')")
        store.execute("UPDATE ledger SET entry = json_set(entry, '$.event.run.tool', 'relay-audit 9.8.7')")
        store.commit()
        """)
    #expect(changed.status == 0, "\(changed)")
    let before = try Data(contentsOf: place.path(Self.store))
    for command in [
      try arguments("10-02"), try arguments("10-02") + ["--no-remember"], ["history"], ["diff"], ["report", "last"],
      ["verify"],
      ["history", "--withdraw", "1", "--reason", "r"],
      ["sample", "in", "--rule", "consent/link-phone", "--size", "1", "--seed", "s"],
    ] {
      let outcome = try place.run(command)
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(command) \(outcome)")
      #expect(
        outcome.errors.contains("was written by relay-audit 9.8.7: it has schema 99, and this is relay-audit "),
        "\(outcome)")
      #expect(outcome.errors.contains("which reads schemas up to "), "\(outcome)")
      #expect(try Data(contentsOf: place.path(Self.store)) == before)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path(".relay-audit").path)
    #expect(names == ["audit.sqlite"], "\(names)")
  }
}
