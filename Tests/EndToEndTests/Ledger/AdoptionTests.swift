import Foundation
import Testing

/// A store of the first edition, which had no ledger.
@Suite struct AdoptionTests {
  private func place() throws -> Workplace {
    let place = try Workplace()
    let store = place.path(".relay-audit/audit.sqlite")
    try FileManager.default.createDirectory(at: store.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Stores/first-edition.sqlite").standardizedFileURL, to: store)
    return place
  }

  /// Nothing protects its runs yet, and `verify` does not say that all is well.
  @Test func whatHasNoEntryIsNotVerified() throws {
    let outcome = try place().run("verify")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.output.contains("run 1 has no entry in the ledger"), "\(outcome)")
    #expect(outcome.output.contains("The ledger begins with the next audit"), "\(outcome)")
  }

  @Test func theNextRunAdoptsItsRuns() throws {
    let place = try place()
    try place.write("users.json", Sample.export(Sample.user("stays")), at: "2026-11-06T05:00:00Z")
    let night = try place.run("audit", "users.json", "--as-of", "2026-11-06T06:00:00Z", "--project", "first-edition")
    #expect(night.status < 3, "\(night)")
    let outcome = try place.run("verify", "--report", "reports/out/report.json")
    #expect(outcome.status == 0 && outcome.output.contains("Run 1 is older than the ledger"), "\(outcome)")
    // Its report comes out as it was, without a place in the ledger that it did not have.
    #expect(try place.run("report", "1", "--out", "first").status == 0)
    #expect(try place.report("first")["ledger"] == nil)
    let old = try place.run("verify", "--report", "first/report.json")
    #expect(old.output.contains("first/report.json is report.json of run 1 "), "\(old)")
  }

  /// What is done by hand begins the ledger as well.
  @Test func aSignOffAdoptsThem() throws {
    let place = try place()
    let outcome = try place.run("sign-off", "1", "--as", "A. Person", "--note", "Read")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try place.run("verify").status == 0)
  }
}
