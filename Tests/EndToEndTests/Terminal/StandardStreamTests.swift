import Foundation
import Testing

/// Streams that are full, closed, or that nobody reads any more.
@Suite struct StandardStreamTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
  }

  /// - Parameter command: what stands behind the program's name.
  private func shell(_ command: String) throws -> Workplace.Outcome {
    try place.run(["-c", "\"\(Workplace.program.path)\" \(command)"], program: URL(fileURLWithPath: "/bin/bash"))
  }

  private let audit = "audit in --as-of \(Workplace.asOf)"

  @Test func messagesThatCannotBeWrittenChangeNothing() throws {
    try place.write("in/notes.txt", "nothing\n")
    for streams in ["2>/dev/full", "2>&-", "2>&- <&-"] {
      let outcome = try shell("\(audit) \(streams)")
      #expect(outcome.status == 0 && outcome.output.hasPrefix("No serious violations found"), "\(streams): \(outcome)")
    }
    #expect(try shell("audit missing 2>/dev/full").status == 66)
    #expect(try shell("--no-such-flag 2>/dev/full").status == 64)
    #expect(try shell("verify").status == 0)
  }

  @Test func aSummaryThatCannotBeWrittenIsSaid() throws {
    for streams in [">/dev/full", ">&-", ">&- <&-"] {
      let outcome = try shell("\(audit) \(streams)")
      #expect(outcome.status == 73, "\(streams): \(outcome)")
      #expect(outcome.errors.contains("standard output cannot be written") && outcome.errors.contains("reports/out"))
    }
    #expect(try shell("\(audit) --quiet >/dev/full").status == 0)
    #expect(try shell("\(audit) >&- 2>&- <&-").status == 73)
    // All of them are in the store, and none wrote over it.
    #expect(try place.run("history").output.split(separator: "\n").count == 5)
    #expect(try place.run("verify").status == 0)
  }

  @Test func everyCommandSaysThatItsOutputCannotBeWritten() throws {
    try place.write(
      "waivers.yaml",
      "waivers:\n  - {findings: [ra-0123456789abcdef], signed_by: A. Person, date: 2026-11-01, expires: 2026-12-01, reason: r}\n"
    )
    _ = try shell(audit)
    _ = try shell(audit)
    for command in [
      "--help", "--version", "rules show consent/link-phone", "rules list", "formats", "formats --markdown", "config",
      "config --json-schema", "inspect in", "inspect in --json", "inspect in --suggest", "history", "history --json",
      "diff", "diff --json", "verify --json", "waivers --waivers waivers.yaml", "report last",
      "sample in --rule consent/link-phone --size 1 --seed s", "demo sample", "baseline write known.txt",
    ] {
      let outcome = try shell("\(command) >/dev/full")
      #expect(outcome.status == 73 && outcome.errors.contains("No space left on device"), "\(command): \(outcome)")
    }
  }

  /// The reader is gone before the first byte is written.
  @Test(arguments: ["formats", "formats --markdown", "config", "--help", "history --json"])
  func aReaderThatHasReadEnoughIsNoError(command: String) throws {
    if command.hasPrefix("history") { _ = try shell(audit) }
    let outcome = try shell("\(command) | true; exit ${PIPESTATUS[0]}")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func anAuditKeepsItsStatusWithoutAReader() throws {
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-11-20T05:30:00Z"))
    let outcome = try shell("\(audit) | true; exit ${PIPESTATUS[0]}")
    #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func closedStandardInputIsNoFile() throws {
    let outcome = try shell("\(audit) - <&-")
    #expect(outcome.status < 3 && outcome.errors.contains("Bad file descriptor"), "\(outcome)")
  }
}
