import Foundation
import Testing

/// What an audit says when a kind of evidence that it once had is not there.
@Suite struct ContinuityTests {
  private let rule = "deletion/token-revoked"
  private let users = Export.users("u1", "u2", "other")

  private func files(_ requests: String, revocations: String?) -> [String: String] {
    var files = ["users.json": users, "deletions.ndjson": requests]
    files["revocations.ndjson"] = revocations
    return files
  }

  /// Absence is judged up to the newest capture of the kind.
  @Test func whatLiesBeyondTheCaptureIsNotJudged() throws {
    let nights = try Nights()
    let due = Line.request("u1", time(1))
    let later = Line.request("u2", time(5, 12))
    let first = try nights.night(6, files(due, revocations: Line.revocation("other", time(5))))
    first.expect(rule, ["u1": "fail no-revocation"])
    let missing = try nights.night(10, files(later, revocations: nil))
    missing.expect(rule, ["u1": "fail no-revocation", "u2": "inconclusive beyond-capture"])
    #expect(missing.status == 2)
    #expect(missing.resolved.allSatisfy { $0.rule != rule })
    let back = try nights.night(11, files("", revocations: ""))
    back.expect(rule, ["u1": "fail no-revocation", "u2": "fail no-revocation"])
    #expect(back.isComplete, "\(back.reasons)")
  }

  /// Of a person who has still time, nothing is due from the missing log.
  @Test func whatIsPendingStaysPending() throws {
    let nights = try Nights()
    try nights.night(6, files("", revocations: Line.revocation("other", time(5))))
    let missing = try nights.night(7, files(Line.request("u1", time(6, 12)), revocations: nil))
    #expect(missing.status == 2)
    #expect(missing.finding(rule, "u1").map { $0.verdict != "fail" } ?? false)
  }

  /// A rule that does not need the accounts may rest on them: without them no link shows which consents matter.
  @Test func whatRestsOnMissingAccountsIsCarried() throws {
    let rule = "consent/record-quality"
    var files = [
      "users.json": Export.linked("u1"), "links.ndjson": Line.link("u1", time(-10)),
      "consents.ndjson": Line.consent("u1", time(-20), ["policy_version": ""]),
    ]
    let nights = try Nights()
    #expect(try nights.night(6, files).finding(rule, "u1")?.says == "fail no-policy-version")
    let export = files.removeValue(forKey: "users.json")
    let missing = try nights.night(7, files)
    #expect(missing.finding(rule, "u1")?.state == "carried")
    #expect(missing.status == 2)
    files["users.json"] = export
    #expect(try nights.night(8, files).finding(rule, "u1")?.state == "existing")
  }

  /// A file that was read wrongly supplies no kind, so that nothing of it is missing once it is read right.
  @Test func aKindOfWhichNothingWasUsedIsNotMissed() throws {
    let nights = try Nights()
    let export = ["users.json": Export.users("u1")]
    let mail = "recipient,sender,at\na@example.com,b@example.com,never\n"
    #expect(try nights.night(6, export.merging(["mail.csv": mail]) { first, _ in first }).status == 2)
    let next = try nights.night(7, export)
    #expect(next.isComplete, "\(next.reasons)")
    #expect(try nights.place.run("verify").status == 0)
  }

  @Test func consentsBeyondTheCapture() throws {
    func files(_ links: String, _ consents: String?) -> [String: String] {
      var files = ["users.json": Export.linked("u1", "u2"), "links.ndjson": links]
      files["consents.ndjson"] = consents
      return files
    }
    let rule = "consent/link-phone"
    let nights = try Nights()
    let old = Line.link("u1", time(-10)) + Line.link("u2", time(7, 12))
    let before = [
      "users.json": Export.users(["u1", "u2"], phones: ["u1": "+15550100"]),
      "links.ndjson": Line.link("u1", time(-10)), "consents.ndjson": Line.consent("stranger", time(1)),
    ]
    try nights.night(6, before).expect(rule, ["u1": "fail no-record"])
    let missing = try nights.night(8, files(old, nil))
    missing.expect(rule, ["u1": "fail no-record", "u2": "inconclusive beyond-capture"])
    #expect(missing.status == 2)
    let back = try nights.night(9, files("", ""))
    back.expect(rule, ["u1": "fail no-record", "u2": "fail no-record"])
    #expect(back.isComplete, "\(back.reasons)")
  }

