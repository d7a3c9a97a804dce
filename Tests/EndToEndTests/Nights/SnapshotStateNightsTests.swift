import Foundation
import Testing

/// A table of `mode: snapshot` forgets the rows that it shows no more, and not what a row said on an earlier night
/// (docs/contract.md, section 4).
@Suite struct SnapshotStateNightsTests {
  private static let modes = ["", "    mode: snapshot\n"]

  private func config(_ kind: String, _ mode: String) -> String {
    "inputs:\n  - path: in/\(kind).ndjson\n    kind: \(kind)\n" + mode
  }

  private func request(_ night: Nights, _ day: Int, _ statuses: [String: String], _ mode: String) throws -> Night {
    let rows = statuses.sorted { $0.key < $1.key }.map { Line.request($0.key, time(1), ["status": $0.value]) }
    let files = [
      "users.json": Export.users("u1", "u2"), "deletions.ndjson": rows.joined(),
      "revocations.ndjson": Line.revocation("other", time(1)),
    ]
    return try night.night(day, files, config: config("deletions", mode))
  }

  /// The clock of a request that is opened again begins then.
  @Test(arguments: modes) func aRequestIsOpenedAgain(mode: String) throws {
    let rule = "deletion/token-revoked"
    let nights = try Nights()
    try request(nights, 6, ["u1": "cancelled", "u2": "pending"], mode).expect(rule, ["u2": "fail no-revocation"])
    let again = ["u1": "pending no-revocation", "u2": "fail no-revocation"]
    for day in 7...8 { try request(nights, day, ["u1": "pending", "u2": "pending"], mode).expect(rule, again) }
    try request(nights, 9, ["u1": "denied", "u2": "pending"], mode).expect(rule, ["u2": "fail no-revocation"])
    try request(nights, 10, ["u1": "pending", "u2": "pending"], mode).expect(rule, again)
    // A row that is gone counts no longer, nor does what it said before.
    let gone = try request(nights, 20, ["u1": "pending"], mode)
    let others = mode.isEmpty ? ["u2": "fail no-revocation"] : [:]
    gone.expect(rule, others.merging(["u1": "fail no-revocation"]) { $1 })
  }

  /// A consent was in force on the nights that showed it so.
  @Test(arguments: modes, ["c1", nil]) func aConsentIsWithdrawn(mode: String, id: String?) throws {
    let nights = try Nights()
    func night(_ day: Int, _ state: String, _ users: String = Export.linked("u1")) throws -> Night {
      var more = ["state": state]
      more["consent_id"] = id
      let files = ["users.json": users, "consents.ndjson": Line.consent("u1", time(-30), more)]
      return try nights.night(day, files, config: config("consents", mode))
    }
    try night(6, "given", Export.users("u1")).expect("consent/link-phone", [:])
    try night(7, "given").expect("consent/link-phone", ["u1": "pass"])
    for day in 8...9 {
      let withdrawn = try night(day, "withdrawn")
      withdrawn.expect("consent/link-phone", ["u1": "inconclusive order-unknown"])
      withdrawn.expect("consent/withdrawn-still-linked", ["u1": "pending still-linked"])
    }
    guard id != nil || !mode.isEmpty else { return }
    let again = try night(10, "given")
    again.expect("consent/link-phone", ["u1": "pass"])
    #expect(again.limits.contains("consents-in-force-again"))
  }

  /// A row is gone for its person, though somebody else has a request of its id.
  @Test func aRowIsOfItsPerson() throws {
    let nights = try Nights()
    func night(_ day: Int, _ uids: String...) throws -> Night {
      let files = [
        "users.json": Export.users("u1", "u2"), "revocations.ndjson": Line.revocation("other", time(1)),
        "deletions.ndjson": uids.map { Line.request($0, time(1), ["request_id": "r"]) }.joined(),
      ]
      return try nights.night(day, files, config: config("deletions", Self.modes[1]))
    }
    let failure = "fail no-revocation"
    try night(6, "u1", "u2").expect("deletion/token-revoked", ["u1": failure, "u2": failure])
    try night(7, "u2").expect("deletion/token-revoked", ["u2": failure])
  }

  @Test func shardsKnowWhatARowSaid() throws {
    let place = try Workplace()
    try place.write("relay-audit.yaml", config("deletions", Self.modes[1]))
    try place.write("in/users.json", Export.users("u1", "u2", "u3"))
    try place.write("in/revocations.ndjson", Line.revocation("other", time(1)))
    for (day, status) in [(6, "cancelled"), (7, "pending"), (8, "pending")] {
      try place.write(
        "in/deletions.ndjson",
        Line.request("u1", time(1), ["status": status]) + Line.request("u2", time(1)))
      let outcome = try place.compareShards(
        ["in", "--captured-at", time(day, 5)], asOf: time(day, 6), shards: 3, config: "relay-audit.yaml")
      #expect(outcome.status == 1, "\(outcome)")
    }
  }
}
