import Foundation
import Testing

/// What `scripts/faults` tries, a part of it each time, and limits that a shell sets.
@Suite struct FaultsTests {
  private static let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u9")))
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
  }

  /// `FAULTS=all` tries all of them, which takes an hour.
  @Test func aSampleOfFaults() throws {
    let script = URL(fileURLWithPath: #filePath).appending(path: "../../../../scripts/faults").standardizedFileURL
    let isAll = ProcessInfo.processInfo.environment["FAULTS"] == "all"
    let outcome = try place.run(
      [Self.python, script.path, "--program", Workplace.program.path] + (isAll ? ["--all"] : ["--seconds", "8"]),
      program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.hasSuffix(" points, 0 problems\n") && !outcome.output.hasSuffix("\n0 points, 0 problems\n"))
  }

  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: place.folder.path) where !name.hasPrefix(".out") {
      contents[name] = try? Data(contentsOf: place.path(name))
    }
    return contents.filter { !$0.key.hasPrefix(".err") }
  }

  /// The system would end the program by a signal, SIGXFSZ.
  @Test func aLimitOnTheSizeOfFiles() throws {
    #expect(try place.audit("in").status == 1)
    let before = try contents()
    // In blocks of 512 bytes: the store, a report, and nothing at all.
    for limit in [600, 30, 0] {
      let outcome = try place.run(
        ["-c", "ulimit -f \(limit); exec \"$0\" audit in --as-of 2026-11-21T06:00:00Z", Workplace.program.path],
        program: URL(fileURLWithPath: "/bin/sh"))
      #expect(outcome.status == 73, "\(limit): \(outcome)")
      // Where nothing can be written, the messages cannot either.
      if limit > 0 { #expect(outcome.errors.contains("cannot be written: "), "\(outcome)") }
      if limit > 0 { #expect(outcome.errors.contains("File too large"), "\(outcome)") }
      #expect(try contents() == before)
    }
  }

  /// SQLite does not say on which disk: the store's, or that of what it sorts.
  @Test func aFullDiskIsSaidOfBothFolders() throws {
    #expect(try place.audit("in").status == 1)
    let before = try contents()
    let outcome = try Faults.run(
      ["audit", "in", "--as-of", "2026-11-21T06:00:00Z"], in: place, at: 1, of: ["pwrite", "pwrite64"],
      .fails(ENOSPC, forEver: true))
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.contains("audit.sqlite cannot be written: a disk is full"), "\(outcome)")
    #expect(outcome.errors.contains("(TMPDIR)"), "\(outcome)")
    #expect(try contents() == before)
  }

  /// A baseline is the old one or the new one.
  @Test func aBaselineThatCannotBeWritten() throws {
    #expect(try place.audit("in").status == 1)
    try place.write("known.txt", "relay-audit baseline 1\n")
    let before = try contents()
    for (name, code) in [("fsync", EIO), ("fsync", ENOSPC), ("write", ENOSPC), ("renameat", EIO), ("openat", EMFILE)] {
      let outcome = try Faults.run(
        ["baseline", "write", "known.txt"], in: place, at: 1, of: [name], .fails(code, forEver: true))
      #expect(outcome.status == 73, "\(name): \(outcome)")
      #expect(outcome.errors.contains("known.txt cannot be written: ") || name == "write", "\(outcome)")
      #expect(try contents() == before)
    }
    #expect(try place.run("baseline", "write", "known.txt").status == 0)
    #expect(try place.text("known.txt").split(separator: "\n").count == 2)
  }
}
