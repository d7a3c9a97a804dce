import Foundation
import Testing

/// A night on which a column that decides records is not read: what failed before fails on, since the records may say
/// otherwise than they seem to (docs/contract.md, section 4).
@Suite struct UndecidedNightsTests {
  struct Case: CustomStringConvertible {
    var description: String
    var rule: String
    var finding: String
    /// By name, the files of all nights, in which `DECIDED` stands for the record in question.
    var files: [String: String]
    var config = ""
    /// As it is read, and as nothing reads it.
    var decided: String
    var undecided: String
    /// The column that is not read.
    var column: String
    /// What stands behind the record once it is read again.
    var later = ""
  }

  private static let mapped = """
    inputs:
      - path: in/consents.ndjson
        kind: consents
        columns: {consent_id: id, uid: person, purpose: topic, given_at: at, withdrawn_at: revoked_at}

    """

  private static func consent(_ more: [String: Any]) -> String {
    Line.object(["id": "c1", "person": "u1", "topic": "link:phone", "at": time(-20)].merging(more) { $1 })
  }

  static let cases = [
    Case(
      description: "a withdrawal", rule: "consent/withdrawn-still-linked", finding: "fail still-linked",
      files: ["users.json": Export.linked("u1"), "consents.ndjson": "DECIDED"], config: mapped,
      decided: consent(["revoked_at": time(-10)]), undecided: consent(["ended": time(-10)]), column: "ended"),
    Case(
      description: "a refusal", rule: "consent/link-phone", finding: "fail refused",
      files: [
        "users.json": Export.linked("u1"), "consents.ndjson": "DECIDED", "links.ndjson": Line.link("u1", time(-10)),
      ],
      decided: Line.consent("u1", time(-20), ["consent_id": "c1", "state": "refused"]),
      undecided: Line.consent("u1", time(-20), ["consent_id": "c1", "answer": "no"]), column: "answer"),
    Case(
      description: "a link", rule: "consent/link-phone", finding: "fail after-link",
      files: [
        "users.json": Export.linked("u1"), "consents.ndjson": Line.consent("u1", time(-5)), "links.ndjson": "DECIDED",
      ],
      decided: Line.link("u1", time(-10)),
      undecided: Line.link("u1", time(-10)) + Line.link("u1", time(-1), ["event": "unlink"]), column: "event",
      // Of a log, only one that ends no earlier shows all that was read.
      later: Line.link("other", time(-1))),
    Case(
      description: "a request", rule: "deletion/token-revoked", finding: "fail no-revocation",
      files: [
        "users.json": Export.users("other"), "deletions.ndjson": "DECIDED",
        "revocations.ndjson": Line.revocation("other", time(0)),
      ],
      decided: Line.request("u1", time(-20)),
      undecided: Line.request("u1", time(-20), ["status": "cancelled", "denied": "no"]), column: "denied"),
  ]

  @Test(arguments: cases) func whatFailedIsCarried(item: Case) throws {
    let nights = try Nights()
    func night(_ day: Int, _ record: String) throws -> Night {
      let files = item.files.mapValues { $0.replacingOccurrences(of: "DECIDED", with: record) }
      return try nights.night(day, files, config: item.config)
    }
    let first = try night(6, item.decided)
    let known = try #require(first.finding(item.rule, "u1"))
    #expect(known.says == item.finding)
    for day in 7...8 {
      let night = try night(day, item.undecided)
      #expect(night.status == 2 && night.reasons.contains("`\(item.column)`"), "\(night.reasons)")
      let finding = try #require(night.findings.first { $0.id == known.id }, "day \(day): \(night.resolved)")
      #expect(finding.says == item.finding && ["carried", "existing"].contains(finding.state), "\(finding)")
    }
    let back = try night(9, item.decided + item.later)
    #expect(back.status == 0, "\(back.reasons)")
    #expect(back.findings.first { $0.id == known.id }?.state == "existing")
  }

  /// What stands on no account any more is gone, whatever the consents say.
  @Test(arguments: [Export.users("u1"), Export.users("u2")])
  func whatIsGoneFromTheAccountsIsResolved(users: String) throws {
    let item = Self.cases[0]
    let nights = try Nights()
    try nights.night(6, ["users.json": Export.linked("u1"), "consents.ndjson": item.decided], config: item.config)
    let night = try nights.night(7, ["users.json": users, "consents.ndjson": item.undecided], config: item.config)
    #expect(night.status == 2)
    #expect(night.finding(item.rule, "u1") == nil)
    #expect(night.resolved.map(\.rule).contains(item.rule), "\(night.resolved)")
  }

