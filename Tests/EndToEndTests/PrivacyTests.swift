import Crypto
import Foundation
import Testing

@Suite struct PrivacyTests {
  private let secrets = [
    "hidden-name@example.com", "u1@privaterelay.appleid.com", "+15550101", "001.sub-u1.1", "fake-hash",
  ]

  private func audited(_ arguments: String...) throws -> (Workplace, Workplace.Outcome) {
    let place = try Workplace()
    let user = Sample.user("u1", email: "hidden-name@example.com", phone: "+15550101", google: true)
      .replacing("\"createdAt\"", with: "\"passwordHash\": \"fake-hash\",\n  \"createdAt\"")
    try place.write("in/users.json", Sample.export(user))
    // Rejects must not tell what they reject either.
    try place.write(
      "in/consents.ndjson",
      Sample.consent("u2", "link:phone", "2026-01-01T00:00:00Z")
        + "{\"email\":\"hidden-name@example.com\",\"purpose\":\"link:email\",\"given_at\":\"hidden-name@example.com\"}\n"
        + "{\"email\":\"hidden-name@example.com\",\"phone\":\"+15550101\"\n")
    let outcome = try place.run(["audit", "in", "--as-of", Workplace.asOf, "--verbose"] + arguments)
    return (place, outcome)
  }

  private func texts(_ place: Workplace) throws -> [String: String] {
    let folder = place.path("reports/out")
    return try Dictionary(
      uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder.path).map {
        ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      })
  }

  @Test func nothingPersonalIsShownByDefault() throws {
    let (place, outcome) = try audited()
    var texts = try texts(place)
    texts["output"] = outcome.output
    texts["errors"] = outcome.errors
    for (name, text) in texts {
      for secret in secrets { #expect(!text.contains(secret), "\(secret) in \(name)") }
    }
    #expect(texts["report.json"]?.contains("\"u1\"") == true)
    #expect(texts["report.json"]?.contains("u…@privaterelay.appleid.com") == true)
  }

  @Test func hashedShowsNoUIDEither() throws {
    let (place, _) = try audited("--pii", "hashed")
    for (name, text) in try texts(place) {
      for secret in secrets + ["\"u1\"", ">u1<", "\r\nu1,"] { #expect(!text.contains(secret), "\(secret) in \(name)") }
    }
  }

  /// An attacker has the first report of a new store, and guesses: a key made of the report's own hashes would tell.
  @Test func theReportDoesNotGiveTheKeyOfHashedValuesAway() throws {
    let (place, _) = try audited("--pii", "hashed")
    let report = try place.report()
    let hashes = try #require(report["sources"] as? [[String: Any]]).compactMap { $0["sha256"] as? String }
    let run = try #require(report["run"] as? [String: Any])
    #expect(hashes.count == 2)
    let parts = hashes + ["config_sha256", "rules_sha256", "id"].compactMap { run[$0] as? String }
    func hex(_ bytes: some Sequence<UInt8>) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
    var keys = parts.map { Data($0.utf8) } + [Data()]
    for joined in [hashes.joined(), hashes.sorted().joined(), parts.joined(), parts.sorted().joined()] {
      let digest = SHA256.hash(data: Data(joined.utf8))
      keys += [Data(joined.utf8), Data(digest), Data(hex(digest).utf8)]
    }
    let texts = try texts(place)
    #expect(texts["report.json"]?.contains("\"h:") == true)
    for key in keys {
      for guess in ["u1"] + secrets {
        let code = HMAC<SHA256>.authenticationCode(for: Data(guess.utf8), using: SymmetricKey(data: key))
        for (name, text) in texts { #expect(!text.contains(hex(code).prefix(16)), "\(guess) in \(name)") }
      }
    }
    // Nobody but its owner can read the key.
    let attributes = try FileManager.default.attributesOfItem(atPath: place.path(".relay-audit/audit.sqlite").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// Equal values stay equal between the nights of one store, and differ between stores.
  @Test func hashedValuesCompareWithinAStore() throws {
    let (place, _) = try audited("--pii", "hashed")
    let (other, _) = try audited("--pii", "hashed")
    func uids(_ place: Workplace) throws -> Set<String?> { Set(try place.findings().map(\.uid)) }
    let first = try uids(place)
    try place.run("audit", "in", "--as-of", "2026-11-21T06:00:00Z", "--pii", "hashed")
    #expect(try uids(place).isSuperset(of: first))
    #expect(try uids(other).subtracting([nil]).isDisjoint(with: first))
  }

  @Test func fullShowsAll() throws {
    let (place, _) = try audited("--pii", "full")
    #expect(try texts(place)["report.json"]?.contains("u1@privaterelay.appleid.com") == true)
  }

  @Test func verdictsDoNotDependOnIt() throws {
    let findings = try ["masked", "hashed", "full"].map { mode in
      let (place, _) = try audited("--pii", mode)
      // Ids and the order of persons are hashed as well.
      return try place.findings().map { "\($0.rule) \($0.verdict) \($0.reason)" }.sorted()
    }
    #expect(findings[0] == findings[1])
    #expect(findings[0] == findings[2])
    #expect(findings[0].count == 4)
  }

  @Test func filesAreTheirOwnersOnly() throws {
    let (place, _) = try audited()
    func mode(_ path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path(path).path)
      return try #require(attributes[.posixPermissions] as? Int)
    }
    #expect(try mode("reports/out") == 0o700)
    #expect(try mode(".relay-audit") == 0o700)
    for file in ["report.json", "report.html", "flagged-accounts.csv"] {
      #expect(try mode("reports/out/" + file) == 0o600)
    }
    #expect(try mode(".relay-audit/audit.sqlite") == 0o600)
  }

  @Test func aValueNeverBecomesMarkup() throws {
    let place = try Workplace()
    let hostile = "</script><img src=x onerror=alert(1)>&\\\"'"
    try place.write("in/users.json", Sample.export(Sample.user(hostile, email: "a<b>@example.com", phone: "+15550101")))
    try place.write("in/<b>.txt", "x")
    try place.audit("in", "--pii", "full")
    let page = try String(contentsOf: place.path("reports/out/report.html"), encoding: .utf8)
    #expect(!page.contains("<img"))
    #expect(!page.contains("<b>"))
    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;"))
    let table = try String(contentsOf: place.path("reports/out/flagged-accounts.csv"), encoding: .utf8)
    #expect(table.contains("onerror"))
  }
}
