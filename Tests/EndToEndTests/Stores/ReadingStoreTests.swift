import Foundation
import Testing

/// Commands that ask the store something write nothing, in it or beside it (docs/contract.md, section 9).
@Suite struct ReadingStoreTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", Sample.consent("u2", "link:phone", "2026-01-01T00:00:00Z"))
    try place.write("waivers.yaml", "waivers: []\n")
  }

  private func ask(_ store: String = "data/audit.sqlite", run: String = "1") throws {
    #expect(try place.run("baseline", "write", "baseline.txt", "--store", store).status == 0)
    let id = try #require(place.text("baseline.txt").split(separator: "\n").dropFirst().first?.prefix(19))
    for command in [
      ["history", "--json"], ["diff", run, run, "--json"], ["explain", String(id)], ["verify"],
      ["report", run, "--out", "again"], ["waivers", "--waivers", "waivers.yaml"],
    ] {
      let outcome = try place.run(command + ["--store", store])
      #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(command): \(outcome)")
    }
    let sample = try place.run(
      "sample", "in", "--rule", "consent/link-phone", "--size", "1", "--seed", "s", "--as-of", Workplace.asOf,
      "--store", store, "--require", "none")
    #expect(sample.output.contains("consent/link-phone"), "\(sample)")
  }

  @Test func nothingIsWritten() throws {
    try place.audit("in", "--store", "data/audit.sqlite")
    let before = try place.state(of: "data")
    try ask()
    #expect(try place.state(of: "data") == before)
    // Nor does an audit that runs keep anybody waiting, nor a sample an audit.
    try place.holding("data/audit.sqlite") { try ask() }
  }

  /// The first edition's store has no application id, and fewer tables.
  @Test func anOldStoreIsReadInACopy() throws {
    let fixture = URL(fileURLWithPath: #filePath)
      .appending(path: "../../../Fixtures/Stores/first-edition.sqlite").standardizedFileURL
    try place.write("data/audit.sqlite", Data(contentsOf: fixture))
    let before = try place.state(of: "data")
    let history = try place.run("history", "--store", "data/audit.sqlite")
    #expect(history.status == 0 && history.output.contains("2026"), "\(history)")
    // Its ledger begins with the next audit.
    #expect(try place.run("verify", "--store", "data/audit.sqlite").output.contains("Not verified: run 1"))
    #expect(try place.run("report", "last", "--out", "again", "--store", "data/audit.sqlite").status == 0)
    #expect(try place.state(of: "data") == before)
  }

  /// A process was killed while it wrote: what it did is undone in the copy, and in the store by the next audit.
  @Test(arguments: ["DELETE", "WAL"]) func anInterruptedChangeIsReadAround(journal: String) throws {
    try place.audit("in", "--store", "data/audit.sqlite")
    try place.python(
      """
      import os, sqlite3
      connection = sqlite3.connect('data/audit.sqlite', isolation_level=None)
      connection.execute('PRAGMA journal_mode = \(journal)')
      connection.execute('PRAGMA cache_size = 1')
      connection.execute('BEGIN')
      connection.execute('UPDATE run SET report = zeroblob(1000000), id = hex(zeroblob(100000))')
      connection.execute('DELETE FROM finding')
      os.kill(os.getpid(), 9)
      """)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("data").path).count > 1)
    let before = try place.state(of: "data")
    try ask()
    #expect(try place.state(of: "data") == before)
    #expect(try place.run("audit", "in", "--as-of", "2026-11-21T06:00:00Z", "--store", "data/audit.sqlite").status == 1)
    try ask(run: "2")
  }
}