  /// A table of `mode: snapshot` ends nothing on a night on which it is undecided.
  @Test func anUndecidedSnapshotEndsNothing() throws {
    let item = Self.cases[0]
    let nights = try Nights()
    let config = item.config + "    mode: snapshot\n"
    func night(_ day: Int, _ consents: String?) throws -> Night {
      var files = ["users.json": Export.linked("u1")]
      files["consents.ndjson"] = consents
      return try nights.night(day, files, config: config)
    }
    try night(6, item.decided).expect(item.rule, ["u1": item.finding])
    #expect(try night(7, item.undecided).finding(item.rule, "u1")?.says == item.finding)
    let missing = try night(8, nil)
    #expect(missing.finding(item.rule, "u1")?.says == item.finding, "\(missing.resolved)")
  }

  /// A record that nobody decided is no less unknown on a night without its file.
  @Test func whatWasUndecidedDoesNotPassByItsAbsence() throws {
    let nights = try Nights()
    let rule = "consent/link-phone"
    let files = ["users.json": Export.linked("u1", "u2"), "consents.csv": Self.table("u1,u2")]
    try nights.night(6, files).expect(rule, ["u1": "pass", "u2": "pass"])
    let refusal = Self.table("u2", more: ("granted", "false"))
    let undecided = try nights.night(7, files.merging(["cmp.csv": refusal]) { $1 })
    undecided.expect(rule, ["u1": "pass", "u2": "inconclusive evidence-undecided"])
    for day in 8...9 {
      let later = try nights.night(day, files)
      #expect(later.finding(rule, "u2")?.state == "carried", "\(later.resolved)")
    }
    // The file is there again, and says how its records stand.
    let whole = try nights.night(10, files.merging(["cmp.csv": Self.table("u2", more: ("state", "refused"))]) { $1 })
    #expect(whole.finding(rule, "u2")?.reason != "evidence-undecided", "\(whole.findings)")
  }

  /// A subject that the undecided record alone made is no less unknown without it.
  @Test func aSubjectOfAnUndecidedRecordIsNotGone() throws {
    let nights = try Nights()
    let rule = "consent/withdrawn-still-linked"
    let files = ["users.json": Export.linked("u1"), "consents.csv": Self.table("u1")]
    try nights.night(6, files)
    let end = "uid,purpose,given_at,state,granted\nu1,link:phone,\(time(-20)),withdrawn,false\n"
    let undecided = try nights.night(7, files.merging(["ends.csv": end]) { $1 })
    #expect(undecided.finding(rule, "u1")?.says == "inconclusive evidence-undecided")
    for day in 8...9 {
      let later = try nights.night(day, files)
      #expect(later.finding(rule, "u1")?.state == "carried", "\(later.resolved)")
    }
  }

  private static func table(_ uids: String, more: (title: String, value: String)? = nil) -> String {
    "uid,purpose,given_at,explicit,method,policy_version\(more.map { "," + $0.title } ?? "")\n"
      + uids.split(separator: ",").map {
        "\($0),link:phone,2026-01-01T00:00:00Z,true,dialog,3\(more.map { "," + $0.value } ?? "")\n"
      }.joined()
  }

  /// Whichever of two files comes first, and whichever record a verdict cites.
  @Test(arguments: [("a", "b"), ("b", "a")])
  func theNamesOfFilesDecideNothing(decided: String, undecided: String) throws {
    let accounts = ["users.json": Export.linked("u1")]
    let request = Line.request("u1", time(-30))
    let cases: [(rule: String, files: [String: String])] = [
      (
        "consent/link-phone",
        ["\(decided).csv": Self.table("u1"), "\(undecided).csv": Self.table("u1", more: ("granted", "false"))]
      ),
      (
        "deletion/order",
        [
          "deletions.ndjson": request, "revocations.ndjson": Line.revocation("u1", time(-30, 1)),
          "\(decided).csv": "uid,deleted_at,actor\nu1,\(time(-29)),person\n",
          "\(undecided).csv": "uid,deleted_at,actor,cancelled\nu1,\(time(-30, 0, 30)),person,true\n",
        ]
      ),
      (
        "deletion/token-revoked",
        [
          "revocations.ndjson": Line.revocation("other", time(-30, 1)), "\(decided).ndjson": request,
          "\(undecided).ndjson": Line.request("u1", time(-30), ["status": "cancelled", "is_test": true]),
        ]
      ),
    ]
    for (rule, files) in cases {
      let night = try Nights().night(6, accounts.merging(files) { $1 })
      #expect(night.status == 2, "\(night.reasons)")
      night.expect(rule, ["u1": "inconclusive evidence-undecided"])
    }
  }

  @Test func shardsCarryItToo() throws {
    let place = try Workplace()
    let item = Self.cases[0]
    try place.write("relay-audit.yaml", item.config)
    try place.write("in/users.json", Export.linked("u1", "u2"))
    for (day, record) in [(6, item.decided), (7, item.undecided), (8, item.decided)] {
      try place.write("in/consents.ndjson", record)
      let outcome = try place.compareShards(
        ["in", "--captured-at", time(day, 5)], asOf: time(day, 6), shards: 2, config: "relay-audit.yaml")
      #expect(outcome.status == 1, "\(outcome)")
    }
  }
}
