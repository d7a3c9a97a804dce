import Foundation
import Testing

@Suite struct InputTests {
  private let user = Sample.export(Sample.user("u1", phone: "+15550101"))
  private let consent = Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z")

  @Test func aDamagedAnUnknownAndAnEmptyFileAreNamed() throws {
    let place = try Workplace()
    try place.write("in/users.json", String(user.dropLast(30)))
    try place.write("in/unknown.txt", "what is this\n")
    try place.write("in/empty.json", "")
    try place.write("in/consents.ndjson", consent)
    let outcome = try place.audit("in")
    #expect(outcome.status == 2)
    for name in ["users.json", "unknown.txt", "empty.json"] {
      #expect(outcome.errors.contains("in/" + name), "\(name)")
    }
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    #expect(
      sources.map { $0["path"] as? String } == [
        "in/consents.ndjson", "in/empty.json", "in/unknown.txt", "in/users.json",
      ])
    #expect(sources[3]["truncated"] as? Bool == true)
    #expect(sources[3]["rejected"] as? Int == 1)
    #expect(sources[2]["kind"] is NSNull)
    #expect((sources[2]["sha256"] as? String)?.count == 64)
  }

  @Test func standardInputAndGzip() throws {
    let place = try Workplace()
    try place.write("consents.ndjson", consent)
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", place.path("consents.ndjson").path]
    try gzip.run()
    gzip.waitUntilExit()
    let outcome = try place.run("audit", "-", "consents.ndjson.gz", "--as-of", Workplace.asOf, input: Data(user.utf8))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    #expect(sources.map { $0["path"] as? String } == ["-", "consents.ndjson.gz"])
  }

  /// What SQLite puts beside the store belongs to it, also where a link leads to the store.
  @Test(arguments: [false, true]) func theStoresJournalIsNoInput(isLinked: Bool) throws {
    let place = try Workplace()
    try place.write("in/users.json", user)
    try place.write("in/consents.ndjson", consent)
    #expect(try place.audit("in", "--store", "in/audit.sqlite").status == 0)
    // Of zeros, as SQLite leaves one that is not to be undone.
    try place.write("in/audit.sqlite-journal", Data(count: 512))
    if isLinked {
      try FileManager.default.createSymbolicLink(
        at: place.path("store"), withDestinationURL: place.path("in/audit.sqlite"))
    }
    let outcome = try place.audit("in", "--store", isLinked ? "store" : "in/audit.sqlite")
    #expect(outcome.status == 0 && !outcome.output.contains("not recognised"), "\(outcome)")
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    #expect(sources.map { $0["path"] as? String } == ["in/consents.ndjson", "in/users.json"])
  }

  @Test func aKindMayBeNamedOutright() throws {
    let place = try Workplace()
    try place.write("users.json", user)
    try place.write("nothing.ndjson", "")
    // An empty file is evidence of a kind only if somebody says of which.
    #expect(try place.audit("users.json", "nothing.ndjson").status == 2)
    #expect(try place.audit("users.json", "--input", "consents=nothing.ndjson").status == 1)
    #expect(try place.findings().map(\.reason) == ["no-record"])
  }

  @Test func inspectJudgesNothing() throws {
    let place = try Workplace()
    try place.write("in/users.json", user)
    try place.write("in/consents.ndjson", consent + "broken\n")
    let outcome = try place.run("inspect", "in")
    #expect(outcome.status == 0)
    for text in ["in/users.json", "firebase-cli-json", "1 used, 1 rejected", "line 2:"] {
      #expect(outcome.output.contains(text), "\(text)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path(".relay-audit").path))
    let json = try place.run("inspect", "in", "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let sources = try #require(object["sources"] as? [[String: Any]])
    #expect(sources.map { $0["records"] as? Int } == [1, 1])
    #expect(Set(object.keys) == ["skipped", "sources"])
    #expect(
      Set(sources.flatMap(\.keys)) == [
        "bytes", "captured_at", "captured_fresh", "captured_from", "columns_ignored", "columns_used", "duplicates",
        "examples", "first_time", "format", "ignored", "kind", "last_time", "path", "records", "rejected", "rejects",
        "sha256", "sheets_left_out", "shows_apple_credentials", "skipped", "superseded", "time_units", "truncated",
        "undecided", "why",
      ])
  }

  /// As the audit of the same files does.
  @Test func inspectCountsWhatIsRepeated() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u1")))
    try place.write("in/consents.ndjson", consent + consent + consent)
    try place.write("in/more.ndjson", consent)
    _ = try place.audit("in")
    let audited = try #require(try place.report()["sources"] as? [[String: Any]])
    let json = try place.run("inspect", "in", "--json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let inspected = try #require(object["sources"] as? [[String: Any]])
    #expect(inspected.map { $0["records"] as? Int } == audited.map { $0["records"] as? Int })
    #expect(inspected.map { $0["duplicates"] as? Int } == [3, 0, 1])
    #expect(try place.run("inspect", "in").output.contains("  records    0 used, 0 rejected, 3 duplicates"))
  }

  @Test func anAccountTwiceWithOtherContentIsARejectThatNamesBothPlaces() throws {
    let place = try Workplace()
    try place.write("in/a.json", user)
    try place.write("in/b.json", Sample.export(Sample.user("u1", phone: "+15550199")))
    try place.write("in/c.json", user)
    try place.write("in/consents.ndjson", consent)
    let outcome = try place.audit("in")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("in/b.json: record 1:"))
    #expect(outcome.errors.contains("in/a.json"))
    #expect((try place.report()["population"] as? [String: Any])?["accounts"] as? Int == 1)
  }

  @Test func aColumnMapReadsAnyTable() throws {
    let place = try Workplace()
    try place.write("users.json", user)
    try place.write("cmp.csv", "customer_id,topic,ts\nu1,sms_login,1767225600\n")
    try place.write(
      "relay-audit.yaml",
      """
      inputs:
        - path: users.json
        - path: cmp.csv
          kind: consents
          columns: {uid: customer_id, purpose: topic, given_at: ts}
          constants: {explicit: true}
          time_unit: s
      consent: {purposes: {phone: [sms_login]}}
      """)
    let outcome = try place.audit()
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
