import Foundation
import Storage
import Testing

/// Waivers over findings that are carried: the report that has them shows names masked or hashed.
@Suite struct CarriedWaiverTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Two people without an account whose addresses look alike once they are masked, and accounts whose requests have an
  /// address or a number in their ids. From the second night on a record is damaged, so that findings are carried.
  private func night(_ day: Int, _ mode: String) throws {
    let requests = [
      Line.request("bob@example.com", time(1), ["request_id": "r-1"]),
      Line.request("bill@example.com", time(1), ["request_id": "r-2@example.com"]),
      Line.request("u1", time(1), ["request_id": "dsr-alice@example.com"]),
      Line.request("u2", time(1), ["request_id": "dsr-+15550142-1"]),
    ]
    for (name, text) in [
      ("users.json", Sample.export(Sample.user("u1"), Sample.user("u2"))), ("deletions.ndjson", requests.joined()),
      ("revocations.ndjson", Line.revocation("nobody", time(1)) + (day > 18 ? "damaged\n" : "")),
    ] { try place.write("in/\(name)", text, at: time(day, 5)) }
    let outcome = try place.run(
      "audit", "in", "--as-of", time(day, 6), "--waivers", "waivers.yaml", "--pii", mode, "--max-rejects", "100%")
    #expect(outcome.status == 1, "\(outcome)")
  }

  private func write(_ scopes: [String]) throws {
    let entries = scopes.enumerated().map { index, scope in
      let times = "date: 2026-11-01, expires: 2027-06-30"
      return "  - {rule: deletion/token-revoked, \(scope), signed_by: W\(index), \(times), reason: R}\n"
    }
    try place.write("waivers.yaml", "waivers:\n" + entries.joined())
  }

  /// Who signed what accepts each finding of the rule; a dash for none.
  private func signers(isCarried: Bool) throws -> [String] {
    let findings = try #require(try place.report()["findings"] as? [[String: Any]])
      .filter { $0["rule"] as? String == "deletion/token-revoked" }
    #expect(findings.allSatisfy { ($0["state"] as? String == "carried") == isCarried }, "\(findings)")
    return findings.map { ($0["waiver"] as? [String: Any])?["signed_by"] as? String ?? "-" }.sorted()
  }

  private func states(_ entries: [[String: Any]]) -> [String?] { entries.map { $0["state"] as? String } }

  /// What a waiver says is held against names, never against what a report shows of them.
  @Test(arguments: ["masked", "hashed", "full"])
  func aWaiverAcceptsTheSameWhetherItsFindingIsCarriedOrNot(mode: String) throws {
    try write([
      "uid: b…@example.com", "object: r…@example.com", "uid: bob@example.com", "object: dsr-alice@example.com",
      "uid: u2, object: dsr-+15550142-1", "object: dsr-+…21",
    ])
    let expected: [String?] = ["unused", "unused", "active", "active", "active", "unused"]
    for day in 18...20 {
      try night(day, mode)
      #expect(try signers(isCarried: day > 18) == ["-", "W2", "W3", "W4"], "\(mode), \(day)")
      let entries = try #require(try place.report()["waivers"] as? [[String: Any]])
      #expect(states(entries) == expected, "\(mode), \(day)")
      let listed = try place.run("waivers", "--waivers", "waivers.yaml", "--as-of", time(day, 6), "--json")
      let told = try #require(try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
      #expect(states(told) == expected, "\(mode), \(day)")
    }
  }

  /// A waiver that was written only when its finding was carried.
  @Test(arguments: ["masked", "hashed", "full"])
  func aLaterWaiverFindsACarriedFinding(mode: String) throws {
    try write([])
    for day in 18...19 { try night(day, mode) }
    try write(["uid: bill@example.com"])
    try night(20, mode)
    #expect(try signers(isCarried: true) == ["-", "-", "-", "W0"])
  }

  /// What is shown changes from night to night, and never widens what is accepted.
  @Test(arguments: [["full", "masked", "masked"], ["masked", "hashed", "hashed"], ["masked", "full", "masked"]])
  func theModeMayChange(modes: [String]) throws {
    try write(["uid: b…@example.com", "uid: bob@example.com", "object: dsr-alice@example.com"])
    for (index, mode) in modes.enumerated() {
      try night(18 + index, mode)
      #expect(try signers(isCarried: index > 0) == ["-", "-", "W1", "W2"], "\(modes), \(index)")
    }
  }

  /// A store of an older version has no hashes: then a masked name fits nobody, and the account's uid still does.
  @Test func aStoreWithoutHashesAcceptsNoMore() throws {
    try write(["uid: b…@example.com", "object: d…@example.com", "uid: u1"])
    try night(18, "masked")
    try Connection(path: place.path(".relay-audit/audit.sqlite").path)
      .execute(sql: "UPDATE finding SET uid_hash = NULL, object_hash = NULL")
    for (day, mode) in [(19, "masked"), (20, "hashed"), (21, "hashed")] {
      try night(day, mode)
      #expect(try signers(isCarried: true) == ["-", "-", "-", "W2"], "\(day)")
    }
  }
}
