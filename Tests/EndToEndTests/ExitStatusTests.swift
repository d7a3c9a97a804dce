import Foundation
import Testing

/// Each exit status of the program, come by for real.
@Suite struct ExitStatusTests {
  private let covered = Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z")

  @Test func passes() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", covered)
    let outcome = try place.audit("in")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("No serious violations found"))
    #expect(outcome.errors.isEmpty)
    #expect(try place.findings().isEmpty)
  }

  @Test func failsTheGate() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2")))
    try place.write("in/consents.ndjson", Sample.consent("u2", "link:phone", "2026-01-01T00:00:00Z"))
    let outcome = try place.audit("in")
    #expect(outcome.status == 1)
    #expect(try place.findings().map(\.reason) == ["no-record"])
    #expect(try place.audit("in", "--fail-on", "none").status == 0)
    #expect(try place.audit("in", "--fail-on", "critical").status == 0)
    // That the run before had the finding already does not make it known: a retry clears nothing.
    for _ in 0..<2 { #expect(try place.audit("in", "--gate", "new").status == 1) }
    #expect(try place.audit("in", "--gate", "new", "--store", "other.sqlite").status == 1)
    #expect(try place.run("baseline", "write", "known.txt").status == 0)
    #expect(try place.audit("in", "--gate", "new", "--baseline", "known.txt").status == 0)
  }

  @Test func isIncompleteWithoutEvidence() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    #expect(try place.audit("in").status == 2)
    #expect(try place.findings().map(\.reason) == ["no-consent-source"])
    #expect(try place.audit("in", "--require", "none").status == 0)
    #expect(try place.audit("in", "--require", "links").status == 2)
    #expect(try place.audit("in", "--require", "none", "--max-inconclusive", "0").status == 2)
    #expect(try place.audit("in", "--require", "none", "--max-inconclusive", "100%").status == 0)
  }

  /// Whatever rules about files and records have to judge.
  @Test func isIncompleteWithoutAccounts() throws {
    let place = try Workplace()
    try place.write("in/consents.csv", "uid,purpose,given_at\nu1,link:phone,2026-01-02T03:04:06Z\n")
    let outcome = try place.audit("in")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(
      outcome.output.contains("could be judged because no source of kind `accounts` was supplied."), "\(outcome)")
    let without = try place.audit("in", "--require", "none")
    #expect(without.status == 0 && without.output.contains("but no evidence was supplied for accounts"), "\(without)")
    try place.write("relay-audit.yaml", "gate: {optional: [accounts]}\n")
    #expect(try place.audit("in").status == 0)
  }

  @Test func isIncompleteWithRejects() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", covered + "{\"uid\":\"u1\"}\nnonsense\n")
    let outcome = try place.audit("in")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("in/consents.ndjson: line 2:"))
    #expect(outcome.errors.contains("in/consents.ndjson: line 3:"))
    #expect(try place.audit("in", "--max-rejects", "2").status == 0)
    #expect(try place.audit("in", "--max-rejects", "1").status == 2)
    #expect(try place.audit("in", "--max-rejects", "70%").status == 0)
    #expect(try place.audit("in", "--max-rejects", "60%").status == 2)
  }

  @Test(arguments: [
    ["audit"], ["--nonsense", "x"], ["audit", "in", "--as-of", "yesterday"], ["audit", "in", "--fail-on", "severe"],
    ["audit", "in", "--format", "pdf"], ["audit", "in", "--pii", "none"], ["audit", "in", "--gate", "newest"],
    ["audit", "in", "--input", "consent=x"], ["audit", "in", "--jobs", "0"],
    ["audit", "in", "--config", "missing.yaml"], ["rules", "show", "consent/link-mail"],
    ["audit", "in", "--quiet", "--verbose"], ["audit", "in", "--max-rejects", "few"],
  ])
  func usage(arguments: [String]) throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    let outcome = try place.run(arguments)
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(!outcome.errors.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: place.path("reports").path))
  }

  @Test func aMistakeInTheConfigurationIsUsage() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("relay-audit.yaml", "gate:\n  fail_onn: high\n")
    let outcome = try place.audit("in")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("relay-audit.yaml:2:"))
    #expect(outcome.errors.contains("did you mean `fail_on`?"))
    try place.write("relay-audit.yaml", "rules: {disable: [consent/link-mail]}\n")
    #expect(try place.audit("in").errors.contains("did you mean `consent/link-email`?"))
  }

  @Test func unusableData() throws {
    let place = try Workplace()
    try place.write("in/notes.txt", "nothing of use\n")
    let outcome = try place.audit("in")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("in/notes.txt"))
    try place.write("utf16.json", Data([0xFF, 0xFE, 0x7B, 0x00]))
    #expect(try place.audit("utf16.json").status == 65)
  }

  @Test func noSuchInput() throws {
    let place = try Workplace()
    #expect(try place.audit("missing").status == 66)
    #expect(try place.audit("histroy").errors.contains("check the path"))
    let misspelt = try place.run("histroy")
    #expect(misspelt.status == 66 && misspelt.errors.contains("did you mean `relay-audit history`?"), "\(misspelt)")
    try FileManager.default.createDirectory(at: place.path("empty"), withIntermediateDirectories: true)
    #expect(try place.audit("empty").status == 66)
    #expect(try place.run("explain", "ra-0000000000000000").status == 66)
  }

  @Test func cannotWrite() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("taken", "a file")
    #expect(try place.audit("in", "--out", "taken").status == 73)
    #expect(try place.audit("in", "--out", "taken/below").status == 73)
    #expect(try place.audit("in", "--store", "taken/store.sqlite").status == 73)
    #expect(try place.run("demo", "in").status == 73)
    // Nothing of the failed runs is left in the store.
    #expect(try place.audit("in").status == 0)
    #expect(try place.report()["run"].map { ($0 as? [String: Any])?["previous_run"] is NSNull } == true)
  }

  @Test func theStoreIsInUse() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    #expect(try place.audit("in", "--store", "s.sqlite").status == 0)
    let outcome = try place.holding("s.sqlite") { try place.audit("in", "--store", "s.sqlite") }
    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("another run holds the store"))
  }
}