  /// Without accounts nothing about them can be judged again, and nothing is resolved.
  @Test func accountsThatAreMissing() throws {
    let nights = try Nights()
    let evidence = [
      "consents.ndjson": Line.consent("u2", time(-20)), "deletions.ndjson": Line.request("gone", time(1)),
      "revocations.ndjson": Line.revocation("other", time(1)),
    ]
    let whole = evidence.merging(["users.json": Export.linked("u1", "u2")]) { $1 }
    let first = try nights.night(6, whole)
    let failing = first.findings.filter { $0.verdict == "fail" && $0.rule.hasPrefix("evidence/") == false }
    #expect(Set(failing.map(\.rule)) == ["consent/link-phone", "deletion/token-revoked"])
    for day in 7...8 {
      let missing = try nights.night(day, evidence, failOn: "high")
      #expect(missing.status == 1)
      #expect(missing.reasons.contains("accounts"), "\(missing.reasons)")
      for finding in failing {
        let kept = missing.findings.first { $0.id == finding.id }
        #expect(kept?.says == finding.says, "day \(day) \(finding.rule)")
      }
      #expect(missing.findings.first { $0.rule == "consent/link-phone" }?.state == "carried")
      #expect(missing.resolved.allSatisfy { $0.rule.hasPrefix("evidence/") }, "\(missing.resolved)")
    }
    let back = try nights.night(9, whole)
    #expect(back.isComplete, "\(back.reasons)")
    #expect(Set(back.findings.filter { $0.verdict == "fail" }.map(\.id)).isSuperset(of: failing.map(\.id)))
    #expect(back.findings.allSatisfy { $0.state != "carried" })
    // Nobody vanished in the meantime.
    back.expect("deletion/unrequested-removal", [:])
  }

  /// A night without the accounts leaves first and last sights as they were.
  @Test func firstSightsSurviveTheGap() throws {
    let nights = try Nights()
    func files(_ users: String?) -> [String: String] {
      var files = ["consents.ndjson": Line.consent("u1", time(6, 12))]
      files["users.json"] = users
      return files
    }
    let plain = Export.users("u1")
    try nights.night(6, files(plain))
    try nights.night(7, files(nil))
    // Between the two sights of days 6 and 8 the number came, and the consent of day 6 lies between them.
    let linked = try nights.night(8, files(Export.linked("u1")))
    linked.expect("consent/link-phone", ["u1": "inconclusive order-unknown"])
  }

  @Test func aKindThatIsReleased() throws {
    let story = KindStory.mail
    let nights = try Nights()
    try nights.night(6, story.files(story.first))
    let optional = "gate: {optional: [mail]}\n"
    let released = try nights.night(7, story.files(nil), config: optional)
    #expect(released.isComplete, "\(released.reasons)")
    #expect(released.findings.allSatisfy { $0.state != "carried" })
    #expect(try nights.night(8, story.files(nil)).status == 2)
  }

  /// Consents that are exported once a week.
  @Test func aKindMayBeOlder() throws {
    let story = KindStory.consents
    let weekly = "evidence: {max_age: {accounts: 36h, consents: 8d}}\n"
    let nights = try Nights()
    try nights.night(6, story.files(story.first), config: weekly)
    for (day, isComplete) in [(7, true), (13, true), (14, false), (15, false)] {
      let night = try nights.night(day, story.files(nil), config: weekly)
      // The newest capture is of day 6, 05:00; the audit of day 14, 06:00, is an hour too late.
      #expect(night.isComplete == isComplete, "day \(day): \(night.reasons)")
      night.expect(story.expected, "day \(day)")
    }
  }

  /// An export that stopped leaves its last file behind.
  @Test func anOldFileIsAMissingOne() throws {
    let story = KindStory.consents
    let nights = try Nights()
    for (day, config, isOld) in [
      (6, "evidence: {max_age: {consents: 36h}}\n", false), (7, "evidence: {max_age: {consents: 36h}}\n", false),
      (8, "evidence: {max_age: {consents: 36h}}\n", true), (9, "evidence: {max_age: {consents: 8d}}\n", false),
      (10, "", false),
    ] {
      var files = story.files(nil)
      files["consents-20261106T050000Z.ndjson"] = story.first
      let night = try nights.night(day, files, config: config)
      #expect(night.isComplete != isOld, "day \(day): \(night.reasons)")
      #expect(night.limits.contains("evidence-old") == (day == 10), "day \(day)")
      night.expect(story.expected, "day \(day)")
    }
  }

