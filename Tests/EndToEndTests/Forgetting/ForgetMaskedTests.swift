import Foundation
import Storage
import Testing

/// `forget` and people whom reports show masked, as others whose addresses look alike.
@Suite struct ForgetMaskedTests {
  /// The ids of requests have the address in them too, so that nothing of the finding is in the clear.
  ///
  /// - Parameter hasHashes: false for a store of an older version.
  @Test(arguments: ["uid", "email"], [true, false])
  func onlyThePersonGoes(name: String, hasHashes: Bool) throws {
    let place = try Workplace()
    let requests = ["bob", "bill"].map { person in
      Line.object([
        name: "\(person)@example.com", "request_id": "dsr-\(person)@example.com", "requested_at": time(1),
        "apple_credential": true,
      ])
    }
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("in/deletions.ndjson", requests.joined())
    try place.write("in/revocations.ndjson", Line.revocation("nobody", time(1)))
    #expect(try place.audit("in").status == 1)
    if !hasHashes {
      try Connection(path: place.path(".relay-audit/audit.sqlite").path)
        .execute(sql: "UPDATE finding SET uid_hash = NULL, object_hash = NULL")
    }
    let rule = "deletion/token-revoked"
    let before = try place.findings().filter { $0.rule == rule }
    try #require(before.count == 2 && Set(before.map(\.object)).count == 1, "\(before)")

    let outcome = try place.run("forget", "--\(name)", "bob@example.com")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try place.run("report", "last", "--out", "again").status == 0)
    let after = try place.findings("again").filter { $0.rule == rule }
    #expect(after.count == 2 && after.filter { $0.object == nil }.count == 1, "\(after)")
    let (kept, gone) = (after.first { $0.object != nil }, after.first { $0.object == nil })
    #expect(before.contains { $0.id == kept?.id } && !before.contains { $0.id == gone?.id }, "\(after)")
    #expect(try place.run("verify").status == 0)

    // The other one is there to be forgotten, and is all that is left.
    #expect(try place.run("forget", "--\(name)", "bill@example.com").status == 0)
    #expect(try place.run("report", "last", "--out", "again").status == 0)
    #expect(try place.findings("again").filter { $0.rule == rule }.allSatisfy { $0.object == nil })
  }
}
