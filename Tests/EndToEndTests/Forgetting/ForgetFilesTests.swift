import Foundation
import Testing

/// Files beside the store that may name a forgotten person (docs/contract.md, section 9).
@Suite struct ForgetFilesTests {
  private func files(_ uids: [String]) -> [String: String] {
    [
      "users.json": Export.users(uids), "deletions.ndjson": uids.map { Line.request($0, time(1)) }.joined(),
      "revocations.ndjson": Line.revocation("nobody", time(1)),
    ]
  }

  @Test func filesThatAreNotTheStores() throws {
    let nights = try Nights()
    try nights.night(5, files(["first", "second"]))
    try nights.place.write("relay-audit.yaml", "waivers: waivers.yaml\ngate: {baseline: known.txt}\n")
    try nights.place.write(
      "waivers.yaml",
      """
      waivers:
        - rule: deletion/token-revoked
          uid: second
          signed_by: A. Person
          date: 2026-11-01
          expires: 2027-01-31
          reason: Known.
        - rule: deletion/token-revoked
          uid: first
          signed_by: A. Person
          date: 2026-11-01
          expires: 2027-01-31
          reason: Known.
      """)
    #expect(try nights.run("baseline", "write", "known.txt").status == 0)
    let outcome = try nights.forget("--uid", "first")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("waivers.yaml names the person in its waiver 2"), "\(outcome.errors)")
    #expect(outcome.errors.contains("known.txt has"), "\(outcome.errors)")
  }

  /// A file that cannot be read may name the person all the same.
  @Test(arguments: [
    (
      "waivers: waivers.yaml\n", "waivers.yaml", "waivers:\n  - rule: deletion/token-revoked\n",
      "the configured waivers name"
    ),
    ("gate: {baseline: known.txt}\n", "known.txt", "no baseline\n", "the configured baseline names"),
  ]) func filesThatCannotBeRead(configuration: String, file: String, text: String, clause: String) throws {
    let nights = try Nights()
    try nights.night(5, files(["first", "second"]))
    try nights.place.write("relay-audit.yaml", configuration)
    try nights.place.write(file, text)
    let outcome = try nights.forget("--uid", "first")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("whether \(clause) the person is unknown"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\(file):"), "\(outcome.errors)")
    #expect(outcome.errors.contains("check it by hand"), "\(outcome.errors)")
  }
}