  /// A log stands for each kind that it ever yielded.
  @Test func aQuietLogIsNotAMissingOne() throws {
    let nights = try Nights()
    func files(_ log: String?) -> [String: String] {
      var files = [
        "users.json": Export.users("other"),
        "deletions.ndjson": ["good", "bad"].map { Line.request($0, time(1)) }.joined(),
      ]
      files["log.ndjson"] = log
      return files
    }
    let calls = Line.logEntry("good", time(1, 1)) + Line.logEntry("bad", time(1, 3))
    let removals = Line.deletionEntry("good", time(1, 2)) + Line.deletionEntry("bad", time(1, 2))
    let verdicts = ["good": "pass", "bad": "fail deleted-before-revocation"]
    for (day, log) in [(6, calls + removals), (7, Line.logEntry("other", time(6))), (8, "")] {
      let night = try nights.night(day, files(log))
      night.expect("deletion/order", verdicts, "day \(day)")
      #expect(night.isComplete, "day \(day): \(night.reasons)")
    }
    let missing = try nights.night(9, files(nil))
    missing.expect("deletion/order", verdicts)
    #expect(missing.status == 2)
    #expect(missing.reasons.contains("revocations") && missing.reasons.contains("account-deletions"))
  }

  @Test func aRuleThatIsDisabledEndsItsFindings() throws {
    let story = KindStory.revocations
    let nights = try Nights()
    let first = try nights.night(6, story.files(story.first))
    let finding = try #require(first.finding(rule, "bad"))
    let disabled = "rules: {disable: [deletion/token-revoked]}\n"
    let second = try nights.night(7, story.files(nil), config: disabled)
    #expect(second.finding(rule, "bad") == nil)
    #expect(second.resolved.first { $0.id == finding.id }?.cause == "rule-disabled")
  }

  /// A part of a log says nothing of what it lost.
  @Test func aDamagedLogClearsNobodyAndAccusesNobody() throws {
    let nights = try Nights()
    let requests = ["u1", "u2"].map { Line.request($0, time(1)) }.joined()
    let broken = "{\"uid\":\"u1\",\"at\":\"yesterday\",\"endpoint\":\"apple\",\"http_status\":200}\n"
    // Fifty records of others: less than 1 % of a hundred and one is rejected, and the rejected one names u1.
    let others = (0..<120).map { Line.revocation("other-\($0)", time(5)) }.joined()
    let night = try nights.night(6, files(requests, revocations: others + broken))
    night.expect(rule, ["u1": "inconclusive evidence-rejected", "u2": "fail no-revocation"])
    #expect(night.status == 2)
    let few = try Nights().night(6, files(requests, revocations: Line.revocation("other", time(5)) + broken))
    few.expect(rule, ["u1": "inconclusive evidence-rejected", "u2": "inconclusive evidence-rejected"])
  }

  /// A log that breaks off between two of its records, on the night after it was whole.
  @Test func aLogThatBreaksOff() throws {
    func array(_ lines: String) -> String { "[" + lines.split(separator: "\n").joined(separator: ",\n") + "]" }
    func files(_ log: String) -> [String: String] {
      [
        "users.json": users, "deletions.ndjson": ["u1", "u2"].map { Line.request($0, time(1)) }.joined(),
        "log.json": log,
      ]
    }
    let others = (0..<9).map { Line.revocation("other", time(5, 0, $0)) }.joined()
    let verdicts = ["u1": "pass", "u2": "fail no-revocation"]
    let nights = try Nights()
    try nights.night(6, files(array(Line.revocation("u1", time(1, 1)) + others))).expect(rule, verdicts)
    let whole = array(others)
    let cut = String(whole.prefix(upTo: try #require(whole.range(of: "},\n", options: .backwards)).upperBound))
    let night = try nights.night(7, files(cut))
    night.expect(rule, verdicts)
    #expect(night.status == 2)
    #expect(night.source("in/log.json")["truncated"] as? Bool == true)
    #expect(night.finding(rule, "u2")?.state == "carried")
    let back = try nights.night(8, files(whole))
    back.expect(rule, verdicts)
    #expect(back.isComplete, "\(back.reasons)")
  }

  /// The record of the account cannot be read, or the export breaks off before it.
  @Test(arguments: ["rejected", "cut"]) func anAccountInADamagedPart(damage: String) throws {
    func files(_ users: String) -> [String: String] {
      ["users.json": users, "consents.ndjson": Line.consent("other", time(1))]
    }
    let whole = Export.users(["other", "u1"], phones: ["u1": "+15550101"])
    let damaged =
      damage == "cut" ? String(whole.dropLast(60)) : whole.replacing("\"localId\": \"u1\"", with: "\"localId\": {}")
    let rule = "consent/link-phone"
    let nights = try Nights()
    try nights.night(6, files(whole)).expect(rule, ["u1": "fail no-record"])
    for day in 7...8 {
      let night = try nights.night(day, files(damaged))
      night.expect(rule, ["u1": "fail no-record"], "day \(day)")
      #expect(night.finding(rule, "u1")?.state == "carried", "day \(day)")
      #expect(night.status == 2, "day \(day)")
    }
    let back = try nights.night(9, files(whole))
    back.expect(rule, ["u1": "fail no-record"])
    #expect(back.finding(rule, "u1")?.state == "existing")
  }
}
