import Foundation
import PythonScripts
import Testing

/// `report.json` over several nights: every file keeps to its schema, and one night knows of the others.
@Suite struct ReportVersionTests {
  /// Validates files against the schemas in `reports/schema`.
  private func validate(_ place: Workplace, _ folders: [String]) throws {
    let text = try PythonScript(name: "check_report.py", folder: "Browser")
      .run(["--schema"] + folders.map { place.path("\($0)/report.json").path })
    #expect(text.contains("\(folders.count) reports keep to their schema"), "\(text)")
  }

  @Test func threeNightsKeepToTheSchema() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "20").status == 0)
    let night = ["--store", "store.sqlite", "--project", "relay-audit-sample"]
    _ = try place.run(
      ["audit", "--config", "sample/relay-audit.yaml", "--as-of", "2026-11-20T06:00:00Z", "--out", "n1"] + night)
    let first = try #require(try place.report("n1")["findings"] as? [[String: Any]])
    let failing = first.filter { $0["verdict"] as? String == "fail" }.compactMap { $0["id"] as? String }
    #expect(try place.run(["baseline", "write", "known.txt"] + night).status == 0)
    try place.write("waivers.yaml", Self.waivers(of: failing))

    // The second night has a baseline, waivers, and neither consents nor links.
    let lost = try String(contentsOf: place.path("sample/relay-audit.yaml"), encoding: .utf8).split(separator: "\n")
      .filter { !$0.contains("links") && !$0.contains("consents") }.joined(separator: "\n")
    try place.write("sample/lost.yaml", lost + "\n")
    _ = try place.run(
      [
        "audit", "--config", "sample/lost.yaml", "--as-of", "2026-11-20T07:00:00Z", "--out", "n2", "--gate", "new",
        "--baseline", "known.txt", "--waivers", "waivers.yaml",
      ] + night)
    _ = try place.run(
      ["audit", "--config", "sample/relay-audit.yaml", "--as-of", "2026-11-20T08:00:00Z", "--out", "n3"] + night)
    try validate(place, ["n1", "n2", "n3"])

    let second = try place.report("n2")
    let gate = try #require(second["gate"] as? [String: Any])
    #expect(gate["outcome"] as? String == "incomplete")
    let states = (second["waivers"] as? [[String: Any]])?.map { $0["state"] as? String }
    #expect(states == ["active", "expiring", "expired", "not-yet", "unknown"])
    #expect((second["baseline"] as? [String: Any])?["entries"] as? Int == failing.count)
    #expect((second["baseline"] as? [String: Any])?["matched"] as? Int == failing.count)
    let run = try #require(try place.report("n1")["run"] as? [String: Any])
    #expect(run["host"] is String && run["user"] is String)
    let trend = try #require(try place.report("n3")["trend"] as? [[String: Any]])
    #expect(trend.map { $0["as_of"] as? String } == ["2026-11-20T06:00:00.000Z", "2026-11-20T07:00:00.000Z"])
    #expect(trend.first?["run"] as? String == run["id"] as? String)
    #expect(trend.first?["fail"] as? Int == failing.count)
    #expect(trend.map { $0["outcome"] as? String } == ["fail", "incomplete"])
  }

  private static func waivers(of findings: [String]) -> String {
    let entries = [
      (findings[0], "2026-11-01", "2027-02-01"), (findings[1], "2026-11-01", "2026-12-10"),
      (findings[2], "2026-10-01", "2026-11-10"), (findings[3], "2026-12-01", "2027-02-01"),
      ("ra-00000000000000aa", "2026-11-01", "2027-02-01"),
    ]
    return entries.reduce("waivers:\n") { text, entry in
      text
        + "  - {findings: [\(entry.0)], signed_by: A. Person, date: \(entry.1), expires: \(entry.2), reason: Paper}\n"
    }
  }

  /// The counts of rules, of reasons and of findings are one count, and a waived finding is in it once.
  @Test func aWaivedFindingIsCountedOnce() throws {
    let place = try Workplace()
    try place.write(
      "in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102")))
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
    #expect(try place.audit("in").status == 1)
    let finding = try #require(try place.findings().first { $0.uid == "u1" })
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - {findings: [\(finding.id)], signed_by: A. Person, date: 2026-11-01, expires: 2027-02-01, reason: On paper.}
      """
    )
    #expect(try place.audit("in", "--waivers", "waivers.yaml", "--out", "waived").status == 1)
    let report = try place.report("waived")
    let rules = try #require(report["rules"] as? [[String: Any]])
    let rule = try #require(rules.first { $0["id"] as? String == "consent/link-phone" })
    #expect(
      rule["counts"] as? [String: Int] == [
        "pass": 0, "fail": 1, "inconclusive": 0, "pending": 0, "manual": 0, "waived": 1,
      ])
    let reasons = try #require(rule["reasons"] as? [[String: Any]])
    #expect(reasons.count > 3)
    for reason in reasons {
      let counts = try #require(reason["counts"] as? [String: Int])
      let isGiven = reason["reason"] as? String == finding.reason
      #expect(counts["fail"] == (isGiven ? 1 : 0) && counts["waived"] == (isGiven ? 1 : 0))
      #expect((reason["remediation"] as? String)?.isEmpty == false)
    }
    let gate = try #require(report["gate"] as? [String: Any])
    #expect(gate["failing"] as? Int == 1 && gate["failing_without_waivers"] as? Int == 2)
  }

  /// A rule whose needs were not supplied is not evaluated, wherever the report speaks of it.
  @Test func aRuleWithoutItsEvidenceSaysSo() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    #expect(try place.audit("in").status == 2)
    let report = try place.report()
    let rules = try #require(report["rules"] as? [[String: Any]])
    let rule = try #require(rules.first { $0["id"] as? String == "consent/link-phone" })
    #expect(rule["evaluated"] as? Bool == false)
    #expect(rule["not_evaluated"] as? String == "It lacks evidence of kind `consents`.")
    for rule in rules {
      #expect((rule["evaluated"] as? Bool == true) == (rule["not_evaluated"] is NSNull))
    }
    let coverage = try #require(report["coverage"] as? [[String: Any]])
    let missing = Set(rules.filter { $0["evaluated"] as? Bool == false }.compactMap { $0["id"] as? String })
    // A rule stands under the kind that it lacks, or has a limit of its own where any of several would do.
    let limits = try #require(report["limits"] as? [[String: Any]]).filter {
      $0["code"] as? String == "rule-not-evaluated"
    }
    let others = missing.subtracting(coverage.flatMap { $0["rules_not_evaluated"] as? [String] ?? [] })
    #expect(others.contains("evidence/population-drop") && others.count == limits.count)
    for rule in others { #expect(limits.contains { ($0["text"] as? String)?.contains(rule) == true }) }
    for requirement in try #require(report["requirements"] as? [[String: Any]])
    where !missing.isDisjoint(with: requirement["rules"] as? [String] ?? []) {
      #expect(requirement["state"] as? String != "met")
    }
    let page = try String(contentsOf: place.path("reports/out/report.html"), encoding: .utf8)
    #expect(page.contains("class=\"verdict incomplete\"") && page.contains("The audit is incomplete"))
  }

  /// An Apple credential and no address at all, a placeholder among them, leave open whether Apple hides one.
  @Test func anonymityIsUnknownWithoutAnyAddress() throws {
    let place = try Workplace()
    func user(_ uid: String, email: String?, appleEmail: String?) -> String {
      let own = email.map { "\"email\": \"\($0)\", " } ?? ""
      let theirs = appleEmail.map { ", \"email\": \"\($0)\"" } ?? ""
      return """
        {"localId": "\(uid)", \(own)"createdAt": "1770000000000", "phoneNumber": "+1555010\(uid.dropFirst())",
        "providerUserInfo": [{"providerId": "apple.com", "rawId": "001999.\(uid)"\(theirs)}]}
        """
    }
    try place.write("relay-audit.yaml", "relay: {placeholder_domains: [none.example.com]}")
    try place.write(
      "in/users.json",
      Sample.export(
        user("u1", email: nil, appleEmail: nil), user("u2", email: "a@none.invalid", appleEmail: "b@x.Local"),
        user("u3", email: "c@localhost", appleEmail: nil), user("u4", email: "d@example.com", appleEmail: nil),
        user("u5", email: nil, appleEmail: "e@example.com"), user("u6", email: "f@notlocal", appleEmail: nil),
        user("u7", email: nil, appleEmail: "g@privaterelay.appleid.com"),
        user("u8", email: "H@None.example.com", appleEmail: nil)))
    let outcome = try place.audit("in")
    let report = try place.report()
    let population = try #require(report["population"] as? [String: Any])
    #expect(population["anonymity_unknown"] as? Int == 4)
    #expect(population["anonymized_accounts"] as? Int == 1)
    // Of the eight links, those of anonymized accounts.
    #expect(population["links"] as? Int == 1)
    let flagged = try #require(report["flagged"] as? [String: Any])
    #expect(flagged["count"] as? Int == 1)
    #expect((flagged["shown"] as? [[String: Any]])?.map { $0["uid"] as? String } == ["u7"])
    let judged = try #require(report["findings"] as? [[String: Any]]).reduce(into: [String: Set<String>]()) {
      $0[$1["rule"] as? String ?? "", default: []].insert(($1["subject"] as? [String: Any])?["uid"] as? String ?? "")
    }
    #expect(judged["consent/link-phone"] == ["u1", "u2", "u3", "u7", "u8"])
    #expect(judged["consent/apple-account"] == ["u4", "u5", "u6"])
    #expect(outcome.output.contains("1 anonymized (unknown for 4)"))
    let page = try String(contentsOf: place.path("reports/out/report.html"), encoding: .utf8)
    #expect(page.contains("4 accounts with an Apple credential have no address at all"))
  }
}
