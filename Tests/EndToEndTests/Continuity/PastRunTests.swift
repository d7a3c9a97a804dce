import Foundation
import Testing

/// `report`, `diff` and `explain --run`.
@Suite struct PastRunTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
  }

  @discardableResult
  private func night(_ day: Int, _ users: [String], _ flags: String...) throws -> Workplace.Outcome {
    try place.write(
      "in/users.json", "{\"users\": [\n" + (users + [Sample.user("u9")]).joined(separator: ",\n") + "]}",
      at: "2026-11-\(day)T05:00:00Z")
    return try place.run(["audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z", "--out", "night-\(day)"] + flags)
  }

  private func diff(_ runs: String...) throws -> [String: Any] {
    let outcome = try place.run(["diff"] + runs + ["--json"])
    #expect(outcome.status == 0, "\(outcome)")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func ids(_ night: Int) throws -> [String: String] {
    let report = try place.report("night-\(night)")
    let findings = try #require(report["findings"] as? [[String: Any]])
    return Dictionary(
      findings.map { (($0["subject"] as? [String: Any])?["uid"] as? String ?? "", $0["id"] as? String ?? "") }
    ) { first, _ in first }
  }

  @Test func aPastNightsReportsComeOutByteForByte() throws {
    try night(18, [Sample.user("u1", phone: "+15550101")])
    try night(19, [Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102")])
    try night(20, [])
    for (run, day) in [("1", 18), ("last~1", 19), ("last", 20)] {
      let outcome = try place.run("report", run, "--out", "again-\(day)")
      #expect(outcome.status == 0 && outcome.output.contains("\(day) November 2026"), "\(outcome)")
      for name in ["report.json", "report.html", "flagged-accounts.csv"] {
        #expect(try place.text("again-\(day)/\(name)") == place.text("night-\(day)/\(name)"), "\(name)")
      }
    }
    // Without --out no newer report is replaced.
    #expect(try place.run("report", "1", "--format", "json").status == 0)
    #expect(try place.text("reports/out/run-1/report.json") == place.text("night-18/report.json"))
    #expect(!FileManager.default.fileExists(atPath: place.path("reports/out/run-1/report.html").path))
    #expect(try place.run("report", "9").status == 66)
    #expect(try place.run("report", "1", "--format", "doc").status == 64)
    #expect(try place.run("report").status == 64)
  }

  @Test(arguments: ["nosuch", "0", "2ab", "last~", "last~x", "LAST", "deadbeef", "é"])
  func whatNamesNoRunEndsAsOneThatIsNotThere(run: String) throws {
    try night(18, [Sample.user("u1")])
    let commands = [
      ["report", run], ["diff", run], ["diff", "last", run], ["sign-off", run, "--as", "A. Person", "--note", "n"],
      ["baseline", "write", "b.txt", "--run", run], ["history", "--withdraw", run, "--reason", "r"],
      ["explain", "ra-0000000000000000", "--run", run],
    ]
    for command in commands {
      let outcome = try place.run(command)
      #expect(outcome.status == 66, "\(command): \(outcome)")
      let isID = run == "deadbeef"
      let told = isID ? "this project has no run `\(run)`" : "`\(run)` names no run: a run has a number and an id"
      #expect(outcome.errors.contains(told), "\(command): \(outcome.errors)")
    }
  }

  @Test func personalDataIsNoLooserThanItIsKept() throws {
    let email = "someone@privaterelay.appleid.com"
    let user = Sample.user("u1", phone: "+15550101").replacing(Line.relay("u1"), with: email)
    try night(18, [user])
    try night(19, [user], "--pii", "full")
    for mode in ["full", "hashed"] {
      let outcome = try place.run("report", "1", "--out", "x", "--pii", mode)
      #expect(outcome.status == 64 && outcome.errors.contains("stored masked"), "\(outcome)")
    }
    #expect(try place.run("report", "1", "--out", "masked", "--pii", "masked").status == 0)
    #expect(try place.text("masked/report.json") == place.text("night-18/report.json"))
    #expect(try place.run("report", "2", "--out", "full").status == 0)
    #expect(try place.text("full/report.json") == place.text("night-19/report.json"))
    #expect(try place.text("full/report.json").contains(email))
    for mode in ["masked", "hashed"] {
      #expect(try place.run("report", "2", "--out", mode, "--pii", mode).status == 0)
      for name in ["report.json", "report.html", "flagged-accounts.csv"] {
        #expect(try !place.text("\(mode)/\(name)").contains(email), "\(mode) \(name)")
      }
    }
  }

  /// A night that is judged again with waivers differs from the first in nothing else.
  @Test func waiversThatCameOrWentAreACause() throws {
    let users = [Sample.user("u1", phone: "+15550101")]
    try night(18, users)
    let id = try #require(try ids(18)["u1"])
    try place.write(
      "w.yaml",
      """
      waivers:
        - {findings: [\(id)], signed_by: A, date: 2026-11-01, expires: 2026-12-31, reason: r}
      """)
    try night(18, users, "--waivers", "w.yaml")
    let difference = try diff()
    #expect(difference["waivers_changed"] as? Bool == true && difference["time_changed"] as? Bool == false)
    #expect(difference["waived"] as? [String] == [id] && difference["unwaived"] as? [String] == [])
    let text = try place.run("diff").output
    #expect(text.contains("What changed: the waivers.") && text.contains("\(id)  is waived now"), "\(text)")
    let back = try place.run("diff", "2", "1").output
    #expect(back.contains("\(id)  is waived no more"), "\(back)")
    try night(18, users, "--waivers", "w.yaml")
    let same = try place.run("diff").output
    #expect(same.contains("so is the time of the audit"), "\(same)")
  }

  /// One waiver is the same whichever way its texts are shown.
  @Test func anotherModeOfPersonalDataIsNoOtherWaiver() throws {
    let users = [Sample.user("u1", phone: "+15550101")]
    func judge(until expires: String, _ mode: String) throws {
      try place.write(
        "w.yaml",
        """
        waivers:
          - rule: consent/link-phone
            uid: u1
            signed_by: A. Person
            ticket: mail of anna@example.com
            date: 2026-11-01
            expires: \(expires)
            reason: ask anna@example.com
        """)
      try night(18, users, "--waivers", "w.yaml", "--pii", mode)
    }
    try judge(until: "2026-12-31", "masked")
    for mode in ["full", "hashed", "masked"] {
      try judge(until: "2026-12-31", mode)
      #expect(try diff()["waivers_changed"] as? Bool == false, "\(mode)")
    }
    try judge(until: "2027-01-31", "full")
    #expect(try diff()["waivers_changed"] as? Bool == true)
  }

  @Test func whatChangedIsToldWithItsCause() throws {
    try night(18, [Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102")])
    try night(19, [Sample.user("u2", phone: "+15550102"), Sample.user("u3", phone: "+15550103")])
    try place.write("in/consents.ndjson", Sample.consent("u2", "link:email", "2026-01-01T00:00:00Z"))
    try place.write("relay-audit.yaml", "rules: {severity: {relay/daily-limit: high}}\n")
    try night(20, [Sample.user("u2", phone: "+15550102"), Sample.user("u3", phone: "+15550103")])
    let (first, second) = (try ids(18), try ids(19))

    let one = try diff("1", "2")
    #expect(
      Set(one.keys) == [
        "from", "to", "rules_changed", "config_changed", "evidence_changed", "new", "resolved", "changed", "carried",
        "unchanged", "waivers_changed", "time_changed", "waived", "unwaived",
      ])
    let (earlier, later) = (try runID(18), try runID(19))
    #expect(one["from"] as? String == earlier && one["to"] as? String == later)
    #expect(one["rules_changed"] as? Bool == false && one["config_changed"] as? Bool == false)
    #expect(one["evidence_changed"] as? Bool == true)
    #expect((one["new"] as? [String])?.contains(second["u3"] ?? "?") == true)
    let resolved = try #require(one["resolved"] as? [[String: Any]])
    #expect(resolved.contains { $0["id"] as? String == first["u1"] && $0["cause"] is String }, "\(one)")

    let two = try diff()
    let changed = try #require(two["changed"] as? [[String: Any]])
    let entry = try #require(changed.first { $0["id"] as? String == second["u2"] })
    #expect(entry["from"] as? [String: String] == ["verdict": "fail", "reason": "no-record"])
    #expect(entry["to"] as? [String: String] == ["verdict": "fail", "reason": "wrong-purpose"])
    #expect(two["config_changed"] as? Bool == true)
    // From a run to the last, over those between.
    let all = try diff("1")
    let last = try runID(20)
    #expect(all["to"] as? String == last)
    #expect((all["resolved"] as? [[String: Any]])?.contains { $0["id"] as? String == first["u1"] } == true)

    let text = try place.run("diff", "1", "2").output
    #expect(
      text.contains("From run 1 of") && text.contains("What changed: the evidence and the time of the audit."),
      "\(text)")
    #expect(try place.run("diff", "1", "9").status == 66)
    #expect(try place.run("diff", "x").status == 66)
  }

  @Test func oneRunHasNothingToCompareWith() throws {
    try night(18, [])
    #expect(try place.run("diff").status == 66)
  }

  @Test func aFindingOfAPastRunIsExplained() throws {
    try night(18, [Sample.user("u1", phone: "+15550101")])
    try night(19, [])
    let id = try #require(try ids(18)["u1"])
    #expect(try place.run("explain", id).status == 66)
    let past = try place.run("explain", id, "--run", "1")
    #expect(past.status == 0 && past.output.contains("consent/link-phone"), "\(past)")
    #expect(past.output.contains("18 November 2026, 06:00 UTC") && past.output.contains("not kept"), "\(past)")
    #expect(try place.run("explain", id, "--run", "2").status == 66)
  }

  private func runID(_ night: Int) throws -> String? {
    (try place.report("night-\(night)")["run"] as? [String: Any])?["id"] as? String
  }

  /// `explain` tells of the last run as `last` names it.
  @Test func aWithdrawnRunIsNotExplained() throws {
    try night(18, [Sample.user("u1", phone: "+15550101"), Sample.user("u3", phone: "+15550103")])
    try night(19, [Sample.user("u2", phone: "+15550102"), Sample.user("u3", phone: "+15550103")])
    let (kept, taken) = (try #require(try ids(18)["u1"]), try #require(try ids(19)["u2"]))
    let both = try #require(try ids(18)["u3"])
    #expect(try place.run("explain", taken).status == 0)
    #expect(try place.run("explain", both).output.contains("19 November 2026"))
    #expect(try place.run("history", "--withdraw", "last", "--reason", "wrong export").status == 0)
    #expect(try place.run("explain", taken).status == 66)
    #expect(try place.run("explain", taken, "--run", "2").status == 0)
    for flags in [[], ["--run", "last"]] {
      for id in [kept, both] {
        let outcome = try place.run(["explain", id] + flags)
        #expect(outcome.status == 0 && !outcome.output.contains("19 November 2026"), "\(outcome)")
      }
    }
  }
}
