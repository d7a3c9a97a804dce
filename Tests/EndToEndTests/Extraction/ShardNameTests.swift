import Foundation
import Testing

/// What verdicts rest on comes together in one shard, by whatever name.
@Suite struct ShardNameTests {
  /// Many more people, so that those who share no name are in shards of their own.
  private static let others = (1...12).map { Sample.user("other\($0)") }

  private func write(_ users: [String], to place: Workplace) throws {
    try place.write("in/users.json", "{\"users\": [\n\((users + Self.others).joined(separator: ",\n"))]}")
  }

  private func write(_ name: String, _ records: [[String: Any]], to place: Workplace) throws {
    let lines = try records.map { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
    try place.write("in/\(name).ndjson", Data(lines.joined(separator: Data("\n".utf8))))
  }

  /// The verdicts and reasons of one rule about one person.
  private func findings(_ place: Workplace, _ rule: String, of uid: String) throws -> [String] {
    try place.findings("shards").filter { $0.rule == rule && $0.uid == uid }.map { "\($0.verdict) \($0.reason)" }
  }

  @Test(arguments: ["0015550100123", "+1 (555) 010-0123"]) func aNumberIsOneHoweverItIsWritten(number: String) throws {
    let place = try Workplace()
    try write([Sample.user("u1", phone: number)], to: place)
    try write(
      "consents",
      [
        [
          "phone": "+15550100123", "purpose": "link:phone", "given_at": "2026-02-01T00:00:00Z", "explicit": true,
          "method": "dialog", "policy_version": "3",
        ]
      ], to: place)
    try place.compareShards(["in"], shards: 5)
    #expect(try findings(place, "consent/link-phone", of: "u1") == [])
  }

  /// The shards that count do not know yet that the export is doubted, and so that an old number may be meant.
  @Test func anExportIsDoubtedAfterItWasCounted() throws {
    let place = try Workplace()
    try write([Sample.user("u1", phone: "+15550100")], to: place)
    try place.compareShards(["in"], asOf: "2026-11-10T06:00:00Z", shards: 3)
    try FileManager.default.removeItem(at: place.path("in"))
    func users(_ users: [String]) -> String { "{\"users\": [\n\(users.joined(separator: ",\n"))]}" }
    try place.write("in/users-a.json", users((2...8).map { Sample.user("v\($0)") }), at: "2026-11-11T01:00:00Z")
    try place.write("in/users-b.json", users([Sample.user("v1", phone: "+15550100")]), at: "2026-11-11T05:00:00Z")
    let link: [String: Any] = ["linked_at": "2026-11-11T03:00:00Z", "provider": "google.com"]
    try write("links-a", [link.merging(["uid": "v1"]) { $1 }], to: place)
    try write("links-b", [link.merging(["phone": "+15550100", "actor": "person"]) { $1 }], to: place)
    try place.compareShards(["in"], asOf: "2026-11-11T06:00:00Z", shards: 3)
  }

  /// What an export or a log shows of a number, thousands of people share.
  @Test(arguments: ["+*******0123", "0123", "+1555xxx0123"]) func aHiddenNumberNamesNobody(number: String) throws {
    let place = try Workplace()
    try write([Sample.user("u1", phone: number)], to: place)
    try write(
      "consents", [["phone": number, "purpose": "link:phone", "given_at": "2026-02-01T00:00:00Z"]], to: place)
    for asOf in ["2026-11-20T06:00:00Z", "2026-11-21T06:00:00Z"] {
      try place.compareShards(["in"], asOf: asOf, shards: 3)
    }
    #expect(try findings(place, "consent/link-phone", of: "u1") == ["fail no-record"])
  }

  /// Another person's token says whose address the account noted.
  @Test func anAddressThatATokenCallsPrivate() throws {
    let place = try Workplace()
    let consent: [String: Any] = ["uid": "other1", "purpose": "link:phone", "given_at": "2026-02-01T00:00:00Z"]
    for (address, isPrivate) in [
      ("noted@icloud.com", true), ("noted@icloud.com", false), ("noted@example.com", true),
    ] {
      let noted = Sample.user("u1").replacing(
        "\"createdAt\"", with: "\"customAttributes\": \"{\\\"contact\\\":\\\"\(address)\\\"}\",\n  \"createdAt\"")
      try write([noted], to: place)
      try write("consents", [consent], to: place)
      try write(
        "sign-ins",
        [
          [
            "apple_sub": "001.sub-of-another.1", "email": address, "at": "2026-03-01T00:00:00Z",
            "provider": "apple.com", "nonce": "n1", "is_private_email": isPrivate,
          ]
        ], to: place)
      for store in ["direct.sqlite", "shards.sqlite"] { try? FileManager.default.removeItem(at: place.path(store)) }
      try place.compareShards(["in"], shards: 5)
      // Such an address is Apple's at Apple's hosts alone.
      let isApples = isPrivate && address.hasSuffix("icloud.com")
      #expect(try findings(place, "consent/other-identifiers", of: "u1").isEmpty == isApples, "\(address)")
    }
  }

  /// Also where addresses in them are covered.
  @Test func flaggedAccountsAreInTheOrderOfTheirUIDs() throws {
    let place = try Workplace()
    let uids = ["adam@c.example.com", "ada@b.example.com", "ann@a.example.com"]
    try write(uids.map { Sample.user($0, email: "real@example.com") }, to: place)
    try place.compareShards(["in"], shards: 5)
  }

  /// By the hash of an address that only remembered records and the store know.
  @Test func aHashOfAnAddressThatIsGone() throws {
    let place = try Workplace()
    try write([Sample.user("u1", email: "one@example.com")], to: place)
    try write(
      "consents", [["email": "one@example.com", "purpose": "link:email", "given_at": "2026-02-01T00:00:00Z"]], to: place
    )
    try place.compareShards(["in"], asOf: "2026-11-20T06:00:00Z", shards: 5)
    try write([], to: place)
    try FileManager.default.removeItem(at: place.path("in/consents.ndjson"))
    try write(
      "deletions",
      [
        [
          "email_sha256": "d25354f658256d3988a0a1f07ae2dbfa64c0141b3eaa5650fd268b3fdd903b7d", "id": "d1",
          "requested_at": "2026-11-20T12:00:00Z",
        ]
      ], to: place)
    try place.compareShards(["in"], asOf: "2026-11-22T06:00:00Z", shards: 5)
  }

  /// One export of two is another project's: it shows nobody gone.
  @Test func anExportOfAnotherProject() throws {
    let place = try Workplace()
    func export(_ name: String, _ prefix: String, _ count: Int) throws {
      let users = (1...count).map { Sample.user("\(prefix)\($0)", phone: $0 == 1 ? "+15550100" : nil) }
      try place.write("in/\(name).json", "{\"users\": [\n\(users.joined(separator: ",\n"))]}")
    }
    try export("eu", "eu", 20)
    try export("us", "us", 20)
    try place.compareShards(["in"], asOf: "2026-11-20T06:00:00Z", shards: 3)
    try FileManager.default.removeItem(at: place.path("in/us.json"))
    try export("eu", "foreign", 60)
    let outcome = try place.compareShards(["in"], asOf: "2026-11-21T06:00:00Z", shards: 3)
    #expect(outcome.errors.contains("another project"), "\(outcome)")
  }

  /// All names of a forgotten person count alike, whichever an export shows again.
  @Test func aForgottenPersonWhoIsBack() throws {
    let place = try Workplace()
    let consent = ["email": "old@example.com", "purpose": "link:email", "given_at": "2026-11-01T00:00:00Z"]
    try write([Sample.user("u1", email: "old@example.com")], to: place)
    try place.compareShards(["in"], asOf: "2026-11-18T06:00:00Z", shards: 5, more: ["--require", "none"])
    try write([Sample.user("u1", email: "new@example.com")], to: place)
    try place.compareShards(["in"], asOf: "2026-11-19T06:00:00Z", shards: 5, more: ["--require", "none"])
    for store in ["direct.sqlite", "shards.sqlite"] {
      let outcome = try place.run("forget", "--uid", "u1", "--store", store)
      #expect(outcome.status == 0, "\(outcome)")
    }
    try write("consents", [consent], to: place)
    for (asOf, users) in [
      ("2026-11-20T06:00:00Z", []), ("2026-11-21T06:00:00Z", [Sample.user("u1", email: "new@example.com")]),
    ] {
      try write(users, to: place)
      try place.compareShards(["in"], asOf: asOf, shards: 5, more: ["--require", "none"])
    }
  }

  /// The number of a forgotten person, which somebody had who is the only one of a shard, and is gone. Records of after
  /// the forgetting are of another time than the test's.
  @Test func theOnlyPersonOfAShardIsGone() throws {
    let place = try Workplace()
    let phone = "+15550107777"
    func audit(_ asOf: String, _ users: [String], _ revocations: [[String: Any]]) throws {
      try write(users, to: place)
      let other: [String: Any] = [
        "uid": "other1", "at": "2026-11-10T00:00:00Z", "endpoint": "apple", "http_status": 200,
      ]
      try write("revocations", [other] + revocations, to: place)
      try place.compareShards(["in"], asOf: asOf, shards: 16, more: ["--require", "none"])
    }
    try audit("2026-11-18T06:00:00Z", [Sample.user("u1", phone: phone), Sample.user("u2", phone: phone)], [])
    for store in ["direct.sqlite", "shards.sqlite"] {
      #expect(try place.run("forget", "--uid", "u2", "--store", store).status == 0)
    }
    try audit(
      "2099-01-02T06:00:00Z", [],
      [["phone": phone, "at": "2099-01-01T00:00:00Z", "endpoint": "apple", "http_status": 200]])
  }

  /// What shows an account in use, and the record of its removal, on one night or on two.
  @Test func activityAndTheRemovalThatItFollows() throws {
    let place = try Workplace()
    let signIns: [[String: Any]] = ["u1", "u2", "other3", "stranger"].flatMap { uid in
      ["2026-11-12T00:00:00Z", "2026-11-13T00:00:00Z"].map { ["uid": uid, "at": $0, "provider": "google.com"] }
    }
    let removals: [[String: Any]] = ["u1", "stranger"].map { ["uid": $0, "deleted_at": "2026-11-11T00:00:00Z"] }
    let later: [String: Any] = ["uid": "u2", "deleted_at": "2026-11-11T00:00:00Z"]
    try write([Sample.user("u1"), Sample.user("u2")], to: place)
    try place.compareShards(["in"], asOf: "2026-11-10T06:00:00Z", shards: 4)
    try write([], to: place)
    try write("sign-ins", signIns, to: place)
    try write(
      "consents", [["email": "u1@privaterelay.appleid.com", "purpose": "news", "given_at": "2026-11-12T00:00:00Z"]],
      to: place)
    try write("removals", removals, to: place)
    try place.compareShards(["in"], asOf: "2026-11-14T06:00:00Z", shards: 4)
    #expect(try findings(place, "deletion/active-after", of: "u1") == ["fail active"])
    #expect(try findings(place, "deletion/active-after", of: "stranger") == ["fail active"])
    try write("sign-ins", [["uid": "other3", "at": "2026-11-15T00:00:00Z", "provider": "google.com"]], to: place)
    try write("removals", [later], to: place)
    for asOf in ["2026-11-16T06:00:00Z", "2026-11-17T06:00:00Z"] {
      try place.compareShards(["in"], asOf: asOf, shards: 4)
      for uid in ["u1", "u2", "stranger"] {
        #expect(try findings(place, "deletion/active-after", of: uid) == ["fail active"], "\(uid), \(asOf)")
      }
    }
  }
}
